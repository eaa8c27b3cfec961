package dev.prlease.gate;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.util.Optional;

/**
 * The look at a pull request after something was tried: what the forge said to the try is no proof
 * (lessons L11, L57). It needs no lease, and is done after a loss, too.
 */
final class Look {
  private static final int MOST = 3;

  private Look() {}

  /**
   * Reads it; a few times, if the forge cannot be reached, and the lease is not over.
   *
   * @throws ForgeException if it could not be read
   */
  static PullRequest at(Forge forge, Gate gate) {
    for (int looks = 1; ; looks++) {
      try {
        return forge.read(gate.key());
      } catch (ForgeException unread) {
        // A limit does not end while we ask.
        if (unread.kind() != ForgeException.Kind.UNREACHABLE
            || looks == MOST
            || gate.remaining().isZero()
            || Thread.currentThread().isInterrupted()) {
          throw unread;
        }
      }
    }
  }

  /**
   * That it could not be read, and what is known of the try all the same.
   *
   * @param said what the forge said to that, if it was no yes
   */
  static String unread(ForgeException unread, Optional<ForgeException> said) {
    return "the pull request could not be read afterwards: "
        + unread.getMessage()
        + "; to the try itself "
        + said.map(Look::answer).orElse("the forge said yes");
  }

  private static String answer(ForgeException said) {
    return (said.kind().isInconclusive()
            ? "no answer came that tells whether it was done: "
            : "the forge said no: ")
        + said.getMessage();
  }
}
