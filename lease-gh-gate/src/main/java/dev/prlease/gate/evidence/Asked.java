package dev.prlease.gate.evidence;

import dev.prlease.api.LeaseException;
import dev.prlease.api.claim.Evidence;
import dev.prlease.spi.Clock;
import java.nio.file.InvalidPathException;
import java.time.Instant;

/**
 * Asks for one piece of evidence. Its time is that from before it was asked: what was found is no
 * older than it says.
 */
final class Asked {
  /** A look at something. */
  @FunctionalInterface
  interface Look<T> {
    /**
     * Looks.
     *
     * @throws Unclear if it cannot be found out
     */
    T look() throws Unclear;
  }

  private Asked() {}

  static <T> Evidence<T> of(Clock clock, String source, Look<T> look) {
    Instant at = clock.now();
    try {
      return new Evidence.Known<>(look.look(), source, at);
    } catch (Unclear unclear) {
      return unclear.kind() == Unclear.Kind.UNKNOWN
          ? new Evidence.Unknown<>(unclear.why(), source, at)
          : new Evidence.Contradictory<>(unclear.why(), source, at);
    } catch (LeaseException | InvalidPathException failed) {
      return new Evidence.Unknown<>(String.valueOf(failed.getMessage()), source, at);
    }
  }
}
