package dev.prlease.gate.guard.shell;

/**
 * Characters that stand in expanded words for what only the shell itself will know. None of them
 * can occur in a word of a program: the first ends it, and the others are taken out of what is
 * read.
 */
public final class Marks {
  /** Some text, or none, or several words. */
  public static final char HOLE = '\u0000';

  /** The name of the branch that is checked out. */
  public static final char BRANCH = '\u0001';

  /** The top directory of the worktree. */
  public static final char TOP = '\u0002';

  private Marks() {}

  /** Whether all of {@code text} is known, as far as the shell is concerned. */
  public static boolean isKnown(String text) {
    return text.indexOf(HOLE) < 0 && text.indexOf(TOP) < 0;
  }

  /** {@code text} with every mark in it made a hole, so that nobody can write one. */
  public static String clean(String text) {
    return text.replace(BRANCH, HOLE).replace(TOP, HOLE);
  }

  /** {@code text} for people. */
  public static String show(String text) {
    return text.replace(String.valueOf(HOLE), "...")
        .replace(String.valueOf(BRANCH), "<branch>")
        .replace(String.valueOf(TOP), "<top>");
  }
}
