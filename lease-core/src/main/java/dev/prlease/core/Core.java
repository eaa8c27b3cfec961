package dev.prlease.core;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What all use cases of one manager work with. */
record Core(
    CheckedStore store,
    SlotSharing sharing,
    Clock clock,
    Scheduler scheduler,
    Pauses pauses,
    Jitter jitter,
    Audit audit,
    Holder holder,
    Predicate<LeaseRecord> inUse,
    Lane storeLane,
    Lane singlesLane,
    Lane listenerLane,
    Lane asideLane) {

  /** After so many refusals in a row an operation gives up (rule P6). */
  static final int MOST_REFUSALS = 24;

  Moment now() {
    return Moment.of(clock);
  }

  /** How the lease in {@code slot} stands now. */
  LeaseStatus status(Optional<LeaseKey> key, LeaseSlot slot) {
    return Judge.status(key, slot, now(), store.location());
  }

  /**
   * Refuses a TTL that the clock cannot keep apart from another's (rule P10).
   *
   * @throws LeaseConfigurationException if the clock is too uncertain for it
   * @throws LeaseStoreException if the clock does not know the time just now
   */
  void checkTtl(LeaseKey key, Ttl ttl, Moment now) {
    Duration uncertainty = now.uncertainty();
    if (uncertainty.isZero()) {
      return;
    }
    checkTimeIsKnown(key, now);
    if (ttl.duration().compareTo(Durations.doubled(Durations.doubled(uncertainty))) < 0) {
      throw new LeaseConfigurationException(
          "a TTL of "
              + ttl
              + " is too short for "
              + key
              + ": the clock may be "
              + uncertainty.toMillis()
              + " ms off",
          "Take a TTL of at least four times that.",
          null);
    }
  }

  /**
   * Refuses to decide anything while the clock may be off by any amount.
   *
   * @throws LeaseStoreException if the clock does not know the time just now
   */
  void checkTimeIsKnown(LeaseKey key, Moment now) {
    if (now.uncertainty().compareTo(Clock.UNKNOWN_UNCERTAINTY) >= 0) {
      throw new LeaseStoreException(
          Optional.of(key),
          "the clock that leases on " + store.location() + " go by does not know the time just now",
          "Try again in a moment: it is compared again after a step or a sleep of the machine.",
          null);
    }
  }

  /**
   * Plans {@code timer}, whose work is to mend something later. A scheduler that refuses is logged:
   * an error that it is mended after must not be hidden by that.
   */
  void later(Duration delay, Runnable timer) {
    try {
      scheduler.after(delay, timer);
    } catch (RuntimeException closed) {
      Log.CORE.warn("the scheduler refuses work: what is left over ends with its TTL", closed);
    }
  }

  List<Lane> lanes() {
    return List.of(storeLane, singlesLane, listenerLane, asideLane);
  }

  /** Does at the side, soon, what may take as long as it likes: for timers that log. */
  void aside(Runnable task) {
    asideLane.submit(task);
  }

  /**
   * Waits a little after each second refusal: the first retry is best made at once, from what the
   * refusal showed, and one after a pause most likely finds the slot changed again.
   */
  Paused pauseAfterRefusals(int refusals) {
    if (refusals > 0 && refusals % 2 == 0) {
      pauses.pause(jitter.backoff(refusals / 2));
      return Paused.YES;
    }
    return Paused.NO;
  }

  /** Whether time went by: what was judged before is to be judged again. */
  enum Paused {
    YES,
    NO
  }
}
