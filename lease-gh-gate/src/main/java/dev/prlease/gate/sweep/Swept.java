package dev.prlease.gate.sweep;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseRecord;

/**
 * What became of one lease in a sweep.
 *
 * @param record the lease as it was found
 * @param fate what became of it
 */
public record Swept(LeaseRecord record, Fate fate) {
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
