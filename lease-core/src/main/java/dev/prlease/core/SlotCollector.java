package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes what a store still keeps of leases that were released long ago. It changes nothing about
 * who owns what, and so tells no audit.
 *
 * <p>Safe for use by several threads at once, and while leases of the store are used.
 */
public final class SlotCollector {
  private final LeaseStore store;
  private final Collectable collectable;
  private final Clock clock;

  private SlotCollector(LeaseStore store, Collectable collectable, Clock clock) {
    this.store = store;
    this.collectable = collectable;
    this.clock = clock;
  }

  /**
   * One for {@code store}; empty if it keeps nothing of a released lease, or cannot remove it.
   *
   * @param clock that by which leases of the store are judged
   */
  public static Optional<SlotCollector> of(LeaseStore store, Clock clock) {
    return store instanceof Collectable collectable
        ? Optional.of(new SlotCollector(store, collectable, clock))
        : Optional.empty();
  }

  /**
   * Collects, until all was looked at or the time is over; {@link Collected#next} tells which.
   *
   * @throws LeaseStoreException if the store failed, or nobody knows what time it is
   */
  public Collected collect(CollectOptions options) {
    Clock.Reading now = clock.reading();
    long start = now.ticks();
    Instant released = before(now, options.olderThan());
    Instant archived = before(now, Durations.max(options.olderThan(), CollectOptions.ARCHIVE_AGE));
    CollectRequest request =
        new CollectRequest(
            released,
            archived,
            options.mode(),
            options.after(),
            () -> Duration.ofNanos(clock.ticks() - start).compareTo(options.atMost()) < 0);
    try {
      return checked(collectable.collect(request));
    } catch (LeaseException declared) {
      throw declared;
    } catch (RuntimeException | LinkageError undeclared) {
      throw senseless("threw " + undeclared, undeclared);
    }
  }

  /** The latest time that is certainly {@code age} ago. */
  private Instant before(Clock.Reading now, Duration age) {
    Duration uncertainty = now.uncertainty();
    if (uncertainty.compareTo(CollectOptions.LEAST_AGE) >= 0) {
      throw new LeaseStoreException(
          Optional.empty(),
          "the time is not certain enough to tell what is old in " + store.location(),
          "Try again in a moment.",
          null);
    }
    return now.now().minus(age).minus(uncertainty);
  }

  private Collected checked(Collected answer) {
    if (Objects.isNull(answer)) {
      throw senseless("returned null", null);
    }
    return answer;
  }

  private LeaseStoreException senseless(String what, @Nullable Throwable cause) {
    return new LeaseStoreException(
        Optional.empty(),
        "the store "
            + store.location()
            + " ("
            + store.getClass().getName()
            + ") "
            + what
            + " in collect",
        "Tell the makers of that store: no store may do this.",
        cause);
  }
}
