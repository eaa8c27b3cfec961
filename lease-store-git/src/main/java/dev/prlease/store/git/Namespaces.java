package dev.prlease.store.git;

/** Which names references may stand below. */
final class Namespaces {
  private static final int LONGEST = 100;

  private Namespaces() {}

  /** Some of what git allows: words of letters, digits and hyphens below {@code refs/}. */
  static boolean isGood(String name) {
    if (!name.startsWith("refs/") || name.length() > LONGEST) {
      return false;
    }
    char before = '/';
    for (int i = "refs/".length(); i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean inner = before != '/' && (c == '-' || c == '_' || c == '/');
      if (!letter && !inner) {
        return false;
      }
      before = c;
    }
    // Branches and tags themselves are other people's.
    return before != '/'
        && !name.equals("refs/heads")
        && !name.equals("refs/tags")
        && !name.equals("refs/remotes");
  }
}
