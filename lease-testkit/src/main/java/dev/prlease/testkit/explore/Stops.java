package dev.prlease.testkit.explore;

/** Where players are stopped. */
public enum Stops {
  /** Before every call of the store: two players of three calls have 20 schedules. */
  BEFORE_CALLS,
  /** Before and after every call: two players of three calls have 924 schedules. */
  AROUND_CALLS
}
