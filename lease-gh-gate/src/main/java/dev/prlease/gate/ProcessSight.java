package dev.prlease.gate;

import java.util.Objects;

/**
 * What a look at a process told.
 *
 * @param liveness whether it runs
 * @param why what that is concluded from, or what keeps it from being known; one clause for people
 */
public record ProcessSight(Liveness liveness, String why) {
  /** Refuses null. */
  public ProcessSight {
    Objects.requireNonNull(liveness, "liveness");
    Objects.requireNonNull(why, "why");
  }

  static ProcessSight unknown(String why) {
    return new ProcessSight(Liveness.UNKNOWN, why);
  }
}
