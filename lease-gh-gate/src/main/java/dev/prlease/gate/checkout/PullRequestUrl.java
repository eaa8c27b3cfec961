package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import java.util.Optional;

/** The address of a pull request, as people and gh write it. */
public final class PullRequestUrl {
  private PullRequestUrl() {}

  /**
   * The pull request at {@code https://HOST/OWNER/NAME/pull/N}, whatever stands behind; empty if
   * {@code text} is no such address.
   */
  public static Optional<LeaseKey> parse(String text) {
    int scheme = text.indexOf("://");
    if (scheme < 0) {
      return Optional.empty();
    }
    String[] parts = text.substring(scheme + 3).split("[/?#]", -1);
    if (parts.length < 5 || !(parts[3].equals("pull") || parts[3].equals("pulls"))) {
      return Optional.empty();
    }
    try {
      String host = parts[0].substring(parts[0].indexOf('@') + 1);
      return Optional.of(
          LeaseKey.of(
              host.startsWith("www.") ? host.substring(4) : host,
              parts[1] + "/" + parts[2],
              LeaseKey.Kind.PULL_REQUEST,
              LeaseKey.parseNumber(parts[4])));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }
}
