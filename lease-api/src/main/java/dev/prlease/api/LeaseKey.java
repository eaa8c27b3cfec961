package dev.prlease.api;

import java.util.Objects;

/**
 * What a lease is on: one pull request or issue of one repository on one host.
 *
 * <p>Equality ignores ASCII case of host and repository, as forges do (lesson L7); the spelling
 * given is kept for display. Its text form, which {@link #parse} reads and {@link #toString}
 * writes:
 *
 * <pre>
 * owner/name#1051                    a pull request on github.com
 * ghe.example.com/owner/name#7       on another host: three or more segments, a dot in the first
 * issue:owner/name#760               an issue
 * </pre>
 */
public final class LeaseKey {
  /** The host of a key that names none. */
  public static final String DEFAULT_HOST = "github.com";

  /** Longest host in characters: that of the domain name system. */
  public static final int MAX_HOST_LENGTH = 253;

  /** Longest repository path in characters. */
  public static final int MAX_REPO_LENGTH = 400;

  private static final String ISSUE_PREFIX = "issue:";
  private static final int MAX_NUMBER_DIGITS = 18;

  /** What kind of thing is leased. */
  public enum Kind {
    /** A pull request: an expired lease is free to everyone. */
    PULL_REQUEST,
    /** An issue: a claim, which only evidence can renew or free once it has expired. */
    ISSUE
  }

  private final String host;
  private final String repo;
  private final Kind kind;
  private final long number;

  private LeaseKey(String host, String repo, Kind kind, long number) {
    this.host = host;
    this.repo = repo;
    this.kind = kind;
    this.number = number;
  }

  /**
   * The pull request {@code number} of {@code repo} on {@value #DEFAULT_HOST}.
   *
   * @param repo {@code owner/name}, deeper groups allowed
   * @param number 1 or more
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public static LeaseKey pullRequest(String repo, long number) {
    return of(DEFAULT_HOST, repo, Kind.PULL_REQUEST, number);
  }

  /**
   * The issue {@code number} of {@code repo} on {@value #DEFAULT_HOST}.
   *
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public static LeaseKey issue(String repo, long number) {
    return of(DEFAULT_HOST, repo, Kind.ISSUE, number);
  }

  /**
   * A key of all its parts.
   *
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public static LeaseKey of(String host, String repo, Kind kind, long number) {
    if (!host.equals(DEFAULT_HOST)) {
      checkHost(host);
    }
    if (!isPlainPath(repo)) {
      checkRepo(repo);
    }
    if (number < 1) {
      throw new IllegalArgumentException("number must be 1 or more, not " + number);
    }
    return new LeaseKey(host, repo, Objects.requireNonNull(kind, "kind"), number);
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public static LeaseKey parse(String text) {
    boolean issue = text.startsWith(ISSUE_PREFIX);
    String rest = issue ? text.substring(ISSUE_PREFIX.length()) : text;
    int hash = rest.lastIndexOf('#');
    if (hash < 0) {
      throw new IllegalArgumentException(
          "key " + Text.quote(text) + " has no '#': write owner/name#42");
    }
    String path = rest.substring(0, hash);
    Kind kind = issue ? Kind.ISSUE : Kind.PULL_REQUEST;
    return ofPath(path, kind, parseNumber(rest.substring(hash + 1)));
  }

  /**
   * A key whose repository may be led by a host: {@code owner/name} or {@code
   * host.example/owner/name}.
   *
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public static LeaseKey ofPath(String path, Kind kind, long number) {
    if (!leadsWithHost(path)) {
      return of(DEFAULT_HOST, path, kind, number);
    }
    int slash = path.indexOf('/');
    return of(path.substring(0, slash), path.substring(slash + 1), kind, number);
  }

  /** Whether the first segment is read as a host: three or more segments, a dot in the first. */
  private static boolean leadsWithHost(String path) {
    int slash = path.indexOf('/');
    return slash > 0 && path.indexOf('/', slash + 1) > 0 && hasInnerDot(path.substring(0, slash));
  }

  /** A dot somewhere behind the start: {@code ..} leads no host name, but a path that wants out. */
  private static boolean hasInnerDot(String segment) {
    return segment.indexOf('.') > 0;
  }

  /**
   * Reads a pull request or issue number: decimal digits, 1 or more, no sign, no leading zero.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static long parseNumber(String text) {
    if (!isDigits(text) || text.isEmpty() || text.charAt(0) == '0') {
      throw new IllegalArgumentException(
          "number must be a whole number of 1 or more, not " + Text.quote(text));
    }
    if (text.length() > MAX_NUMBER_DIGITS) {
      throw new IllegalArgumentException(
          "number must be at most " + "9".repeat(MAX_NUMBER_DIGITS) + ", not " + Text.quote(text));
    }
    return Long.parseLong(text);
  }

  private static void checkHost(String host) {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("host is empty");
    }
    if (host.length() > MAX_HOST_LENGTH) {
      throw new IllegalArgumentException(
          "host is longer than " + MAX_HOST_LENGTH + " characters: " + Text.quote(host));
    }
    if (!hasInnerDot(host)) {
      throw new IllegalArgumentException(
          "host "
              + Text.quote(host)
              + " has no dot: the text form could not tell it from an owner");
    }
    if (!isHost(host)) {
      throw new IllegalArgumentException("host " + Text.quote(host) + " is no host name");
    }
  }

  /** Letters, digits, {@code . _ -}, the first and last a letter or digit; then perhaps a port. */
  private static boolean isHost(String host) {
    int colon = host.indexOf(':');
    String name = colon < 0 ? host : host.substring(0, colon);
    String port = colon < 0 ? "0" : host.substring(colon + 1);
    return !name.isEmpty()
        && isLetterOrDigit(name.charAt(0))
        && isLetterOrDigit(name.charAt(name.length() - 1))
        && isHostName(name)
        && !port.isEmpty()
        && port.length() <= 5
        && isDigits(port);
  }

