package dev.prlease.core;

import java.time.Instant;
import java.util.Optional;

/** Keeps a lease alive until it is closed. Thread-safe. */
public final class Keeper implements AutoCloseable {
  private final KeptGrant kept;

  Keeper(KeptGrant kept) {
    this.kept = kept;
  }

  /** How it ended, once it has. */
  public Optional<LeaseEnd> end() {
    return kept.end();
  }

  /** When it last renewed the lease, by wall time. */
  public Optional<Instant> lastRenewedAt() {
    return kept.lastRenewedAt();
  }

  /** Stops renewing and awaits the call that is under way. The lease stays. Idempotent. */
  @Override
  public void close() {
    kept.stop(new LeaseEnd.Closed());
    Ending.awaitTurn(kept.grant());
  }
}
