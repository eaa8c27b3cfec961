package dev.prlease.api.forge;

import java.util.Objects;

/**
 * One check of a pull request's head.
 *
 * @param name what it is called there
 * @param verdict what it says
 * @param necessity whether the base branch's rules demand it
 * @param said the forge's own words for its state, for people
 */
public record Check(String name, Verdict verdict, Necessity necessity, String said) {
  /** What a check says. Only {@link #PASSED} lets a merge through. */
  public enum Verdict {
    /** It passed, or decided that it does not apply. */
    PASSED,
    /** It has not ended. */
    PENDING,
    /** It failed, was cancelled, timed out, or asks for somebody. */
    FAILED,
    /** The forge says something that this program does not know: never a pass (lesson L13). */
    UNKNOWN
  }

  /** Whether a merge is refused without it. */
  public enum Necessity {
    /** The base branch's rules demand it. */
    REQUIRED,
    /** They do not. */
    OPTIONAL
  }

  /** Refuses null. */
  public Check {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(necessity, "necessity");
    Objects.requireNonNull(said, "said");
  }
}
