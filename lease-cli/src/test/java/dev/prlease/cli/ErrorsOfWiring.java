package dev.prlease.cli;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.core.CollectOptions;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.SlotCollector;
import dev.prlease.core.StoreProviders;
import dev.prlease.guice.LeaseModule;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.function.Function;

/** What a host in Java meets that wires leases wrongly, or has plugins that do not work. */
final class ErrorsOfWiring {
  private final ErrorTexts told;
  private final ManualScheduler scheduler = new ManualScheduler(new ManualClock());

  ErrorsOfWiring(ErrorTexts told) {
    this.told = told;
  }

  void provoke() {
    ofProviders();
    ofCollecting();
    ofGuice();
  }

  /** A provider; by name, since a text has its class's. */
  private record Offering(String scheme, Function<String, LeaseStore> opener)
      implements LeaseStoreProvider {
    @Override
    public LeaseStore open(String location, StoreContext context) {
      return opener.apply(location);
    }
  }

  private record Nameless() implements LeaseStoreProvider {
    @Override
    public String scheme() {
      throw new IllegalStateException("no name today");
    }

    @Override
    public LeaseStore open(String location, StoreContext context) {
      throw new IllegalStateException("never");
    }
  }

  /** Something that goes wrong while plugins are looked for. */
  private static List<LeaseStoreProvider> failing(Error error) {
    return new AbstractList<>() {
      @Override
      public LeaseStoreProvider get(int index) {
        throw error;
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  /** A store that collects nothing, and says nothing. */
  private record Senseless() implements LeaseStore, Collectable {
    @Override
    public Collected collect(CollectRequest request) {
      return nothing();
    }

    @SuppressWarnings("NullAway") // what no store may do
    private static Collected nothing() {
      return null;
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      throw new IllegalStateException("never");
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      throw new IllegalStateException("never");
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return List.of();
    }

    @Override
    public String location() {
      return "x:y";
    }

    @Override
    public void close() {}
  }

  private void ofCollecting() {
    ManualClock clock = new ManualClock();
    SlotCollector collector = SlotCollector.of(new Senseless(), clock).orElseThrow();
    told.thrown(
        "a store that collects garbage and returns null",
        () -> collector.collect(CollectOptions.DEFAULTS));
    clock.setUncertainty(Duration.ofDays(1));
    told.thrown(
        "garbage when the time is not known", () -> collector.collect(CollectOptions.DEFAULTS));
  }

  private void ofProviders() {
    Offering good = new Offering("good", rest -> new InMemoryLeaseStore(scheduler));
    told.thrown("a location that is none", () -> open("nowhere", good));
    told.thrown("a scheme that nobody offers", () -> open("nowhere:x", good));
    told.thrown("a scheme where nobody offers any", () -> open("nowhere:x"));
    told.thrown("two plugins for one scheme", () -> open("good:x", good, good));
    told.thrown("a scheme that is none", () -> open("x:y", new Offering("No Scheme", r -> null)));
    told.thrown("a plugin that cannot tell its scheme", () -> open("x:y", new Nameless()));
    told.thrown("a plugin that returns null", () -> open("x:y", new Offering("x", rest -> null)));
    told.thrown(
        "a plugin that fails",
        () -> open("x:y", throwing(new IllegalArgumentException("no such place: y"))));
    told.thrown(
        "a plugin without its driver",
        () -> open("x:y", throwing(new NoClassDefFoundError("org/example/Driver"))));
    told.thrown(
        "a plugin of another version",
        () -> open("x:y", throwing(new NoSuchMethodError("'void StoreContext.gone()'"))));
    told.thrown(
        "a plugin that cannot be loaded",
        () ->
            StoreProviders.of(
                failing(new ServiceConfigurationError("p.Provider: Provider not found"))));
    told.thrown(
        "a plugin that cannot be linked",
        () -> StoreProviders.of(failing(new UnsupportedClassVersionError("p/Provider is newer"))));
  }

  private static Offering throwing(Throwable failure) {
    return new Offering(
        "x",
        rest -> {
          if (failure instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) failure;
        });
  }

  private LeaseStore open(String location, LeaseStoreProvider... providers) {
    return StoreProviders.of(List.of(providers))
        .open(location, new StoreContext(new SystemClock(), scheduler, Map.of()));
  }

  private void ofGuice() {
    told.thrown("Guice: no store", () -> inject(LeaseModule.onBoundStore()));
    told.thrown(
        "Guice: two stores", () -> inject(LeaseModule.at("file:/x"), binding(LeaseStore.class)));
    told.thrown(
        "Guice: all that is wrong at once",
        () -> inject(LeaseModule.at("nowhere:x").audit("none", "jsonl").environment(Map.of())));
  }

  private Module binding(Class<LeaseStore> port) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(port).toInstance(new InMemoryLeaseStore(scheduler));
      }
    };
  }

  private static void inject(Module... modules) {
    try {
      LeaseManager unused = Guice.createInjector(modules).getInstance(LeaseManager.class);
    } catch (ProvisionException | com.google.inject.CreationException wrapped) {
      Throwable cause = wrapped.getCause();
      if (cause instanceof LeaseException told) {
        throw told;
      }
      throw wrapped;
    }
  }
}
