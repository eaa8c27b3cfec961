package dev.prlease.api;

/**
 * Who acts: the self-asserted name of a session. The session that holds a lease is its owner.
 *
 * <p>It is cooperation, not authentication: whoever knows an id can act as that session.
 *
 * @param value the id, compared exactly; 1–{@value #MAX_LENGTH} printable characters where we made
 *     it
 */
public record SessionId(String value) {
  /** Longest id that we write, in characters. */
  public static final int MAX_LENGTH = 200;

  /**
   * Reads an id that is about to be used by us.
   *
   * @throws IllegalArgumentException if it is empty, over-long, or has a character that does not
   *     print
   */
  public static SessionId of(String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("session id is empty");
    }
    if (value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "session id is longer than " + MAX_LENGTH + " characters: " + Text.quote(value));
    }
    if (!allPrints(value) || value.isBlank()) {
      throw new IllegalArgumentException(
          "session id " + Text.quote(value) + " has a character that does not print");
    }
    return new SessionId(value);
  }

  /** An id found in a record that somebody else wrote: kept as it is, whatever it holds. */
  public static SessionId verbatim(String value) {
    return new SessionId(value);
  }

  /** A new id of 128 random bits, so that no two sessions meet by accident (lesson L28). */
  public static SessionId random() {
    return new SessionId(Tokens.random());
  }

  private static boolean allPrints(String value) {
    for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
      if (!prints(value.codePointAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean prints(int codePoint) {
    return codePoint != Text.REPLACEMENT && Printable.is(codePoint);
  }

  // Written out: the methods that a record gets by itself are linked at first use, at a cost that
  // each call of the command would pay.
  @Override
  public boolean equals(Object other) {
    return other instanceof SessionId that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
