package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * Wall time, and the ticks between which it was read.
 *
 * @param before ticks before the wall clock was read
 * @param ticks ticks afterwards
 */
record TickedWall(long before, Instant wall, long ticks) {
  private static final long CLOSE_ENOUGH = Duration.ofMillis(1).toNanos();
  private static final int TRIES = 8;

  /** Reads both; again, if the thread was held up between the two. */
  static TickedWall of(Clock machine) {
    TickedWall read = once(machine);
    for (int i = 1; i < TRIES && read.ticks - read.before > CLOSE_ENOUGH; i++) {
      read = once(machine);
    }
    return read;
  }

  private static TickedWall once(Clock machine) {
    long before = machine.ticks();
    Instant wall = machine.now();
    return new TickedWall(before, wall, machine.ticks());
  }

  /** What passed since {@code start} by ticks. */
  Duration since(TickedWall start) {
    return Duration.ofNanos(ticks - start.ticks);
  }

  /** What passed since {@code start} by the wall clock. */
  Duration wallSince(TickedWall start) {
    return Duration.between(start.wall, wall);
  }

  /**
   * By how much wall time and ticks disagree about what passed since {@code start}, at worst: that
   * they were not read at once counts against them.
   */
  Duration disagreement(TickedWall start) {
    Duration byWall = wallSince(start);
    Duration least = size(byWall.minusNanos(before - start.ticks));
    Duration most = size(byWall.minusNanos(ticks - start.before));
    return least.compareTo(most) > 0 ? least : most;
  }

  /** {@code duration} without its sign; the JDK's own way goes by big decimals. */
  static Duration size(Duration duration) {
    return duration.isNegative() ? Duration.ZERO.minus(duration) : duration;
  }
}
