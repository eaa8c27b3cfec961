package dev.prlease.api.claim;

import dev.prlease.api.LeaseRecord;
import java.time.Instant;
import java.util.Objects;

/**
 * Where one piece of evidence comes from.
 *
 * @param piece what it is about, such as {@code worktree}
 * @param found what was found, for people
 * @param source who was asked, such as {@code git status}
 * @param at when
 */
public record Provenance(String piece, String found, String source, Instant at) {
  /** Longest text of a piece that is kept, in characters. */
  public static final int MAX_LENGTH = 400;

  /** Refuses null. */
  public Provenance {
    Objects.requireNonNull(piece, "piece");
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(at, "at");
  }

  /** What {@code evidence} says about {@code piece}, its texts cut to what is kept. */
  public static Provenance of(String piece, Evidence<?> evidence) {
    return new Provenance(
        piece, cut(evidence.describe()), cut(evidence.source()), LeaseRecord.cut(evidence.at()));
  }

  private static String cut(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
