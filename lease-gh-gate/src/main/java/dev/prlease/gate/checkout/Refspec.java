package dev.prlease.gate.checkout;

import java.util.Optional;

/**
 * A pair of references in a remote's configuration, as git reads it.
 *
 * @param source what is here; empty for a deletion
 * @param target what it is called there; equal to the source if none was written
 */
record Refspec(String source, String target) {
  private static final char ANY = '*';

  /** Reads {@code [+]source[:target]}; git takes the last colon. */
  static Refspec parse(String text) {
    String pair = text.startsWith("+") ? text.substring(1) : text;
    int colon = pair.lastIndexOf(':');
    return colon < 0
        ? new Refspec(pair, pair)
        : new Refspec(pair.substring(0, colon), pair.substring(colon + 1));
  }

  /** What the reference {@code full} is called there; empty if this does not speak of it. */
  Optional<String> mapped(String full) {
    int star = source.indexOf(ANY);
    if (star < 0) {
      return source.equals(full) || ("refs/heads/" + source).equals(full)
          ? Optional.of(target.startsWith("refs/") ? target : "refs/heads/" + target)
          : Optional.empty();
    }
    String before = source.substring(0, star);
    String after = source.substring(star + 1);
    int there = target.indexOf(ANY);
    if (there < 0
        || full.length() < before.length() + after.length()
        || !full.startsWith(before)
        || !full.endsWith(after)) {
      return Optional.empty();
    }
    String middle = full.substring(before.length(), full.length() - after.length());
    return Optional.of(target.substring(0, there) + middle + target.substring(there + 1));
  }
}
