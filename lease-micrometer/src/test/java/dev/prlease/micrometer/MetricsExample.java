package dev.prlease.micrometer;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.multibindings.Multibinder;
import dev.prlease.core.LeaseManager;
import dev.prlease.guice.LeaseModule;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.LeaseStore;
import dev.prlease.store.memory.InMemoryLeaseStore;
import io.micrometer.core.instrument.MeterRegistry;

/** What the manual shows: {@link MetricsManualTest} holds it to that, and runs it. */
final class MetricsExample {
  private MetricsExample() {}

  static LeaseManager byHand(LeaseStore store, AuditSink file, MeterRegistry registry) {
    // begin: by hand
    LeaseStore timed = MeteredStores.timed(store, registry);
    LeaseManager leases =
        LeaseManager.on(timed)
            .audit(new MeteredAuditSink(registry, store.location(), file))
            .build();
    // end
    return leases;
  }

  static Injector withGuice(MeterRegistry registry) {
    // begin: with Guice
    LeaseStore store = MeteredStores.timed(new InMemoryLeaseStore(), registry);
    Injector injector =
        Guice.createInjector(
            LeaseModule.onBoundStore(),
            new AbstractModule() {
              @Override
              protected void configure() {
                bind(LeaseStore.class).toInstance(store);
                Multibinder.newSetBinder(binder(), AuditSink.class)
                    .addBinding()
                    .toInstance(new MeteredAuditSink(registry, store.location()));
              }
            });
    // end
    return injector;
  }
}
