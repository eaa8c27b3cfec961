package dev.prlease.gate.push;

import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.Ran;
import java.util.List;
import java.util.Optional;

/**
 * What git's answer to a push proves by itself.
 *
 * <p>Its exit code proves nothing. Over HTTP an answer that is lost, whatever became of the push,
 * ends in the same exit code as a hook of this repository that says no: what tells them apart is
 * that git reports on the references ({@code To}, a line for each, {@code Done}) as soon as it has
 * tried to send anything, and complains of the connection. So that nothing was sent is believed
 * only where neither is there.
 */
enum PushProof {
  /** The other side took it. */
  ACCEPTED,
  /** The other side, or git in its place, said no. */
  REJECTED,
  /** Nothing was sent. */
  UNSENT,
  /** None: what was sent may have landed, or may still. */
  LOST;

  private static final String REFUSED_HERE = "error: failed to push some refs to ";
  private static final String SUBMODULES = "not be found on any remote:";
  private static final String ABORTING = "fatal: Aborting.";
  private static final String REMOTE = "remote:";

  /** What git says on behalf of a connection that broke. */
  private static final List<String> BROKEN =
      List.of("unexpected disconnect", "hung up", "RPC failed", "send-pack:");

  /** By what git wrote, and what it wrote of the reference. */
  static PushProof of(GitAnswer answer, Optional<Porcelain.Update> said) {
    if (said.isPresent() && said.get().isUnreported()) {
      return LOST;
    }
    if (said.isPresent() && said.get().isRejected()) {
      return REJECTED;
    }
    if (said.isPresent()) {
      return answer.succeeded() ? ACCEPTED : LOST;
    }
    return isUnsent(answer) ? UNSENT : LOST;
  }

  /**
   * A hook of this repository said no, or submodules were not pushed: these git looks at before it
   * sends anything, and complains afterwards that the other side, left alone, hung up.
   */
  private static boolean isUnsent(GitAnswer answer) {
    if (answer.end() != Ran.End.EXITED || !answer.out().isBlank()) {
      return false;
    }
    boolean refused = false;
    boolean submodules = false;
    for (String line : (Iterable<String>) answer.err().lines()::iterator) {
      if (submodules && line.equals(ABORTING)) {
        return true;
      }
      if (line.startsWith(REMOTE) || BROKEN.stream().anyMatch(line::contains)) {
        return false;
      }
      submodules |= line.equals(SUBMODULES);
      refused |= answer.code() == 1 && line.startsWith(REFUSED_HERE);
    }
    return refused;
  }
}
