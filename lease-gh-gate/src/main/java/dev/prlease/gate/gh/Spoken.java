package dev.prlease.gate.gh;

import dev.prlease.api.forge.ForgeException.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What words mean, where words are all there is: those of gh 2.23 and newer, of Go's network
 * library, and of GitHub's servers. Tried in the order in which they stand here.
 */
final class Spoken {
  private static final int NOT_LOGGED_IN = 4;

  private static final List<String> LOGIN =
      List.of("gh auth login", "bad credentials", "authentication required");

  private static final List<String> MOVED =
      List.of("head branch was modified", "head sha didn't match");

  private static final List<String> ABSENT =
      List.of("could not resolve to a", "no pull requests found");

  private static final List<String> BROKEN =
      List.of(
          "x509:",
          "certificate",
          "unexpected end of json",
          "invalid character",
          "cannot unmarshal",
          "unknown flag",
          "unknown command");

  private static final List<String> PASSING =
      List.of(
          "error connecting to",
          "dial tcp",
          "no such host",
          "connection refused",
          "connection reset",
          "connection closed",
          "proxyconnect",
          "timeout",
          "timed out",
          "deadline exceeded",
          ": eof",
          "unexpected eof",
          "broken pipe",
          "network is unreachable",
          "no route to host",
          "server misbehaving",
          "http2:",
          "stream error",
          "something went wrong",
          "service unavailable",
          "base branch was modified",
          "merge already in progress",
          "try again later");

  /** How lines begin by which GitHub, or gh before it asked, says no; the second is of gh 2.23. */
  private static final List<String> NO = List.of("GraphQL: ", "Message: ", "X ", "\u2717 ", "! ");

  /** Names of checks and branches that a refusal quotes: they may be any words. */
  private static final Pattern QUOTED = Pattern.compile("[\"\u201c`][^\"\u201d`\\n]*[\"\u201d`]");

  private static final List<String> STATUS = List.of("http ", "status code: ");

  private Spoken() {}

  /** Empty if the words tell nothing. */
  static Optional<Kind> kind(int exitCode, String said) {
    String text = QUOTED.matcher(said).replaceAll("\"\"").toLowerCase(Locale.ROOT);
    int status = status(text);
    if (exitCode == NOT_LOGGED_IN || status == 401 || hasAny(text, LOGIN)) {
      return Optional.of(Kind.NOT_AUTHENTICATED);
    }
    if (hasAny(text, MOVED)) {
      return Optional.of(Kind.HEAD_MOVED);
    }
    if (status == 429 || RateLimit.isTold(text)) {
      return Optional.of(Kind.RATE_LIMITED);
    }
    if (status == 404 || hasAny(text, ABSENT)) {
      return Optional.of(Kind.NOT_FOUND);
    }
    if (hasAny(text, BROKEN)) {
      return Optional.of(Kind.UNINTELLIGIBLE);
    }
    return status == 408 || status >= 500 || isTransient(text)
        ? Optional.of(Kind.UNREACHABLE)
        : Optional.empty();
  }

  /**
   * Whether an act was declined, as far as gh's words tell: by the server, or by gh itself with one
   * of its marks. A gh that was killed, or fails with words that nobody knows, says nothing of what
   * it had sent by then (lesson L57).
   */
  static boolean isNo(int exitCode, String said) {
    int status = status(said.toLowerCase(Locale.ROOT));
    return exitCode == 1
        && ((status >= 400 && status < 500)
            || said.lines()
                .map(String::strip)
                .anyMatch(line -> NO.stream().anyMatch(line::startsWith)));
  }

  /** Of a network, or of a server that is busy. */
  static boolean isTransient(String said) {
    return hasAny(said.toLowerCase(Locale.ROOT), PASSING);
  }

  private static boolean hasAny(String text, List<String> parts) {
    return parts.stream().anyMatch(text::contains);
  }

  /** The HTTP status that is told of; 0 if none is. */
  private static int status(String text) {
    for (String before : STATUS) {
      int from = text.indexOf(before) + before.length();
      if (from >= before.length() && from + 3 <= text.length()) {
        String digits = text.substring(from, from + 3);
        if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
          return Integer.parseInt(digits);
        }
      }
    }
    return 0;
  }
}
