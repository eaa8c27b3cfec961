package dev.prlease.api;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something stands between the caller and the lease. The message says what happened and to what,
 * {@link #nextStep()} what to do about it, and {@link #code()} names the kind for programs.
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
}
