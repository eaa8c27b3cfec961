package dev.prlease.gate.git;

import dev.prlease.core.KillGrace;
import dev.prlease.process.Deadline;
import dev.prlease.process.SupervisedProcess;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Ties a run of git to its lease and to a time of its own: what the gate tells goes to the process,
 * and the process asks here when it must be gone. News may come before there is a process.
 */
final class GateLine implements Gate.Listener, Deadline {
  private final Gate gate;
  private final Clock clock;
  private final long end;
  private Duration grace;
  private Optional<SupervisedProcess> process = Optional.empty();
  private boolean over;

  GateLine(Gate gate, Clock clock, Duration atMost) {
    this.gate = gate;
    this.clock = clock;
    this.end = clock.ticks() + atMost.toNanos();
    this.grace = KillGrace.CHILD_PROCESS.of(gate.remaining());
  }

  synchronized void attach(SupervisedProcess started) {
    process = Optional.of(started);
    started.deadlineMoved();
    if (over) {
      started.requestEnd();
    }
  }

  private Duration left() {
    return Duration.ofNanos(end - clock.ticks());
  }

  /** Whether its own time is over, but for the grace in which it ends itself. */
  boolean isUsedUp() {
    return left().compareTo(grace()) <= 0;
  }

  @Override
  public synchronized void renewed() {
    // Right after a renewal what remains is about the TTL, which the grace is a part of.
    Duration now = KillGrace.CHILD_PROCESS.of(gate.remaining());
    grace = now.compareTo(grace) > 0 ? now : grace;
    process.ifPresent(SupervisedProcess::deadlineMoved);
  }

  @Override
  public synchronized void lost() {
    over = true;
    process.ifPresent(SupervisedProcess::requestEnd);
  }

  @Override
  public Instant wall() {
    Instant own = clock.now().plus(left());
    Instant leased = gate.deadline();
    return own.isBefore(leased) ? own : leased;
  }

  @Override
  public Duration remaining() {
    Duration own = left();
    Duration leased = gate.remaining();
    return own.compareTo(leased) < 0 ? own : leased;
  }

  @Override
  public synchronized Duration grace() {
    return grace;
  }
}
