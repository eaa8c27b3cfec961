package dev.prlease.process;

import java.time.Duration;
import java.time.Instant;

/**
 * By when a command must be gone. It is asked anew whenever it may have moved, so its answers are
 * for the moment of the call.
 *
 * <p>Two answers are compared and the earlier counts: {@link #wall()} holds when this JVM was
 * stopped or the machine slept, {@link #remaining()} when the wall clock was set back. Safe for use
 * by several threads at once; answers at once.
 */
public interface Deadline {
  /** When it is over, by wall time. */
  Instant wall();

  /** How long it is until then, by whatever clock says less; zero or negative when it is over. */
  Duration remaining();

  /**
   * How long before its end a command is asked to end itself (SIGTERM) rather than killed
   * (SIGKILL): the last part of what remains, not in addition to it.
   */
  Duration grace();
}
