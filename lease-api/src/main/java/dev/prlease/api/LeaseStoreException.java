package dev.prlease.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The store failed, or could not be reached.
 *
 * <p><b>What to do:</b> surface it, and do not act: nothing is known about who owns the lease.
 * Where {@link #outcome()} is {@link Outcome#UNKNOWN} the write may have taken effect.
 */
public class LeaseStoreException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** What became of the write. */
  public enum Outcome {
    /** Nothing was written. */
    NOT_WRITTEN,
    /** It may have been written, or may yet be. */
    UNKNOWN
  }

  private final Outcome outcome;

  /** Nothing was written, and nothing will be. */
  public LeaseStoreException(
      Optional<LeaseKey> key, String message, String nextStep, @Nullable Throwable cause) {
    this("store-failed", key, Outcome.NOT_WRITTEN, message, nextStep, cause);
  }

  /** For subclasses and {@link #outcomeUnknown}. */
  protected LeaseStoreException(
      String code,
      Optional<LeaseKey> key,
      Outcome outcome,
      String message,
      String nextStep,
      @Nullable Throwable cause) {
    super(code, key, message, nextStep, cause);
    this.outcome = outcome;
  }

  /** The request was sent, and no answer came: it may have taken effect (rule P7). */
  public static LeaseStoreException outcomeUnknown(
      LeaseKey key, String message, @Nullable Throwable cause) {
    return new LeaseStoreException(
        "outcome-unknown",
        Optional.of(key),
        Outcome.UNKNOWN,
        message,
        "Read the lease again before deciding anything: the write may have taken effect.",
        cause);
  }

  /** What became of the write. */
  public final Outcome outcome() {
    return outcome;
  }
}
