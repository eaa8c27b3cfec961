package dev.prlease.examples.host;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.core.AuditSinkProviders;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import java.io.PrintStream;
import java.util.Map;

/** The same application, wired by hand. */
public final class PlainHost {
  private PlainHost() {}

  /** Finishes the pull request that the argument names, such as {@code acme/app#42}. */
  public static void main(String[] arguments) throws Exception {
    run(arguments[0], System.getenv(), System.out);
  }

  static void run(String key, Map<String, String> environment, PrintStream out) throws Exception {
    AuditSinkProviders sinks = AuditSinkProviders.discover();
    AuditContext toAudit = new AuditContext(environment);
    // Closed from the last to the first: leases are released before store and sinks close.
    try (Scheduler scheduler = new ThreadPoolScheduler();
        AuditSink file = sinks.open("jsonl", toAudit);
        AuditSink log = sinks.open("slf4j", toAudit);
        LeaseStore store =
            StoreProviders.discover()
                .open("file:", new StoreContext(new SystemClock(), scheduler, environment));
        LeaseManager leases =
            LeaseManager.on(store)
                .scheduler(scheduler)
                .audit(file)
                .audit(log)
                .holder(Holder.ofProgram("the finisher"))
                .build()) {
      out.println(new Finisher(leases).finish(LeaseKey.parse(key)));
    }
  }
}
