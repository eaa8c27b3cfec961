package dev.prlease.api.claim;

import java.util.Objects;

/**
 * The remote repository that a claim's branch is pushed to.
 *
 * @param name what the worktree calls it, such as {@code origin}
 * @param url where it is; compared as it is written
 */
public record Remote(String name, String url) {
  /** Refuses null; a foreign record's remote is kept as it is. */
  public Remote {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(url, "url");
  }

  /** A remote without the user and password that its URL may name: a record keeps no secret. */
  public static Remote of(String name, String url) {
    return new Remote(name, withoutUser(url));
  }

  private static String withoutUser(String url) {
    int scheme = url.indexOf("://");
    if (scheme < 0 || !url.regionMatches(true, 0, "http", 0, 4)) {
      return url; // git@host:path: the user is part of the address, and no secret
    }
    int start = scheme + 3;
    int slash = url.indexOf('/', start);
    int end = slash < 0 ? url.length() : slash;
    int at = url.lastIndexOf('@', end - 1);
    return at < start ? url : url.substring(0, start) + url.substring(at + 1);
  }
}
