package dev.prlease.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;

/**
 * The look at a pull request after something was tried: what the forge said to the try is no proof
 * (lessons L11, L57). It needs no lease, and is done after a loss, too.
 */
final class Look {
  private static final int MOST = 3;

  private Look() {}

  /**
   * Reads it; a few times, if the forge cannot be reached.
   *
   * @throws ForgeException if it could not be read
   */
  static PullRequest at(Forge forge, LeaseKey key) {
    for (int looks = 1; ; looks++) {
      try {
        return forge.read(key);
      } catch (ForgeException unread) {
        // A limit does not end while we ask.
        if (unread.kind() != ForgeException.Kind.UNREACHABLE
            || looks == MOST
            || Thread.currentThread().isInterrupted()) {
          throw unread;
        }
      }
    }
  }
}
