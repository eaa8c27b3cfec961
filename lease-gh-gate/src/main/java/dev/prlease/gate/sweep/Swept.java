package dev.prlease.gate.sweep;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseRecord;
import java.util.Optional;

/**
 * What became of one lease in a sweep.
 *
 * @param record the lease as it was found
 * @param fate what became of it
 * @param warning what its process may have left behind on the forge
 */
public record Swept(LeaseRecord record, Fate fate, Optional<Warning> warning) {
  /**
   * What somebody has to look at. It is told only, and not mended: who armed or queued a pull
   * request is not known from the forge, and what others did stays.
   *
   * @param what one sentence
   * @param nextStep what to do; one sentence
   */
  public record Warning(String what, String nextStep) {}

  /** What became of a lease. */
  public sealed interface Fate {
    /** It was ended, or would be. */
    record Ended(String reason) implements Fate {}

    /** Somebody drives an open pull request under it, as far as can be told. */
    record Kept() implements Fate {}

    /** It could not be found out, or another grant was there when it was to be ended. */
    record Troubled(LeaseException trouble) implements Fate {}
  }
}
