package dev.prlease.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A deadline some time after it was made; it can be moved. */
final class FixedDeadline implements Deadline {
  private final InstantSource clock;
  private volatile Duration grace;
  private volatile Instant wall;

  private FixedDeadline(InstantSource clock, Instant wall, Duration grace) {
    this.clock = clock;
    this.wall = wall;
    this.grace = grace;
  }

  static FixedDeadline in(Duration time, Duration grace) {
    InstantSource clock = InstantSource.system();
    return new FixedDeadline(clock, clock.instant().plus(time), grace);
  }

  /** Longer than any test takes. */
  static FixedDeadline far() {
    return in(Duration.ofMinutes(10), Duration.ofSeconds(2));
  }

  void move(Duration fromNow) {
    wall = clock.instant().plus(fromNow);
  }

  void grace(Duration fromNowOn) {
    grace = fromNowOn;
  }

  @Override
  public Instant wall() {
    return wall;
  }

  @Override
  public Duration remaining() {
    return Duration.between(clock.instant(), wall);
  }

  @Override
  public Duration grace() {
    return grace;
  }
}
