package dev.prlease.store.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where an etcd store is, and how it is to behave.
 *
 * @param endpoints members of one cluster; whichever answers is as good as any other
 * @param prefix what the names of all keys begin with, before a slash; stores of different prefixes
 *     share nothing
 * @param timeout how long a call may take, 100 ms to 1 min; a write whose answer is lost lands
 *     within twice that, or never
 * @param maxClockSkew how far the clocks of the machines that share the store may be apart; if
 *     empty, the cluster's clock is asked for over HTTP
 * @param tls for encrypted connections
 * @param login for clusters that demand one
 */
public record EtcdStoreOptions(
    List<EtcdEndpoint> endpoints,
    String prefix,
    Duration timeout,
    Optional<Duration> maxClockSkew,
    Optional<EtcdTls> tls,
    Optional<EtcdLogin> login) {
  /** The prefix unless another is given. */
  public static final String DEFAULT_PREFIX = "prlease";

  /** The timeout unless another is given. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int LONGEST_PREFIX = 200;

  /** What {@link Layout} puts below a prefix. */
  private static final Set<String> OURS = Set.of("slots", "archive");

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException naming all that is wrong with them
   */
  public EtcdStoreOptions {
    endpoints = List.copyOf(endpoints);
    List<String> wrong = new ArrayList<>();
    if (endpoints.isEmpty()) {
      wrong.add("an endpoint is needed, such as etcd1.example.com:2379");
    }
    if (new HashSet<>(endpoints).size() < endpoints.size()) {
      wrong.add("an endpoint is given twice");
    }
    if (!isPrefix(prefix)) {
      wrong.add(
          "a prefix is up to 200 letters, digits and . _ - /, with no slash at its ends and no two"
              + " in a row, not '"
              + prefix
              + "'");
    }
    if (List.of(prefix.split("/")).stream().anyMatch(OURS::contains)) {
      wrong.add(
          "a prefix has no part slots or archive, since what is below those of another prefix are"
              + " its leases, not '"
              + prefix
              + "'");
    }
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      wrong.add("timeout must be 100 ms to 1 min, not " + timeout);
    }
    if (maxClockSkew.isPresent() && isNoSkew(maxClockSkew.get())) {
      wrong.add("maxClockSkew must be 0 to 24 h, not " + maxClockSkew.get());
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", wrong));
    }
  }

  private static boolean isNoSkew(Duration skew) {
    return skew.isNegative() || skew.compareTo(Duration.ofDays(1)) >= 0;
  }

  private static boolean isPrefix(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_PREFIX
        && !text.startsWith("/")
        && !text.endsWith("/")
        && !text.contains("//")
        && text.chars().allMatch(EtcdStoreOptions::mayBeInPrefix);
  }

  private static boolean mayBeInPrefix(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "._-/".indexOf(c) >= 0;
  }

  /** A cluster that asks for nothing. */
  public static EtcdStoreOptions of(List<EtcdEndpoint> endpoints) {
    return new EtcdStoreOptions(
        endpoints,
        DEFAULT_PREFIX,
        DEFAULT_TIMEOUT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same below another prefix. */
  public EtcdStoreOptions withPrefix(String newPrefix) {
    return new EtcdStoreOptions(endpoints, newPrefix, timeout, maxClockSkew, tls, login);
  }

  /** The same with another timeout. */
  public EtcdStoreOptions withTimeout(Duration newTimeout) {
    return new EtcdStoreOptions(endpoints, prefix, newTimeout, maxClockSkew, tls, login);
  }

  /** The same by the clocks of machines that may be {@code skew} apart. */
  public EtcdStoreOptions withMaxClockSkew(Duration skew) {
    return new EtcdStoreOptions(endpoints, prefix, timeout, Optional.of(skew), tls, login);
  }

  /** The same over encrypted connections. */
  public EtcdStoreOptions withTls(EtcdTls newTls) {
    return new EtcdStoreOptions(
        endpoints, prefix, timeout, maxClockSkew, Optional.of(newTls), login);
  }

  /** The same for a user. */
  public EtcdStoreOptions withLogin(EtcdLogin newLogin) {
    return new EtcdStoreOptions(
        endpoints, prefix, timeout, maxClockSkew, tls, Optional.of(newLogin));
  }
}
