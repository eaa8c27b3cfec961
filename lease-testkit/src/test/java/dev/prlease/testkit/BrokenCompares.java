package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores that let two win, or one that should not, most of which somebody shipped (the L numbers).
 */
final class BrokenCompares {
  private BrokenCompares() {}

  /** L2: an unreadable slot is overwritten without a compare. */
  static final class BlindReclaim extends ReferenceStore {
    BlindReclaim(Place place) {
      super(place);
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      if (current instanceof LeaseSlot.Unreadable) {
        place.lingerInTheGap();
        return Optional.of(put(key, next));
      }
      return super.putIfVersion(key, current, next);
    }
  }

  /** Compare and write are two steps, with a gap between. */
  static final class CheckThenAct extends ReferenceStore {
    CheckThenAct(Place place) {
      super(place);
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      if (!get(key).version().equals(current.version())) {
        return Optional.empty();
      }
      place.lingerInTheGap();
      return Optional.of(put(key, next));
    }
  }

  /** L1: each opening has a lock of its own. */
  static final class LocksPerOpening extends ReferenceStore {
    LocksPerOpening(Place place) {
      super(place);
    }

    @Override
    protected synchronized Optional<LeaseSlot> putIfVersion(
        LeaseKey key, LeaseSlot current, Content next) {
      if (!get(key).version().equals(current.version())) {
        return Optional.empty();
      }
      place.lingerInTheGap();
      return Optional.of(put(key, next));
    }
  }

  /** The slot is compared before the lock is taken, and written by what was seen then. */
  static final class ReadsBeforeItLocks extends ReferenceStore {
    ReadsBeforeItLocks(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot get(LeaseKey key) {
      return place.slots.getOrDefault(
          name(key), LeaseSlot.Vacant.absent(new SlotVersion("absent")));
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      return get(key).version().equals(current.version())
          ? Optional.of(put(key, next))
          : Optional.empty();
    }
  }

  /** An exact version is met by a slot that looks the same. */
  static final class ComparesContent extends DelegatingStore {
    private final Map<SlotVersion, LeaseSlot> known = new ConcurrentHashMap<>();

    ComparesContent(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = load(key);
      Expected compared = expected;
      if (expected instanceof Expected.Exactly exactly
          && looksLike(known.get(exactly.version()), current)) {
        compared = Expected.exactly(current.version());
      }
      Exchange exchange = store.compareAndExchange(key, compared, change);
      known.put(exchange.slot().version(), exchange.slot());
      return exchange;
    }

    private static boolean looksLike(@Nullable LeaseSlot expected, LeaseSlot current) {
      return expected instanceof LeaseSlot.Held a
          && current instanceof LeaseSlot.Held b
          && a.record().equals(b.record());
    }
  }

  /** A refusal is reported as a swap. */
  static final class ClaimsToHaveSwapped extends DelegatingStore {
    ClaimsToHaveSwapped(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      return new Exchange.Swapped(store.compareAndExchange(key, expected, change).slot());
    }
  }

  /** The store decides by a clock that a record is over. */
  static final class JudgesExpiry extends DelegatingStore {
    JudgesExpiry(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = store.load(key);
      return expected instanceof Expected.Vacant
              && current instanceof LeaseSlot.Held held
              && held.record().isExpired(ManualClock.START)
          ? store.compareAndExchange(key, Expected.exactly(current.version()), change)
          : store.compareAndExchange(key, expected, change);
    }
  }

  /** L17: a failed compare rewrites the slot as it is. */
  static final class RewritesOnRefusal extends DelegatingStore {
    private final ReferenceStore behind;

    RewritesOnRefusal(ReferenceStore store) {
      super(store);
      behind = store;
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      Exchange exchange = store.compareAndExchange(key, expected, change);
      if (exchange instanceof Exchange.Refused && exchange.slot() instanceof LeaseSlot.Held held) {
        behind.put(
            key,
            new Content(
                Optional.of(held.record()),
                held.fence(),
                held.writeId().orElseGet(WriteId::random),
                Change.Replaced.DISCARD));
      }
      return exchange;
    }
  }

  /** L39: one connection for all threads, so that one's question gets another's answer. */
  static final class SharesScratch extends ReferenceStore {
    private volatile LeaseKey asked = SampleLeases.KEY;

    SharesScratch(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot get(LeaseKey key) {
      asked = key;
      place.lingerInTheGap();
      return super.get(asked);
    }
  }
}
