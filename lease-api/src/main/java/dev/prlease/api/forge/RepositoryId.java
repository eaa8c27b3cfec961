package dev.prlease.api.forge;

import dev.prlease.api.LeaseKey;
import java.util.Locale;

/**
 * A repository on a forge. Equality ignores ASCII case, as forges do; the spelling given is kept.
 *
 * @param host the forge's host
 * @param path {@code owner/name}, deeper groups allowed
 */
public record RepositoryId(String host, String path) {
  /**
   * Checks both by the rules of keys.
   *
   * @throws IllegalArgumentException saying which part is wrong and why
   */
  public RepositoryId {
    LeaseKey unused = LeaseKey.of(host, path, LeaseKey.Kind.PULL_REQUEST, 1);
  }

  /** That of {@code key}. */
  public static RepositoryId of(LeaseKey key) {
    return new RepositoryId(key.host(), key.repo());
  }

  /** The pull request {@code number} of it. */
  public LeaseKey pullRequest(long number) {
    return LeaseKey.of(host, path, LeaseKey.Kind.PULL_REQUEST, number);
  }

  /** {@code owner}, or whatever stands before the last slash. */
  public String owner() {
    return path.substring(0, path.lastIndexOf('/'));
  }

  /** What stands behind the last slash. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RepositoryId that
        && host.equalsIgnoreCase(that.host)
        && path.equalsIgnoreCase(that.path);
  }

  @Override
  public int hashCode() {
    return host.toLowerCase(Locale.ROOT).hashCode() * 31 + path.toLowerCase(Locale.ROOT).hashCode();
  }

  /** {@code owner/name} on the default host, else {@code host/owner/name}. */
  @Override
  public String toString() {
    return host.equalsIgnoreCase(LeaseKey.DEFAULT_HOST) ? path : host + "/" + path;
  }
}
