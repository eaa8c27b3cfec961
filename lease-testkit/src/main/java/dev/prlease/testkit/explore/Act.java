package dev.prlease.testkit.explore;

import java.util.Locale;

/** What a player of a {@link Scenario} does next with the lease. */
public enum Act {
  /** Acquires; a refusal is an answer like any other. */
  ACQUIRE,
  /** Asserts ownership by the handle got last, if there is one. */
  ASSERT,
  /** Renews by the handle got last, if there is one. */
  RENEW,
  /** Releases the handle got last, if there is one. */
  RELEASE,
  /** Attaches to what its session holds, if it does. */
  ATTACH,
  /** Frees whatever its session holds. */
  RELEASE_SESSION,
  /** Breaks whatever is there, as an operator. */
  BREAK,
  /** Adopts the lease of the first player of another session. */
  ADOPT,
  /** Collects garbage as old as the TTL, where the store can. */
  COLLECT;

  /** In words. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
