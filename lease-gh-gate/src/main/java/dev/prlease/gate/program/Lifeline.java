package dev.prlease.gate.program;

import dev.prlease.core.KillGrace;
import dev.prlease.process.Deadline;
import dev.prlease.process.SupervisedProcess;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Ties a command to its lease: what the gate tells goes to the process, and what the process asks
 * is answered by the gate.
 *
 * <p>News may come before there is a process: it is kept until then.
 */
public final class Lifeline implements Gate.Listener, Deadline {
  private final Gate gate;
  private Duration grace;
  private Optional<SupervisedProcess> process = Optional.empty();
  private boolean moved;
  private boolean over;

  /** One for {@code gate}, which is to be listened to with it. */
  public Lifeline(Gate gate) {
    this.gate = gate;
    this.grace = graceNow();
  }

  /**
   * The gate does not tell the TTL, but right after a renewal what remains is about that: the
   * longest seen comes closest to the grace with which a keeper declares a loss.
   */
  private Duration graceNow() {
    return KillGrace.CHILD_PROCESS.of(gate.remaining());
  }

  /** Hands over the process that was started. */
  public synchronized void attach(SupervisedProcess started) {
    process = Optional.of(started);
    if (moved) {
      started.deadlineMoved();
    }
    if (over) {
      started.requestEnd();
    }
  }

  @Override
  public synchronized void renewed() {
    moved = true;
    Duration now = graceNow();
    if (now.compareTo(grace) > 0) {
      grace = now;
    }
    process.ifPresent(SupervisedProcess::deadlineMoved);
  }

  @Override
  public synchronized void lost() {
    over = true;
    process.ifPresent(SupervisedProcess::requestEnd);
  }

  @Override
  public Instant wall() {
    return gate.deadline();
  }

  @Override
  public Duration remaining() {
    return gate.remaining();
  }

  @Override
  public synchronized Duration grace() {
    return grace;
  }
}
