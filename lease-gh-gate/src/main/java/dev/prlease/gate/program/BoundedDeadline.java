package dev.prlease.gate.program;

import dev.prlease.process.Deadline;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;

/** The lease's deadline, or the end of a program's own time, whichever comes first. */
final class BoundedDeadline implements Deadline {
  private final Deadline lease;
  private final Clock clock;
  private final long end;
  private final Duration ownGrace;

  BoundedDeadline(Deadline lease, Clock clock, Duration atMost) {
    this.lease = lease;
    this.clock = clock;
    this.end = clock.ticks() + atMost.toNanos();
    this.ownGrace = atMost.dividedBy(2);
  }

  private Duration left() {
    return Duration.ofNanos(end - clock.ticks());
  }

  /**
   * Whether it is its own time that ends first. Whoever waits for a deadline may come a little
   * early by its clock: so this does not ask how much is left.
   */
  boolean isOwn() {
    return left().compareTo(lease.remaining()) <= 0;
  }

  @Override
  public Instant wall() {
    Instant own = clock.now().plus(left());
    Instant leased = lease.wall();
    return own.isBefore(leased) ? own : leased;
  }

  @Override
  public Duration remaining() {
    Duration own = left();
    Duration leased = lease.remaining();
    return own.compareTo(leased) < 0 ? own : leased;
  }

  /** Of its own time a program is asked to end in the last half at most: it is to begin at all. */
  @Override
  public Duration grace() {
    Duration leased = lease.grace();
    return isOwn() && ownGrace.compareTo(leased) < 0 ? ownGrace : leased;
  }
}