  private static boolean isHostName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isLetterOrDigit(c) && c != '.' && c != '_' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Whether {@code repo} has nothing that {@link #checkRepo} would have to look at: two segments or
   * more of letters, digits, {@code - _}, and dots behind their start. Nearly every path is like
   * that, and a listing makes very many keys.
   */
  private static boolean isPlainPath(String repo) {
    boolean hasSlash = false;
    char before = '/';
    for (int i = 0; i < repo.length(); i++) {
      char c = repo.charAt(i);
      if (!isLetterOrDigit(c)
          && c != '-'
          && c != '_'
          && (before == '/' || (c != '.' && c != '/'))) {
        return false;
      }
      hasSlash |= c == '/';
      before = c;
    }
    return hasSlash && before != '/' && repo.length() <= MAX_REPO_LENGTH;
  }

  private static void checkRepo(String repo) {
    if (repo.isEmpty()) {
      throw new IllegalArgumentException("repository is empty: write owner/name");
    }
    if (repo.length() > MAX_REPO_LENGTH) {
      throw new IllegalArgumentException(
          "repository is longer than " + MAX_REPO_LENGTH + " characters: " + Text.quote(repo));
    }
    for (int i = 0; i < repo.length(); i += Character.charCount(repo.codePointAt(i))) {
      checkCharacter(repo, repo.codePointAt(i));
    }
    String[] segments = repo.split("/", -1);
    if (segments.length < 2) {
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has no owner: write owner/name");
    }
    if (repo.startsWith(ISSUE_PREFIX)) {
      throw new IllegalArgumentException(
          "repository "
              + Text.quote(repo)
              + " starts with '"
              + ISSUE_PREFIX
              + "', which marks the key of an issue");
    }
    for (String segment : segments) {
      if (segment.isEmpty()) {
        throw new IllegalArgumentException(
            "repository " + Text.quote(repo) + " has an empty segment");
      }
      if (segment.equals(".") || segment.equals("..")) {
        throw new IllegalArgumentException(
            "repository " + Text.quote(repo) + " has a '" + segment + "' segment");
      }
    }
  }

  private static void checkCharacter(String repo, int c) {
    if (Character.isISOControl(c)) {
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has a control character");
    }
    if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
      throw new IllegalArgumentException("repository " + Text.quote(repo) + " has white space");
    }
    if (c == '\\' || c == '#') {
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has a '" + (char) c + "'");
    }
    if (c == Text.REPLACEMENT) {
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has bytes that are no UTF-8 text");
    }
    if (Character.getType(c) == Character.FORMAT) {
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has an invisible character");
    }
    if (Character.getType(c) == Character.SURROGATE) {
      // It has no UTF-8 form, so two such keys could not be told apart in a store.
      throw new IllegalArgumentException(
          "repository " + Text.quote(repo) + " has half a surrogate pair");
    }
  }

  /** The forge's host name, as given. */
  public String host() {
    return host;
  }

  /** The repository's path, {@code owner/name}, as given. */
  public String repo() {
    return repo;
  }

  /** Pull request or issue. */
  public Kind kind() {
    return kind;
  }

  /** The pull request's or issue's number, 1 or more. */
  public long number() {
    return number;
  }

  /** Whether the key is on {@value #DEFAULT_HOST}. */
  public boolean onDefaultHost() {
    return Text.foldAscii(host).equals(DEFAULT_HOST);
  }

  /**
   * The one spelling that all equal keys share: ASCII letters of host and repository in lower case.
   */
  public LeaseKey canonical() {
    String foldedHost = Text.foldAscii(host);
    String foldedRepo = Text.foldAscii(repo);
    return foldedHost.equals(host) && foldedRepo.equals(repo)
        ? this
        : new LeaseKey(foldedHost, foldedRepo, kind, number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LeaseKey that
        && number == that.number
        && kind == that.kind
        && Text.foldAscii(repo).equals(Text.foldAscii(that.repo))
        && Text.foldAscii(host).equals(Text.foldAscii(that.host));
  }

  @Override
  public int hashCode() {
    return 31 * Text.foldAscii(repo).hashCode() + Long.hashCode(number);
  }

  @Override
  public String toString() {
    String path = onDefaultHost() && !leadsWithHost(repo) ? repo : host + "/" + repo;
    return (kind == Kind.ISSUE ? ISSUE_PREFIX : "") + path + "#" + number;
  }
}
