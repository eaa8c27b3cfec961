package dev.prlease.guice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.inject.AbstractModule;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.multibindings.Multibinder;
import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.RecordingAuditSink;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LeaseModuleTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");

  @TempDir Path temp;

  @Test
  void a_location_is_enough_to_inject_a_manager() throws Exception {
    Injector injector = Guice.createInjector(LeaseModule.at("memory:" + temp));
    LeaseManager leases = injector.getInstance(LeaseManager.class);
    try (PrLease lease = leases.acquire(KEY, ALICE, Ttl.DEFAULT)) {
      lease.assertOwned();
    }
    assertThat(injector.getInstance(LeaseManager.class)).isSameAs(leases);
    assertThat(injector.getInstance(GatedActionProviders.class).names()).isEmpty();
    injector.getInstance(LeaseLifecycle.class).close();
  }

  @Test
  void what_the_host_binds_is_used_and_stays_open() throws Exception {
    RecordingAuditSink sink = new RecordingAuditSink();
    ManualClock clock = new ManualClock();
    ManualScheduler scheduler = new ManualScheduler(clock);
    InMemoryLeaseStore store = new InMemoryLeaseStore();
    Injector injector =
        Guice.createInjector(
            LeaseModule.onBoundStore().audit(),
            new AbstractModule() {
              @Override
              protected void configure() {
                bind(LeaseStore.class).toInstance(store);
                bind(Clock.class).toInstance(clock);
                bind(Scheduler.class).toInstance(scheduler);
                bind(Holder.class).toInstance(Holder.ofProgram("the host"));
                Multibinder.newSetBinder(binder(), AuditSink.class).addBinding().toInstance(sink);
              }
            });
    PrLease lease = injector.getInstance(LeaseManager.class).acquire(KEY, ALICE, Ttl.DEFAULT);
    assertThat(lease.record().acquiredAt()).isEqualTo(clock.now());
    assertThat(lease.record().holder().orElseThrow().program()).isEqualTo("the host");

    injector.getInstance(LeaseLifecycle.class).close();
    assertThat(sink.types()).containsExactly(AuditEvent.Type.ACQUIRED, AuditEvent.Type.RELEASED);
    assertThat(sink.isClosed()).isFalse();
    assertThat(store.load(KEY).toString()).isNotEmpty();
    scheduler.execute(() -> {});
  }

  @Test
  void L52_work_ends_first_then_leases_are_released_then_what_was_opened_is_closed()
      throws Exception {
    List<String> order = new ArrayList<>();
    Injector injector =
        Guice.createInjector(
            LeaseModule.at("telling:x")
                .audit("telling")
                .plugins(Telling.plugins(temp, order::add)));
    PrLease lease = injector.getInstance(LeaseManager.class).acquire(KEY, ALICE, Ttl.DEFAULT);
    LeaseLifecycle lifecycle = injector.getInstance(LeaseLifecycle.class);
    lifecycle.closeFirst(() -> order.add("first job closed"));
    lifecycle.closeFirst(
        () -> {
          lease.assertOwned();
          order.add("second job closed");
          throw new IOException("on purpose");
        });
    order.clear();
    assertThatThrownBy(lifecycle::close).hasMessageEndingWith("[java.io.IOException: on purpose]");
    assertThat(order)
        .containsExactly(
            "second job closed", "first job closed", "released", "sink closed", "store closed");
    lifecycle.close();
    assertThatThrownBy(() -> lifecycle.closeFirst(() -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everything_that_is_wrong_is_told_at_once_and_what_was_opened_is_closed_again()
      throws Exception {
    List<String> order = new ArrayList<>();
    CreationException all =
        refused(
            LeaseModule.at("telling:x")
                .audit("telling", "nowhere", "neither")
                .plugins(Telling.plugins(temp, order::add)));
    assertThat(all)
        .hasMessageContaining("there is no audit sink 'nowhere'. There are: slf4j, telling.")
        .hasMessageContaining("there is no audit sink 'neither'. There are: slf4j, telling.");
    assertThat(order).containsExactly("store opened", "sink closed", "store closed");

    assertThat(refused(LeaseModule.at("nothing:at-all").audit("nowhere")))
        .hasMessageContaining("there is no store scheme 'nothing'. There are: memory.")
        .hasMessageContaining("there is no audit sink 'nowhere'. There are: slf4j.");
  }

  @Test
  void a_missing_store_and_two_stores_are_told_apart() {
    assertThat(refused(LeaseModule.onBoundStore()))
        .hasMessageContaining("no lease store is bound. Bind LeaseStore, or name a location");
    assertThat(refused(LeaseModule.at("memory:a"), bound(new InMemoryLeaseStore())))
        .hasMessageContaining("two lease stores: the module names memory:a, and memory:");
  }

  @Test
  void a_broken_plugin_is_told_by_name() throws Exception {
    Path services = Files.createDirectories(temp.resolve("META-INF/services"));
    Files.writeString(services.resolve("dev.prlease.spi.LeaseStoreProvider"), "no.such.Provider\n");
    try (URLClassLoader broken =
        new URLClassLoader(new URL[] {temp.toUri().toURL()}, getClass().getClassLoader())) {
      assertThat(refused(LeaseModule.at("memory:a").plugins(broken)))
          .hasMessageContaining("a plugin that should offer a store scheme cannot be loaded")
          .hasMessageContaining("no.such.Provider");
    }
  }

  @Test
  void plugins_see_the_environment_that_the_host_gives() throws Exception {
    List<String> told = new ArrayList<>();
    Injector injector =
        Guice.createInjector(
            LeaseModule.at("telling:x")
                .environment(Map.of("TELLING", "yes"))
                .plugins(Telling.plugins(temp, told::add)));
    injector.getInstance(LeaseLifecycle.class).close();
    assertThat(told).contains("store opened, TELLING=yes");
  }

  @Test
  void only_what_hosts_need_is_bound() throws Exception {
    Injector injector = Guice.createInjector(LeaseModule.at("memory:" + temp));
    assertThat(
            injector.getAllBindings().keySet().stream()
                .map(Key::getTypeLiteral)
                .map(Object::toString))
        .contains(LeaseManager.class.getName(), LeaseLifecycle.class.getName())
        .doesNotContain(Settings.class.getName(), LeaseStore.class.getName());
    injector.getInstance(LeaseLifecycle.class).close();
  }

  @Test
  void two_hosts_in_one_program_meet_only_in_their_store() throws Exception {
    LeaseStore store = new InMemoryLeaseStore();
    Injector one = Guice.createInjector(LeaseModule.onBoundStore(), bound(store));
    Injector other = Guice.createInjector(LeaseModule.onBoundStore(), bound(store));
    one.getInstance(LeaseManager.class).acquire(KEY, ALICE, Ttl.DEFAULT);
    assertThatThrownBy(() -> other.getInstance(LeaseManager.class).acquire(KEY, BOB, Ttl.DEFAULT))
        .isInstanceOf(AlreadyHeldException.class);
    one.getInstance(LeaseLifecycle.class).close();
    other.getInstance(LeaseManager.class).acquire(KEY, BOB, Ttl.DEFAULT);
    other.getInstance(LeaseLifecycle.class).close();
  }

  private static CreationException refused(Module... modules) {
    CreationException refused =
        catchThrowableOfType(CreationException.class, () -> Guice.createInjector(modules));
    assertThat(refused).isNotNull();
    assertThat(refused.getErrorMessages()).hasSize(1);
    return refused;
  }

  private static Module bound(LeaseStore store) {
    return new AbstractModule() {
      @Override
      protected void configure() {
        bind(LeaseStore.class).toInstance(store);
      }
    };
  }
}
