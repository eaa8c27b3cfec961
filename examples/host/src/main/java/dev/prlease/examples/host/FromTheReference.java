package dev.prlease.examples.host;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.GatedAction;
import java.io.PrintStream;

/** What the how-to of the Rust reference shows, call by call: for those who come from there. */
final class FromTheReference {
  private final LeaseManager leases;
  private final SessionId session;
  private final PrintStream out;

  FromTheReference(LeaseManager leases, SessionId session, PrintStream out) {
    this.leases = leases;
    this.session = session;
    this.out = out;
  }

  /** Acquire, check, act, release; who is refused stands down. */
  void mergeUnlessHeld(Runnable merge) {
    LeaseKey key = LeaseKey.parse("rysweet/amplihack-rs#1051");
    PrLease lease;
    try {
      lease = leases.acquire(key, session, Ttl.DEFAULT);
    } catch (AlreadyHeldException held) {
      out.println(held.getMessage() + "; standing down");
      return; // do not force-push or merge
    }
    try (lease) {
      lease.assertOwned(); // still ours, and not expired?
      merge.run(); // nothing in between
    } // closing releases it
  }

  /** The same for work that may outlast the TTL. */
  <T> T actWhileKept(LeaseKey key, GatedAction<T> action) throws Exception {
    try (PrLease lease = leases.acquire(key, session, Ttl.DEFAULT)) {
      lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
      return lease.run(action);
    }
  }
}
