package dev.prlease.api.forge;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The forge did not tell what it was asked, or did not do it.
 *
 * <p><b>What to do:</b> that depends on the {@link #kind()}. What is {@linkplain Kind#isTransient
 * transient} may be tried again, after {@link #retryAt()} where it is told, and after ownership was
 * asserted anew. Whether an act took effect no error tells: read the pull request again.
 */
public final class ForgeException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** What stands in the way. */
  public enum Kind {
    /** The program that talks to the forge is not installed. */
    MISSING_PROGRAM("forge-program-missing"),
    /** Nobody is logged in, or the login was refused. */
    NOT_AUTHENTICATED("forge-not-authenticated"),
    /** The network, or the forge itself for the moment. */
    UNREACHABLE("forge-unreachable"),
    /** Too many requests; {@link ForgeException#retryAt()} tells until when, if the forge does. */
    RATE_LIMITED("forge-rate-limited"),
    /** No such repository, pull request or branch, or it may not be seen. */
    NOT_FOUND("forge-not-found"),
    /**
     * The head is not the one that was to be merged, says the forge: which is not always so (lesson
     * L60). Or a branch is not at the commit that was merged, and was kept.
     */
    HEAD_MOVED("forge-head-moved"),
    /** The forge said no, and would say so again. */
    REFUSED("forge-refused"),
    /** What was answered cannot be understood. */
    UNINTELLIGIBLE("forge-unintelligible");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** Whether the same request may succeed a little later. */
    public boolean isTransient() {
      return this == UNREACHABLE || this == RATE_LIMITED;
    }

    /**
     * Whether an act may have been done, or may be done yet, all the same: what was answered was
     * lost, cut short, or cannot be understood. After all others it was not, by that request.
     */
    public boolean isInconclusive() {
      return this == UNREACHABLE || this == UNINTELLIGIBLE;
    }
  }

  private final Kind kind;
  private final transient Optional<Instant> retryAt;

  /**
   * An error of one kind.
   *
   * @param message what happened and to what, without any secret
   * @param nextStep what to do about it
   */
  public ForgeException(
      Kind kind,
      Optional<LeaseKey> key,
      String message,
      String nextStep,
      Optional<Instant> retryAt,
      @Nullable Throwable cause) {
    super(kind.code, key, message, nextStep, cause);
    this.kind = kind;
    this.retryAt = Objects.requireNonNull(retryAt, "retryAt");
  }

  /** What stands in the way. */
  public Kind kind() {
    return kind;
  }

  /** From when on the forge answers again, where it tells. */
  public Optional<Instant> retryAt() {
    return retryAt == null ? Optional.empty() : retryAt;
  }
}
