package dev.prlease.core;

import dev.prlease.api.Ttl;
import java.time.Duration;

/** How long before its deadline a kept lease is declared lost, so that the work can be ended. */
public enum KillGrace {
  /** Not at all: the work stops by itself as soon as it hears of the loss. */
  NONE,
  /** min(5 s, TTL/6): time to end a child process. */
  CHILD_PROCESS;

  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** The grace of a lease of this TTL. */
  public Duration of(Ttl ttl) {
    if (this == NONE) {
      return Duration.ZERO;
    }
    Duration sixth = ttl.duration().dividedBy(6);
    return sixth.compareTo(LONGEST) < 0 ? sixth : LONGEST;
  }
}
