package dev.prlease.cli;

import dev.prlease.api.Holder;

/** Which process this is, and what is known of others. */
public interface Processes {
  /** This process as the holder of a lease. */
  Holder self(String program, String label);

  /**
   * Whether the process that {@code holder} names is known to be gone. What is not known is not
   * dead (lesson L49).
   */
  boolean isProvablyDead(Holder holder);
}
