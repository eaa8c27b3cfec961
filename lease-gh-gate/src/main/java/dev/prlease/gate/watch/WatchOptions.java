package dev.prlease.gate.watch;

import dev.prlease.api.forge.MergeMethod;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be watched for, and how it is to be merged.
 *
 * @param certification which checks have to pass before a head is merged
 * @param start who merges
 * @param method how
 * @param bypass why branch protection is to be bypassed; empty: it is respected
 * @param interval from one look to the next; at least 5 s
 * @param timeout how long all of it may take; more than zero
 */
public record WatchOptions(
    Certification certification,
    Start start,
    MergeMethod method,
    Optional<String> bypass,
    Duration interval,
    Duration timeout) {
  /** The least interval: forges limit how often they are asked. */
  public static final Duration LEAST_INTERVAL = Duration.ofSeconds(5);

  /** All checks, merged here and squashed, looked at every 30 s, for at most 2 h. */
  public static final WatchOptions DEFAULTS =
      new WatchOptions(
          Certification.ALL_CHECKS,
          Start.WHEN_CERTIFIED,
          MergeMethod.SQUASH,
          Optional.empty(),
          Duration.ofSeconds(30),
          Duration.ofHours(2));

  /** Which checks have to pass. */
  public enum Certification {
    /** All that the head has. */
    ALL_CHECKS,
    /** Those that the base branch's rules demand. */
    REQUIRED_CHECKS,
    /** None: the head that is there first is merged, if the forge lets it. */
    AS_IT_IS
  }

  /** Who merges. */
  public enum Start {
    /** This program, once the head is certified. */
    WHEN_CERTIFIED,
    /** The forge, which is told so at once. */
    ARMED
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public WatchOptions {
    Objects.requireNonNull(certification, "certification");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(method, "method");
    if (bypass.isPresent() && bypass.get().isBlank()) {
      throw new IllegalArgumentException("bypassing branch protection needs a reason");
    }
    if (bypass.isPresent() && start == Start.ARMED) {
      throw new IllegalArgumentException("a forge that merges by itself bypasses no rules");
    }
    if (interval.compareTo(LEAST_INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "the interval must be at least 5 s, not " + interval.toMillis() + " ms");
    }
    if (timeout.isZero() || timeout.isNegative()) {
      throw new IllegalArgumentException("the timeout must be more than zero");
    }
  }

  /** Whether the head that is there is merged now or not at all: nothing is waited for. */
  public boolean isAtOnce() {
    return certification == Certification.AS_IT_IS && start == Start.WHEN_CERTIFIED;
  }

  /** The same with another certification. */
  public WatchOptions with(Certification other) {
    return new WatchOptions(other, start, method, bypass, interval, timeout);
  }

  /** The same, merged by another. */
  public WatchOptions with(Start other) {
    return new WatchOptions(certification, other, method, bypass, interval, timeout);
  }

  /** The same with another method. */
  public WatchOptions with(MergeMethod other) {
    return new WatchOptions(certification, start, other, bypass, interval, timeout);
  }

  /** The same, bypassing branch protection for {@code reason}. */
  public WatchOptions bypassing(String reason) {
    return new WatchOptions(certification, start, method, Optional.of(reason), interval, timeout);
  }

  /** The same, looking every {@code other}. */
  public WatchOptions every(Duration other) {
    return new WatchOptions(certification, start, method, bypass, other, timeout);
  }

  /** The same, for at most {@code other}. */
  public WatchOptions atMost(Duration other) {
    return new WatchOptions(certification, start, method, bypass, interval, other);
  }
}
