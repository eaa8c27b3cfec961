package dev.prlease.gate.announce;

import dev.prlease.api.Fence;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a comment of ours says for programs: its first line, which is not shown to people.
 *
 * @param state whether the lease was held when it was written
 * @param fence of which holding it tells
 * @param at until when the lease was to be held, or when it ended
 */
record Mark(State state, Fence fence, Instant at) {
  /** The beginning of the first line of a comment of ours. */
  private static final String BEGIN = "<!-- prlease:lease ";

  private static final String CLOSE = " -->";

  /** The last line. */
  static final String END = "<!-- /prlease:lease -->";

  /** A keeper that renews a moment late, and two clocks that differ. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  enum State {
    HELD("held"),
    ENDED("ended");

    private final String word;

    State(String word) {
      this.word = word;
    }
  }

  static Mark of(Notice notice) {
    if (notice instanceof Notice.Held held) {
      return new Mark(State.HELD, held.fence(), held.record().expiresAt());
    }
    Notice.Ended ended = (Notice.Ended) notice;
    return new Mark(State.ENDED, ended.fence(), ended.at());
  }

  String line() {
    return BEGIN + state.word + " fence=" + fence.value() + " at=" + at + CLOSE;
  }

  /**
   * That of a comment of ours. Empty if anybody has added something before or behind: it is
   * somebody's own text then, and not to be overwritten.
   */
  static Optional<Mark> find(String body) {
    String text = body.strip();
    List<String> lines = text.lines().toList();
    if (lines.size() < 2 || !lines.get(lines.size() - 1).strip().equals(END)) {
      return Optional.empty();
    }
    String first = lines.get(0).strip();
    boolean isOurs =
        first.startsWith(BEGIN)
            && first.endsWith(CLOSE)
            && first.length() >= BEGIN.length() + CLOSE.length();
    if (!isOurs) {
      return Optional.empty();
    }
    String inner = first.substring(BEGIN.length(), first.length() - CLOSE.length());
    State state = State.ENDED;
    Fence fence = Fence.NONE;
    Instant at = Instant.EPOCH;
    for (String word : List.of(inner.split(" ", -1))) {
      if (word.equals(State.HELD.word)) {
        state = State.HELD;
      } else if (word.startsWith("fence=")) {
        fence = fence(word.substring("fence=".length()));
      } else if (word.startsWith("at=")) {
        at = instant(word.substring("at=".length()));
      }
    }
    return Optional.of(new Mark(state, fence, at));
  }

  private static Fence fence(String digits) {
    try {
      return Fence.lenient(Long.parseLong(digits));
    } catch (NumberFormatException none) {
      return Fence.NONE;
    }
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException none) {
      return Instant.EPOCH;
    }
  }

  /** Whether who reads it at {@code now} must take the lease for held. */
  boolean isLive(Instant now) {
    return state == State.HELD && now.minus(PATIENCE).isBefore(at);
  }

  /**
   * What is to become of it where {@code next} is to be said.
   *
   * <p>A later holding has the greater fence, and stays: an end that is told late says nothing
   * about who came next, and who lost a lease without knowing it does not take the place of who has
   * it. One that is over by its own words gives way, and so do all that are over to a holder
   * without a fence, of whom it is not known when they came.
   */
  Verdict before(Mark next, Instant now) {
    boolean isLater = fence.compareTo(next.fence) > 0;
    if (state == State.ENDED && next.state == State.ENDED) {
      return isLater || fence.equals(next.fence) ? Verdict.SAYS_SO : Verdict.GIVES_WAY;
    }
    if (isLater && (isLive(now) || (state == State.ENDED && next.fence.isPresent()))) {
      return Verdict.STAYS;
    }
    return equals(next) ? Verdict.SAYS_SO : Verdict.GIVES_WAY;
  }

  /** What is to become of a mark. */
  enum Verdict {
    /** It says that already. */
    SAYS_SO,
    /** It tells of a later holding. */
    STAYS,
    /** The next takes its place. */
    GIVES_WAY
  }
}
