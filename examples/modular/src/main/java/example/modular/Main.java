package example.modular;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;

/** Tells what it finds, and takes a lease on each store that its arguments name. */
public final class Main {
  private Main() {}

  /**
   * Runs on the module path and on the class path alike.
   *
   * @param locations such as {@code memory:} or {@code file:/some/directory}
   */
  public static void main(String[] locations) {
    System.out.println(
        "module: " + (Main.class.getModule().isNamed() ? Main.class.getModule().getName() : "-"));
    System.out.println("stores: " + String.join(", ", StoreProviders.discover().schemes()));
    System.out.println("sinks: " + String.join(", ", AuditSinkProviders.discover().ids()));
    System.out.println("actions: " + String.join(", ", GatedActionProviders.discover().names()));
    for (String location : locations) {
      useStore(location);
    }
  }

  private static void useStore(String location) {
    try (Scheduler scheduler = new ThreadPoolScheduler();
        AuditSink sink =
            AuditSinkProviders.discover().open("lines", new AuditContext(System.getenv()));
        LeaseStore store =
            StoreProviders.discover()
                .open(location, new StoreContext(new SystemClock(), scheduler, System.getenv()));
        LeaseManager leases =
            LeaseManager.on(store).scheduler(scheduler).audit(sink).build();
        PrLease lease =
            leases.acquire(LeaseKey.parse("acme/app#42"), SessionId.of("example"), Ttl.DEFAULT)) {
      lease.assertOwned();
      System.out.println(
          "held: " + lease.key() + " in a " + store.getClass().getSimpleName());
    }
  }
}
