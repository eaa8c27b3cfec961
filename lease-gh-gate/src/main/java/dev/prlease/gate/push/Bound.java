package dev.prlease.gate.push;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.InTime;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.util.List;

/** Git under a gate, for steps that the next one needs: one that was cut short is an exception. */
final class Bound implements Planner.Step {
  private final Git git;
  private final Gate gate;

  Bound(Git git, Gate gate) {
    this.git = git;
    this.gate = gate;
  }

  Gate gate() {
    return gate;
  }

  /**
   * Runs it to its end, or until its time is up.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  @Override
  public GitAnswer run(Duration timeout, List<String> arguments) throws InterruptedException {
    GitAnswer answer = git.act(gate, timeout, arguments);
    switch (answer.end()) {
      case LEASE_OVER -> throw InTime.over(gate, Duration.ZERO);
      case INTERRUPTED -> throw interrupted();
      case EXITED, TIMED_OUT -> {}
    }
    return answer;
  }

  static InterruptedException interrupted() {
    boolean unused = Thread.interrupted();
    return new InterruptedException("interrupted before anything was pushed");
  }
}
