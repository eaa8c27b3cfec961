package dev.prlease.store.jdbc;

import dev.prlease.spi.Clock;
import dev.prlease.spi.SampledClock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What time it is on the server, as last seen, for bounding how late a write may land (rule P7).
 *
 * <p>A request may sit somewhere between here and the server for as long as it likes, long after
 * its sender has given up on it. No timeout of the sender's or of the server's bounds that. So each
 * write carries the server's own time after which it is to change nothing, and the server compares
 * before it waits for the row's lock; how long it waits, its lock timeout bounds. That time is
 * reckoned from the last answer by ticks: should the server's clock have been set forwards since,
 * or this machine have slept, writes are refused until the next answer has told it, which is the
 * one that refuses, or that to a {@link SampledClock}, which asks as soon as it sees the sleep.
 * Should it have been set backwards, writes may land later by that, until the next answer.
 *
 * <p>Safe for use by several threads at once.
 */
final class ServerTime {
  /** From the call until the server refuses the write. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The same, and what waiting for a lock and a commit may take after that. */
  static final Duration LATE_WRITE_BOUND = Duration.ofSeconds(10);

  private static final long LONG_TRIP_NANOS = 1_000_000_000;

  private record Sample(Instant server, long ticks) {}

  private final Clock clock;
  private final Duration patience;
  private volatile Sample last;
  private volatile @Nullable SampledClock follower;

  ServerTime(Clock clock, Duration patience) {
    this.clock = clock;
    this.patience = patience;
    this.last = new Sample(clock.now(), clock.ticks());
  }

  /** The clock that ticks here. */
  long ticks() {
    return clock.ticks();
  }

  /** From now on each answer's time is a sample for {@code clock}, too. */
  void tell(SampledClock sampled) {
    follower = sampled;
  }

  /** What an answer says of the time. */
  @FunctionalInterface
  interface Message {
    void answered(Instant server);
  }

  /** A message that is sent now. */
  Message send() {
    long sent = clock.ticks();
    SampledClock told = follower;
    if (told == null) {
      return server -> saw(server, sent);
    }
    SampledClock.Trip trip = told.trip();
    return server -> {
      saw(server, sent);
      boolean unusedOfUse = trip.answered(server);
    };
  }

  /**
   * The server said {@code server} between {@code sent} and now, in ticks. What took long says too
   * little, unless nothing better may come.
   */
  void saw(Instant server, long sent) {
    long now = clock.ticks();
    if (now - sent <= LONG_TRIP_NANOS) {
      last = new Sample(server, now);
    }
  }

  /** The first sample, however long it took. */
  void begin(Instant server) {
    last = new Sample(server, clock.ticks());
  }

  /** The server's time at which a write called for at {@code called} is to be refused. */
  OffsetDateTime deadline(long called) {
    Sample sample = last;
    Instant then = sample.server().plusNanos(called - sample.ticks()).plus(patience);
    return OffsetDateTime.ofInstant(then, ZoneOffset.UTC);
  }
}
