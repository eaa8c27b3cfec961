package dev.prlease.gate.guard;

import java.util.List;

/**
 * Whether a text can matter at all: the rule of the filter that hooks run in the shell before any
 * JVM is started (see {@code filter.sh}), said once more in Java. What the filter lets pass unseen
 * the scanner does not look at either; the tests hold the two together.
 *
 * <p>Quotes and backslashes are taken out first, since a shell reads {@code pu''sh} as {@code
 * push}. Then there must be a program that can act and a word that says so. Escapes that write
 * letters ({@code $'\x70'}) are let pass whatever they write.
 */
final class Relevance {
  /** One of these must be there. Aliases of git and gh are looked up by whoever runs the filter. */
  static final List<String> PROGRAMS = List.of("git", "gh", "hub", "glab", "pulls", "GIT", "GH");

  /** And one of these. */
  static final List<String> VERBS =
      List.of(
          "push",
          "send-pack",
          "merge",
          "Merge",
          "close",
          "update-branch",
          "git/refs",
          "pdateRef",
          "eleteRef",
          "pdatePullRequest",
          "enqueuePullRequest",
          "createCommitOnBranch",
          "contents/",
          "repo sync");

  private Relevance() {}

  /** Whether {@code command} may push or merge, as far as a filter can tell. */
  static boolean of(String command) {
    if (command.contains("$'")) {
      return true;
    }
    String plain = strip(command);
    return containsAny(plain, PROGRAMS) && containsAny(plain, VERBS);
  }

  private static String strip(String command) {
    StringBuilder plain = new StringBuilder(command.length());
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (c == '\\' && i + 1 < command.length() && command.charAt(i + 1) == '\n') {
        i++;
      } else if (c != '\\' && c != '"' && c != '\'') {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static boolean containsAny(String text, List<String> words) {
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
