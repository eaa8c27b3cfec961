package dev.prlease.guice;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.OptionalBinder;
import dev.prlease.api.Holder;
import dev.prlease.core.Slf4jAuditSinkProvider;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Makes {@link dev.prlease.core.LeaseManager} injectable, on a store that the host names or binds.
 *
 * <pre>{@code
 * Injector injector = Guice.createInjector(LeaseModule.at("file:~/.prlease/leases"), new MyModule());
 * LeaseManager leases = injector.getInstance(LeaseManager.class);
 * ...
 * injector.getInstance(LeaseLifecycle.class).close();
 * }</pre>
 *
 * <p>What the host binds itself is used: a {@link LeaseStore} (with {@link #onBoundStore}), a
 * {@link Clock} (which wins over the store's own, and that over the machine's), a {@link
 * Scheduler}, a {@link Holder}, and any number of {@link AuditSink}s in a {@link Multibinder}. The
 * rest is found among the plugins on the class path or the module path. What the host binds it
 * closes; what is found is closed by {@link LeaseLifecycle}.
 *
 * <p>All is opened when the injector is made, and whatever is wrong with it is told then, all at
 * once: in the {@link com.google.inject.CreationException}. Bound: {@link
 * dev.prlease.core.LeaseManager}, {@link LeaseLifecycle} and {@link
 * dev.prlease.core.GatedActionProviders}; everything else is private. Immutable.
 */
public final class LeaseModule extends AbstractModule {
  private final Settings settings;

  private LeaseModule(Settings settings) {
    this.settings = settings;
  }

  /** On the store at {@code location}, such as {@code file:~/.prlease/leases}. */
  public static LeaseModule at(String location) {
    return on(Optional.of(Objects.requireNonNull(location, "location")));
  }

  /** On the {@link LeaseStore} that the host binds. */
  public static LeaseModule onBoundStore() {
    return on(Optional.empty());
  }

  private static LeaseModule on(Optional<String> location) {
    return new LeaseModule(
        new Settings(
            location,
            List.of(Slf4jAuditSinkProvider.ID),
            System.getenv(),
            LeaseModule.class.getClassLoader()));
  }

  /**
   * The same, telling the sinks of these ids what happens, beside those that the host binds; by
   * default {@value Slf4jAuditSinkProvider#ID}.
   */
  public LeaseModule audit(String... ids) {
    return new LeaseModule(settings.withSinks(List.of(ids)));
  }

  /** The same, with plugins seeing these variables instead of those of the process. */
  public LeaseModule environment(Map<String, String> variables) {
    return new LeaseModule(settings.withEnvironment(Map.copyOf(variables)));
  }

  /** The same, with the plugins that {@code loader} sees; by default those that this class sees. */
  public LeaseModule plugins(ClassLoader loader) {
    return new LeaseModule(settings.withPlugins(loader));
  }

  @Override
  protected void configure() {
    OptionalBinder.newOptionalBinder(binder(), LeaseStore.class);
    OptionalBinder.newOptionalBinder(binder(), Clock.class);
    OptionalBinder.newOptionalBinder(binder(), Scheduler.class);
    OptionalBinder.newOptionalBinder(binder(), Holder.class);
    Multibinder.newSetBinder(binder(), AuditSink.class);
    install(new Wiring(settings));
  }
}
