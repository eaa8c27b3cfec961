package dev.prlease.examples.host;

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.guice.LeaseLifecycle;
import dev.prlease.guice.LeaseModule;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import java.util.function.Consumer;

/** The first lines of a host that embeds leases, as the manual shows them. */
final class FirstLines {
  private FirstLines() {}

  static void act(
      StoreContext context, LeaseListener listener, GatedAction<?> action, Consumer<String> log)
      throws Exception {
    try (LeaseStore store = StoreProviders.discover().open("file:", context);
        LeaseManager leases = LeaseManager.on(store).build()) {
      Acquisition acquisition =
          leases.tryAcquire(LeaseKey.parse("acme/app#42"), SessionId.random(), Ttl.DEFAULT);
      if (acquisition instanceof Acquisition.Granted granted) {
        try (PrLease lease = granted.lease()) {
          lease.keepAlive(KeepAliveOptions.DEFAULTS, listener);
          lease.run(action); // asserts ownership, then acts
        }
      } else if (acquisition instanceof Acquisition.Held held) {
        log.accept("standing down: " + held.refusal().getMessage());
      }
    }
  }

  static LeaseManager wire(Module yours) {
    Injector injector = Guice.createInjector(LeaseModule.at("file:").audit("jsonl"), yours);
    return injector.getInstance(LeaseManager.class);
  }

  static void end(Injector injector, ThreadPoolScheduler workers, Runnable work) {
    LeaseLifecycle lifecycle = injector.getInstance(LeaseLifecycle.class);
    lifecycle.closeFirst(workers); // as soon as there is work that goes on under leases
    work.run();
    lifecycle.close(); // ends the work, releases the leases, closes what was opened
  }
}
