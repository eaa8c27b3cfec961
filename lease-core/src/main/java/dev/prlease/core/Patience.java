package dev.prlease.core;

import dev.prlease.api.Ttl;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * How long a call of the store for several kept grants may take before they are taken away from it,
 * see {@link Keepers}: a second, or a quarter of the time within which the store says that its
 * writes land, if that is longer; but never more than a sixth of the shortest TTL among them, so
 * that there is time left to work on each by itself.
 *
 * <p>A call for one grant is waited for whatever it takes: it holds up nobody else. It only tells
 * whether the store was slow, and if not, that batches may be larger.
 */
final class Patience {
  static final Duration LEAST = Duration.ofSeconds(1);
  private static final int SHARE_OF_BOUND = 4;
  private static final int SHARE_OF_TTL = 6;

  private final Core core;
  private final BiConsumer<KeptGrant, Round> setApart;

  /**
   * @param setApart has others work on a grant that was taken away from a round
   */
  Patience(Core core, BiConsumer<KeptGrant, Round> setApart) {
    this.core = core;
    this.setApart = setApart;
  }

  /**
   * Makes {@code call} for {@code keepers}.
   *
   * @param giveUp what is to be done about each, by its place, before others work on it
   * @return empty if it took too long: then nothing may be done any more for any of them
   */
  <T> Optional<T> call(
      Round round, List<KeptGrant> keepers, BatchSize size, Supplier<T> call, IntConsumer giveUp) {
    Moment start = core.now();
    Duration limit = limit(keepers);
    if (keepers.size() == 1) {
      return Optional.of(callForOne(keepers.get(0), start, limit, size, call));
    }
    Deadline deadline = new Deadline(round, keepers, giveUp);
    Scheduler.Handle timer = timer(limit, deadline);
    boolean inTime;
    T answer;
    try {
      answer = call.get();
    } finally {
      inTime = deadline.isMet();
      timer.cancel();
    }
    if (inTime) {
      size.took(keepers.size(), core.now().since(start));
      return Optional.of(answer);
    }
    size.tookTooLong(keepers.size());
    return Optional.empty();
  }

  private <T> T callForOne(
      KeptGrant keeper, Moment start, Duration limit, BatchSize size, Supplier<T> call) {
    keeper.grant().callBegins();
    try {
      return call.get();
    } finally {
      keeper.grant().callEnds();
      Duration time = core.now().since(start);
      if (time.compareTo(limit) > 0) {
        keeper.pace(KeptGrant.Pace.SLOW);
      } else {
        if (keeper.pace() == KeptGrant.Pace.SWIFT) {
          size.took(1, time); // one in doubt may be slow for itself only
        }
        keeper.pace(KeptGrant.Pace.SWIFT);
      }
    }
  }

  private Duration limit(List<KeptGrant> keepers) {
    Duration bound = Durations.share(core.store().lateWriteBound(), SHARE_OF_BOUND);
    long shortest = Ttl.MAX.toSeconds();
    for (KeptGrant keeper : keepers) {
      shortest = Math.min(shortest, keeper.grant().known().record().ttl().seconds());
    }
    return Durations.min(
        Durations.max(LEAST, bound), Durations.share(Duration.ofSeconds(shortest), SHARE_OF_TTL));
  }

  /** A scheduler that refuses it, since it is closed, keeps nobody alive any more. */
  private Scheduler.Handle timer(Duration limit, Deadline deadline) {
    try {
      return core.scheduler().after(limit, deadline::pass);
    } catch (RuntimeException closed) {
      return () -> {};
    }
  }

  /** Passes on the timer, or is met by the round; one of the two comes first. */
  private final class Deadline {
    private final Thread runner = Thread.currentThread();
    private final Round round;
    private final List<KeptGrant> keepers;
    private final IntConsumer giveUp;

    // Both guarded by this.
    private boolean met;
    private boolean passed;

    Deadline(Round round, List<KeptGrant> keepers, IntConsumer giveUp) {
      this.round = round;
      this.keepers = keepers;
      this.giveUp = giveUp;
    }

    synchronized boolean isMet() {
      met = true;
      return !passed;
    }

    /** The round that is over meanwhile waits here until all is done, and then knows. */
    private synchronized void pass() {
      if (met) {
        return;
      }
      passed = true;
      for (int i = 0; i < keepers.size(); i++) {
        KeptGrant keeper = keepers.get(i);
        giveUp.accept(i);
        keeper.grant().turn().takeFrom(runner);
        setApart.accept(keeper, round);
      }
      core.storeLane().isLate(runner);
      core.aside(this::log);
    }

    private void log() {
      Log.CORE.warn(
          "the store {} takes long for a batch of {}, {} among them: they are worked on one by one",
          core.store().location(),
          keepers.size(),
          keepers.get(0).grant().identity().key());
    }
  }
}
