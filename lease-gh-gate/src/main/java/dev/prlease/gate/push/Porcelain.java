package dev.prlease.gate.push;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code git push --porcelain} writes, with abbreviations off:
 *
 * <pre>
 * To git@github.com:acme/app.git
 * +&lt;tab&gt;refs/heads/b:refs/heads/b&lt;tab&gt;0123…...4567… (forced update)
 * !&lt;tab&gt;refs/heads/b:refs/heads/b&lt;tab&gt;[remote rejected] (hook declined)
 * Done
 * </pre>
 *
 * @param places the URLs that were pushed to, without credentials
 * @param updates one a reference
 */
record Porcelain(List<String> places, List<Update> updates) {
  private static final String TO = "To ";
  private static final String FLAGS = " +-*=!";

  Porcelain {
    places = List.copyOf(places);
    updates = List.copyOf(updates);
  }

  static Porcelain parse(String text) {
    List<String> places = new ArrayList<>();
    List<Update> updates = new ArrayList<>();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.startsWith(TO)) {
        places.add(line.substring(TO.length()));
      } else if (line.length() > 2
          && line.charAt(1) == '\t'
          && FLAGS.indexOf(line.charAt(0)) >= 0) {
        update(line).ifPresent(updates::add);
      }
    }
    return new Porcelain(places, updates);
  }

  private static Optional<Update> update(String line) {
    int tab = line.indexOf('\t', 2);
    int colon = tab < 0 ? -1 : line.lastIndexOf(':', tab);
    return colon < 2
        ? Optional.empty()
        : Optional.of(
            new Update(
                line.charAt(0),
                line.substring(2, colon),
                line.substring(colon + 1, tab),
                line.substring(tab + 1)));
  }

  /** What happened, or would happen, to {@code target}. */
  Optional<Update> of(String target) {
    return updates.stream().filter(update -> update.target().equals(target)).findFirst();
  }

  /**
   * One line.
   *
   * @param flag what happened: a space, {@code +}, {@code -}, {@code *}, {@code =} or {@code !}
   * @param source the local side, as git resolved it; empty for a deletion
   * @param target the whole name over there
   * @param summary old and new commit, or words
   */
  record Update(char flag, String source, String target, String summary) {
    private static final String DOTS = "..";

    boolean isRejected() {
      return flag == '!';
    }

    /** The other side got it, and did not tell what became of it. */
    boolean isUnreported() {
      return isRejected() && summary.startsWith("[remote failure]");
    }

    boolean isUpToDate() {
      return flag == '=';
    }

    boolean isDeletion() {
      return flag == '-' || source.isEmpty();
    }

    boolean isNew() {
      return flag == '*';
    }

    /** Where the other side was; empty if the line does not tell. */
    Optional<String> before() {
      int dots = summary.indexOf(DOTS);
      return dots > 0 && Commits.isWhole(summary.substring(0, dots))
          ? Optional.of(summary.substring(0, dots))
          : Optional.empty();
    }

    /** The words in the last parentheses, such as {@code stale info}. */
    String reason() {
      int open = summary.lastIndexOf('(');
      int close = summary.lastIndexOf(')');
      return open >= 0 && close > open ? summary.substring(open + 1, close) : summary;
    }

    String shown() {
      return source + ":" + target;
    }
  }
}
