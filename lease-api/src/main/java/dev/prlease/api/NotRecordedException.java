package dev.prlease.api;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What may only happen once it is recorded durably could not be recorded so, and did not happen.
 *
 * <p><b>What to do:</b> have a durable audit sink, such as the file sink {@code jsonl}, and mend
 * what keeps it from writing.
 */
public final class NotRecordedException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private NotRecordedException(
      LeaseKey key, String message, String nextStep, @Nullable Throwable cause) {
    super("not-recorded", Optional.of(key), message, nextStep, cause);
  }

  /** No audit sink here is durable. */
  public static NotRecordedException noDurableSink(LeaseKey key, String action) {
    return new NotRecordedException(
        key,
        action
            + " on "
            + key
            + " would bypass branch protection, which must be recorded durably first, and no audit"
            + " sink here is durable",
        "Configure a durable audit sink, such as jsonl, or act without the bypass.",
        null);
  }

  /** No durable sink took it. */
  public static NotRecordedException failed(LeaseKey key, String action, Throwable cause) {
    return new NotRecordedException(
        key,
        action
            + " on "
            + key
            + " would bypass branch protection, which could not be recorded durably: "
            + cause.getMessage(),
        "Mend the audit sink, or act without the bypass.",
        cause);
  }
}
