package dev.prlease.store.git;

import java.util.regex.Pattern;

/** Takes credentials out of what is shown: URLs, and what git says of them. */
final class Redaction {
  private Redaction() {}

  /** {@code text} without user and password of any URL, and without what looks like a token. */
  static String of(String text) {
    String safe = withoutUsers(text);
    safe = Patterns.TOKEN.matcher(safe).replaceAll("***");
    safe = Patterns.HEADER.matcher(safe).replaceAll("$1***");
    return Patterns.PARAMETER.matcher(safe).replaceAll("$1***");
  }

  /** {@code url} without user, password and parameters that are secret. */
  static String ofUrl(String url) {
    return Patterns.PARAMETER.matcher(withoutUsers(url)).replaceAll("$1***");
  }

  /** {@code git@} alone tells nothing; what stands before any other {@code @} may be a password. */
  private static String withoutUsers(String text) {
    return Patterns.USER.matcher(text).replaceAll("://");
  }

  /** Made with the first git store that is opened: most commands open none. */
  private static final class Patterns {
    static final Pattern USER = Pattern.compile("://(?!git@)[^/\\s'\"]*@");

    /** Longer than what repositories and branches are called. */
    static final Pattern TOKEN =
        Pattern.compile("(?<!\\w)(?:gh[a-z]_|github_pat_|glpat-)[\\w-]{16,}");

    static final Pattern HEADER =
        Pattern.compile(
            "(authorization['\"]?\\s{0,2}[:=]\\W{0,3}(?:(?:token|bearer|basic)\\s+)?)[^\\s'\"]+",
            Pattern.CASE_INSENSITIVE);
    static final Pattern PARAMETER =
        Pattern.compile(
            "([?&;][a-z_-]{0,40}(?:token|secret|password)=)[^&\\s'\"]+", Pattern.CASE_INSENSITIVE);

    private Patterns() {}
  }
}
