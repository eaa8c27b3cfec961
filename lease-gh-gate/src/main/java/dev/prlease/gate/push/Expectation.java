package dev.prlease.gate.push;

import dev.prlease.spi.Gate;
import java.util.Locale;

/** Which commit a branch must be at for a push to replace it. */
public sealed interface Expectation {
  /**
   * The one that the lease's record keeps, pushed or certified last under this lease, by this
   * session or the one that it was adopted from; provided that the local branch has had it, as for
   * {@link Included}. A certified commit need not be this session's work.
   *
   * @param commit all of its hexadecimal digits
   */
  record Recorded(String commit) implements Expectation {
    /**
     * Checks the commit.
     *
     * @throws IllegalArgumentException if it is not whole
     */
    public Recorded {
      commit = whole(commit);
    }
  }

  /**
   * The one that the user names.
   *
   * @param commit all of its hexadecimal digits
   */
  record Named(String commit) implements Expectation {
    /**
     * Checks the commit.
     *
     * @throws IllegalArgumentException if it is not whole
     */
    public Named {
      commit = whole(commit);
    }
  }

  /**
   * The one that is there when it is looked for under the lease, provided that the local branch has
   * had it: it is among its commits, or among those of its reflog.
   */
  record Included() implements Expectation {}

  /**
   * What is expected under {@code gate}: the commit that its record keeps, if it keeps one, unless
   * the user named another.
   */
  default Expectation under(Gate gate) {
    return this instanceof Included
        ? gate.head().filter(Commits::isWhole).<Expectation>map(Recorded::new).orElse(this)
        : this;
  }

  private static String whole(String commit) {
    String lower = commit.toLowerCase(Locale.ROOT);
    if (!Commits.isWhole(lower)) {
      throw new IllegalArgumentException(
          "an expected commit is all 40 or 64 hexadecimal digits of it, not '" + commit + "'");
    }
    return lower;
  }
}
