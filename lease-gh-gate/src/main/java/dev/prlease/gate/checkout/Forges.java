package dev.prlease.gate.checkout;

import java.util.Set;

/** What is known of public forges' host names. */
final class Forges {
  private static final String GITHUB = "github.com";

  /** Hosts that are what they seem; nobody need ask SSH about them. */
  private static final Set<String> KNOWN = Set.of(GITHUB, "gitlab.com", "bitbucket.org");

  private Forges() {}

  /**
   * The forge that {@code host} is a door of: those that speak SSH on port 443, and {@code www}.
   */
  static String hostOf(String host) {
    return switch (host) {
      case "www.github.com", "ssh.github.com" -> GITHUB;
      case "altssh.gitlab.com" -> "gitlab.com";
      case "altssh.bitbucket.org" -> "bitbucket.org";
      default -> host;
    };
  }

  static boolean isKnown(String host) {
    return KNOWN.contains(hostOf(host));
  }

  /** Whether repositories there are {@code owner/name} and no deeper. */
  static boolean hasOwnersOnly(String host) {
    return host.equals(GITHUB);
  }
}
