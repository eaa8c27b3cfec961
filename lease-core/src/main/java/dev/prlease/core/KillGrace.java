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
  private static final int SHARE = 6;

  /** The grace of a lease of this TTL. */
  public Duration of(Ttl ttl) {
    return of(ttl.duration());
  }

  /**
   * The grace of a lease that lasts for {@code duration}, for whoever knows no more of it.
   *
   * @param duration zero or more, up to a day
   */
  public Duration of(Duration duration) {
    return this == NONE ? Duration.ZERO : Durations.min(LONGEST, Durations.share(duration, SHARE));
  }
}
