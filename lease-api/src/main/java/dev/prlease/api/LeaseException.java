package dev.prlease.api;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something stands between the caller and the lease. The message says what happened and to what,
 * {@link #nextStep()} what to do about it, and {@link #code()} names the kind for programs.
 *
 * <p>Serialized, it travels as text: what comes out at the other end is a plain {@link
 * RuntimeException} that tells the same, code and next step included.
 *
 * <p>The hierarchy is open: handle the subclasses that you know, and treat any other as "do not
 * act".
 */
public abstract class LeaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient Optional<LeaseKey> key;
  private final String nextStep;

  /**
   * For subclasses.
   *
   * @param code lower-case words joined by hyphens; stable over versions
   * @param key the key concerned, if there is one
   * @param message what happened, and to what
   * @param nextStep what the caller or user can do; one sentence
   */
  protected LeaseException(
      String code,
      Optional<LeaseKey> key,
      String message,
      String nextStep,
      @Nullable Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
    this.code = Objects.requireNonNull(code, "code");
    this.key = key;
    this.nextStep = Objects.requireNonNull(nextStep, "nextStep");
  }

  /** The kind of error: lower-case words joined by hyphens, stable over versions. */
  public final String code() {
    return code;
  }

  /** The key concerned, if there is one. */
  public final Optional<LeaseKey> key() {
    return key;
  }

  /** What to do about it: one sentence. */
  public final String nextStep() {
    return nextStep;
  }

  /**
   * Records, keys and sessions are values of this process, and would be missing from the copy.
   *
   * @return what is written instead
   */
  protected final Object writeReplace() {
    return new ToldElsewhere(this);
  }

  /** The text of an error that happened in another process. */
  private static final class ToldElsewhere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ToldElsewhere(LeaseException original) {
      super(
          original.getClass().getName()
              + " ("
              + original.code
              + "): "
              + original.getMessage()
              + " Next: "
              + original.nextStep,
          original.getCause());
      setStackTrace(original.getStackTrace());
      for (Throwable suppressed : original.getSuppressed()) {
        addSuppressed(suppressed);
      }
    }
  }
}
