package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import java.util.Locale;

/**
 * Refuses what people paste in the place of a repository's name. A key would bear it, but would be
 * another than that of the repository, so that nobody would be excluded who writes it properly.
 *
 * <p>Keys that are found in a store are not judged by this: whatever their name, their lease holds.
 */
final class RepositoryName {
  private static final String GIT = ".git";

  private RepositoryName() {}

  /**
   * The key of a pull request of {@code repo}, which somebody typed.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static LeaseKey key(String repo, long number) {
    return check(LeaseKey.ofPath(noUrl(repo), LeaseKey.Kind.PULL_REQUEST, number));
  }

  /** {@code text}, unless it is a URL, which the key's own rules would refuse for its slashes. */
  static String noUrl(String text) {
    if (text.contains("://")) {
      throw new IllegalArgumentException("'" + text + "' is a URL: write OWNER/NAME");
    }
    return text;
  }

  /** {@code key}, unless no forge has a repository of that name. */
  static LeaseKey check(LeaseKey key) {
    String repo = key.repo();
    for (int i = 0; i < repo.length(); i++) {
      if ("@:?".indexOf(repo.charAt(i)) >= 0) {
        throw new IllegalArgumentException(
            "repository '" + repo + "' has a '" + repo.charAt(i) + "': write OWNER/NAME");
      }
    }
    if (repo.toLowerCase(Locale.ROOT).endsWith(GIT)) {
      throw new IllegalArgumentException(
          "repository '" + repo + "' ends in .git: write OWNER/NAME without it");
    }
    return key;
  }
}
