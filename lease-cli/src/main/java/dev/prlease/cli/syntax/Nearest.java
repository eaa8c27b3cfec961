package dev.prlease.cli.syntax;

import java.util.ArrayList;
import java.util.List;

/** Finds what somebody may have meant to type. */
public final class Nearest {
  private static final int MOST = 3;

  private Nearest() {}

  /**
   * Up to three of {@code candidates} that are an edit or two from {@code typed}, nearest first.
   */
  public static List<String> to(String typed, List<String> candidates) {
    List<String> near = new ArrayList<>();
    int limit = typed.length() <= 3 ? 1 : 2;
    for (int wanted = 0; wanted <= limit; wanted++) {
      for (String candidate : candidates) {
        if (distance(typed, candidate) == wanted) {
          near.add(candidate);
        }
      }
    }
    for (String candidate : candidates) {
      if (typed.length() >= 2 && candidate.startsWith(typed) && !near.contains(candidate)) {
        near.add(candidate);
      }
    }
    return near.subList(0, Math.min(MOST, near.size()));
  }

  /** Insertions, deletions and substitutions; two neighbours swapped count as one edit. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : step(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int step(int[][] edits, String a, String b, int i, int j) {
    int substitution = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(
            Math.min(edits[i - 1][j], edits[i][j - 1]) + 1, edits[i - 1][j - 1] + substitution);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
