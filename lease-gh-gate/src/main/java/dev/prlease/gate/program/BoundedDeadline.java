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

  BoundedDeadline(Deadline lease, Clock clock, Duration atMost) {
    this.lease = lease;
    this.clock = clock;
    this.end = clock.ticks() + atMost.toNanos();
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

  @Override
  public Duration grace() {
    return lease.grace();
  }
}
