package dev.prlease.core;

import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * One reading of the clock.
 *
 * <p>A moment that goes into a record is read before the request is sent, and one that decides
 * whether a lease still lives is read after the answer came: both err on the side of a shorter
 * lease (lesson L24).
 */
record Moment(Instant wall, long ticks, Duration uncertainty) {
  static Moment of(Clock clock) {
    Clock.Reading read = clock.reading();
    return new Moment(read.now(), read.ticks(), read.uncertainty());
  }

  /** What passed since {@code earlier} by ticks. */
  Duration since(Moment earlier) {
    return Duration.ofNanos(ticks - earlier.ticks);
  }
}
