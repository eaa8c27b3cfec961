package dev.prlease.testkit;

import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Remembers what a keeper told, and when by a clock.
 *
 * <p>Safe for use by several threads at once.
 */
public final class RecordingListener implements LeaseListener {
  /** An end, and when it was told. */
  public record Ended(Instant at, LeaseEnd end) {}

  private final ManualClock clock;
  private final List<Instant> renewals = new CopyOnWriteArrayList<>();
  private final List<Ended> ends = new CopyOnWriteArrayList<>();

  /** Tells times by {@code clock}. */
  public RecordingListener(ManualClock clock) {
    this.clock = clock;
  }

  @Override
  public void renewed(Instant expiresAt) {
    renewals.add(expiresAt);
  }

  @Override
  public void ended(LeaseEnd end) {
    ends.add(new Ended(clock.now(), end));
  }

  /** Until when each renewal extended the lease. */
  public List<Instant> renewals() {
    return List.copyOf(renewals);
  }

  /** The ends that were told; a right keeper tells one. */
  public List<Ended> ends() {
    return List.copyOf(ends);
  }
}
