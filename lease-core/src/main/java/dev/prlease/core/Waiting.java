package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.spi.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Waits for a lease that another session holds (rule P13).
 *
 * <p>A wait ends when it is time to poll, when the record that was seen expires, when the store
 * tells of a change, or when the timeout is over. Whatever ended it, the slot is looked at again
 * before anything is concluded (lesson L44): the next acquire decides, and it alone.
 */
final class Waiting {
  /** How often a wait looks whether the store told of a change; that is no I/O. */
  private static final Duration GLANCE = Duration.ofMillis(20);

  /** The least wait, so that a clock that is behind ours does not make us spin. */
  private static final Duration LEAST_WAIT = Duration.ofMillis(10);

  private static final double LEAST_SHARE_OF_POLL = 0.5;

  private final Core core;

  Waiting(Core core) {
    this.core = core;
  }

  /** One attempt to acquire. */
  interface Attempt {
    Acquisition tryOnce();
  }

  PrLease acquire(
      LeaseKey key,
      WaitOptions options,
      Attempt attempt,
      Consumer<? super AlreadyHeldException> holders)
      throws InterruptedException {
    try {
      return acquireUnlessInterrupted(key, options, attempt, holders);
    } catch (InterruptedException wordless) {
      InterruptedException told = new InterruptedException("interrupted while waiting for " + key);
      told.initCause(wordless);
      throw told;
    }
  }

  private PrLease acquireUnlessInterrupted(
      LeaseKey key,
      WaitOptions options,
      Attempt attempt,
      Consumer<? super AlreadyHeldException> holders)
      throws InterruptedException {
    Holders seen = new Holders(holders);
    Moment start = core.now();
    AtomicBoolean changed = new AtomicBoolean();
    Registration watch = null;
    try {
      while (true) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        changed.set(false);
        LeaseException obstacle;
        try {
          Acquisition acquisition = attempt.tryOnce();
          if (acquisition instanceof Acquisition.Granted granted) {
            return granted.lease();
          }
          obstacle = ((Acquisition.Held) acquisition).refusal();
        } catch (ContentionException busy) {
          obstacle = busy;
        }
        Duration left = options.timeout().minus(core.now().since(start));
        if (!Durations.isPositive(left)) {
          throw timedOut(key, core.now().since(start), obstacle);
        }
        seen.tell(obstacle);
        if (watch == null && core.store().isWatchable()) {
          // What changes from here on is told; what changed before, the next look shows at once.
          watch = core.store().watch(key, () -> changed.set(true));
          continue;
        }
        Duration pause = Durations.min(left, untilNextLook(options, obstacle));
        if (watch == null) {
          core.scheduler().pause(pause);
        } else {
          pauseUntil(changed, pause);
        }
      }
    } finally {
      if (watch != null) {
        watch.close();
      }
    }
  }

  private static LeaseException timedOut(LeaseKey key, Duration waited, LeaseException obstacle) {
    return obstacle instanceof AlreadyHeldException held
        ? new WaitTimeoutException(key, waited, held)
        : obstacle;
  }

  /** The poll, or until the record that was seen is over for others, whichever is sooner. */
  private Duration untilNextLook(WaitOptions options, LeaseException obstacle) {
    Duration poll = core.jitter().atLeast(LEAST_SHARE_OF_POLL, options.poll());
    if (!(obstacle instanceof AlreadyHeldException held)) {
      return poll;
    }
    Moment now = core.now();
    Duration untilOver = Duration.between(now.wall(), held.until()).plus(now.uncertainty());
    return Durations.max(LEAST_WAIT, Durations.min(poll, untilOver));
  }

  private void pauseUntil(AtomicBoolean changed, Duration longest) throws InterruptedException {
    long start = core.clock().ticks();
    Duration left = longest;
    while (Durations.isPositive(left) && !changed.get()) {
      core.scheduler().pause(Durations.min(left, GLANCE));
      left = longest.minus(Duration.ofNanos(core.clock().ticks() - start));
    }
  }

  /** Tells of each holding that is waited for once. */
  private static final class Holders {
    private final Consumer<? super AlreadyHeldException> listener;
    private Optional<AlreadyHeldException> last = Optional.empty();

    Holders(Consumer<? super AlreadyHeldException> listener) {
      this.listener = listener;
    }

    void tell(LeaseException obstacle) {
      if (obstacle instanceof AlreadyHeldException held && !isKnown(held)) {
        last = Optional.of(held);
        listener.accept(held);
      }
    }

    private boolean isKnown(AlreadyHeldException held) {
      return last.isPresent()
          && last.get().owner().equals(held.owner())
          && (last.get().fence().equals(held.fence())
              || !last.get().fence().isPresent()
              || !held.fence().isPresent());
    }
  }
}
