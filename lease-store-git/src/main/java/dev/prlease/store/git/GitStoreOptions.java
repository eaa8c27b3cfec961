package dev.prlease.store.git;

import java.time.Duration;

/**
 * How a git store is to behave.
 *
 * @param namespace where the references are: {@code refs/leases}, or for hosts that let nothing
 *     else through a part of {@code refs/heads}
 * @param history how many changes of a lease {@code git log} shows at most, 1 to 1,000; then a
 *     fresh chain begins
 * @param maxClockSkew how far the clocks of the machines that share the remote may be apart
 * @param timeout how long one call of the store may take; then git is ended
 */
public record GitStoreOptions(
    String namespace, int history, Duration maxClockSkew, Duration timeout) {
  /** The largest history. */
  public static final int LONGEST_HISTORY = 1_000;

  /**
   * {@code refs/leases}, 50 changes, 10 s of skew, 30 s a call. Ten seconds are much for clocks
   * that are set by the network, and little against a TTL: it must be at least four times as long.
   */
  public static final GitStoreOptions DEFAULTS =
      new GitStoreOptions("refs/leases", 50, Duration.ofSeconds(10), Duration.ofSeconds(30));

  /**
   * Checks all parts.
   *
   * @throws IllegalArgumentException naming all that is wrong
   */
  public GitStoreOptions {
    StringBuilder wrong = new StringBuilder();
    if (!Namespaces.isGood(namespace)) {
      wrong.append("; namespace must be a name below refs/, such as refs/heads/prlease");
    }
    if (history < 1 || history > LONGEST_HISTORY) {
      wrong.append("; history must be 1 to ").append(LONGEST_HISTORY).append(", not ");
      wrong.append(history);
    }
    if (maxClockSkew.isNegative() || maxClockSkew.compareTo(Duration.ofDays(1)) >= 0) {
      wrong.append("; maxClockSkew must be 0 to 24 h, not ").append(maxClockSkew);
    }
    if (timeout.compareTo(Duration.ofSeconds(1)) < 0
        || timeout.compareTo(Duration.ofMinutes(10)) > 0) {
      wrong.append("; timeout must be 1 s to 10 min, not ").append(timeout);
    }
    if (wrong.length() > 0) {
      throw new IllegalArgumentException(wrong.substring(2));
    }
  }

  /** The same with references elsewhere. */
  public GitStoreOptions withNamespace(String name) {
    return new GitStoreOptions(name, history, maxClockSkew, timeout);
  }

  /** The same with a history of {@code changes}. */
  public GitStoreOptions withHistory(int changes) {
    return new GitStoreOptions(namespace, changes, maxClockSkew, timeout);
  }

  /** The same for clocks that may be {@code skew} apart. */
  public GitStoreOptions withMaxClockSkew(Duration skew) {
    return new GitStoreOptions(namespace, history, skew, timeout);
  }

  /** The same with another bound of a call. */
  public GitStoreOptions withTimeout(Duration most) {
    return new GitStoreOptions(namespace, history, maxClockSkew, most);
  }
}
