package dev.prlease.process;

/** Who sees to it that a supervised command is gone by its deadline. */
public enum Supervision {
  /**
   * A process of its own, a member of the command's process group: the deadline holds even if this
   * JVM is killed or stopped.
   */
  WATCHDOG,
  /**
   * This JVM alone: a command outlives its deadline if the JVM is killed or stopped, and background
   * processes that a finished command left behind go on. So it is where there is no {@code bash}
   * 4.2 or newer, no {@code mkfifo}, or no directory for two pipes.
   */
  IN_PROCESS
}
