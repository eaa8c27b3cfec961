package dev.prlease.cli.command;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.Processes;
import dev.prlease.cli.Workers;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whether a command is at work under a lease. Two commands of one session share its lease, and must
 * still not act at the same time: the second stands down.
 *
 * <p>When a {@code run} was killed, the watchdog beside it kills what it ran, which takes a moment.
 * It counts from when its death was seen here, since nobody knows when it died: so long the lease
 * is still in use, by what the run left behind. (Where another session would have to wait for the
 * lease's own end, the watchdog's deadline comes before it, and nothing is to be waited for.)
 *
 * <p>One for a call. Thread-safe.
 */
final class Occupation implements Predicate<LeaseRecord> {
  /** Far more than a watchdog takes that is not itself kept from running. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** What goes on under a lease, beside the call that asks. */
  enum Work {
    /** Nothing. */
    NONE,
    /** A process is at work, or may be, as far as can be told from here. */
    GOING_ON,
    /** The process was killed, and what it ran may not have ended yet. */
    ENDING
  }

  private final Processes processes;
  private final Holder self;
  private final Clock clock;
  private final Map<Holder, Long> seenDead = new HashMap<>();

  /** As {@code self} sees it, by the ticks of {@code clock}. */
  Occupation(Processes processes, Holder self, Clock clock) {
    this.processes = processes;
    this.self = self;
    this.clock = clock;
  }

  /** Whether anything goes on under {@code record}, or may. */
  @Override
  public boolean test(LeaseRecord record) {
    return work(record) != Work.NONE;
  }

  /** What goes on under {@code record}. */
  Work work(LeaseRecord record) {
    Optional<Holder> holder = worker(record);
    if (holder.isEmpty()) {
      return Work.NONE;
    }
    if (!processes.isProvablyDead(holder.get())) {
      return Work.GOING_ON;
    }
    return untilQuiet(record).isZero() ? Work.NONE : Work.ENDING;
  }

  /** How long what a killed process ran may still take to end; zero if there is none. */
  synchronized Duration untilQuiet(LeaseRecord record) {
    Optional<Holder> holder = worker(record);
    if (holder.isEmpty() || !processes.isProvablyDead(holder.get())) {
      return Duration.ZERO;
    }
    long now = clock.ticks();
    long seen = seenDead.computeIfAbsent(holder.get(), firstSeen -> now);
    Duration left = MOMENT.minusNanos(now - seen);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Optional<Holder> worker(LeaseRecord record) {
    return record
        .holder()
        .filter(holder -> Workers.include(holder))
        .filter(holder -> !holder.process().equals(self.process()));
  }
}
