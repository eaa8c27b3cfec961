package dev.prlease.testkit;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** A planned run of a {@link ManualScheduler}, guarded by the scheduler's lock. */
final class ManualTimer {
  /** By due time, then by the order of planning; ticks may wrap around, so they are subtracted. */
  static final Comparator<ManualTimer> ORDER =
      (a, b) -> a.due == b.due ? Long.compare(a.order, b.order) : Long.signum(a.due - b.due);

  final Optional<Duration> period;
  final Runnable work;
  long due;
  long order;
  boolean cancelled;

  ManualTimer(long due, long order, Optional<Duration> period, Runnable work) {
    this.due = due;
    this.order = order;
    this.period = period;
    this.work = work;
  }
}
