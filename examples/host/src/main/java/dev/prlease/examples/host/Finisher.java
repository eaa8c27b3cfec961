package dev.prlease.examples.host;

import com.google.inject.Inject;
import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;

/** The application's work: it drives a pull request to its end, or stands down. */
final class Finisher {
  private final LeaseManager leases;

  @Inject
  Finisher(LeaseManager leases) {
    this.leases = leases;
  }

  /** Finishes {@code key}, and says what came of it. */
  String finish(LeaseKey key) throws Exception {
    Acquisition acquisition = leases.tryAcquire(key, SessionId.random(), Ttl.DEFAULT);
    if (acquisition instanceof Acquisition.Held held) {
      AlreadyHeldException refusal = held.refusal();
      return "standing down: " + refusal.owner() + " drives " + key;
    }
    try (PrLease lease = ((Acquisition.Granted) acquisition).lease()) {
      lease.keepAlive(KeepAliveOptions.DEFAULTS, new Alarm()); // renews while the work goes on
      return lease.run(new Merge()); // asserts ownership, and only then acts
    }
  }

  /** What must not be done twice. A real one would call the forge. */
  private static final class Merge implements GatedAction<String> {
    @Override
    public String name() {
      return "merge";
    }

    @Override
    public String run(Gate gate) {
      return "merged " + gate.key() + " as " + gate.session();
    }
  }

  /** Told when the lease is lost; the gate has by then told the action to stop. */
  private static final class Alarm implements LeaseListener {
    @Override
    public void ended(LeaseEnd end) {
      if (end instanceof LeaseEnd.Lost lost) {
        System.err.println("lost the lease: " + lost.why().getMessage());
      }
    }
  }
}
