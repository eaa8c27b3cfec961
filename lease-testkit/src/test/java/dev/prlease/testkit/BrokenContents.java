package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Stores that show something else than was written. */
final class BrokenContents {
  private BrokenContents() {}

  /** The version is a digest of the content. */
  static final class DigestAsVersion extends ReferenceStore {
    DigestAsVersion(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      int digest = Objects.hash(content.record(), content.fence());
      return super.slot(new SlotVersion("digest-" + digest), content);
    }
  }

  /** The write id is not kept. */
  static final class DropsWriteId extends ReferenceStore {
    DropsWriteId(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      LeaseSlot slot = super.slot(version, content);
      return slot instanceof LeaseSlot.Held held
          ? new LeaseSlot.Held(version, held.record(), Optional.empty())
          : slot;
    }
  }

  /** Each opening remembers what it loaded until it writes itself. */
  static final class Caches extends DelegatingStore {
    private final Map<LeaseKey, LeaseSlot> cache = new ConcurrentHashMap<>();

    Caches(LeaseStore store) {
      super(store);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      return cache.computeIfAbsent(key, store::load);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      cache.remove(key);
      return store.compareAndExchange(key, expected, change);
    }
  }

  /** A read sees what a transaction has not committed. */
  static final class ShowsUncommitted extends ReferenceStore {
    ShowsUncommitted(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot get(LeaseKey key) {
      LeaseSlot uncommitted = place.uncommitted.get(name(key));
      return uncommitted == null ? super.get(key) : uncommitted;
    }
  }

  /** L51: it is bounded, by forgetting slots that are held. */
  static final class ForgetsOldest extends ReferenceStore {
    private static final int LIMIT = 60;

    ForgetsOldest(Place place) {
      super(place);
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      Optional<LeaseSlot> written = super.putIfVersion(key, current, next);
      synchronized (place) {
        if (place.slots.size() > LIMIT) {
          place.slots.keySet().removeIf(name -> !name.equals(name(key)));
        }
      }
      return written;
    }
  }

  /** What lies in the future is shown as unreadable. */
  static final class JudgesFuture extends DelegatingStore {
    JudgesFuture(LeaseStore store) {
      super(store);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      LeaseSlot slot = store.load(key);
      Instant limit = ManualClock.START.plusSeconds(86_400);
      return slot instanceof LeaseSlot.Held held && held.record().acquiredAt().isAfter(limit)
          ? new LeaseSlot.Unreadable(
              slot.version(), LeaseSlot.Defect.FROM_THE_FUTURE, "too late", slot.writeId())
          : slot;
    }
  }

  /** L3: what does not decode is taken for nothing. */
  static final class UnreadableAsVacant extends DelegatingStore {
    UnreadableAsVacant(LeaseStore store) {
      super(store);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      LeaseSlot slot = store.load(key);
      return slot instanceof LeaseSlot.Unreadable ? LeaseSlot.Vacant.absent(slot.version()) : slot;
    }
  }

  /** Nothing is ever archived. */
  static final class ForgetsArchive extends ReferenceStore {
    ForgetsArchive(Place place) {
      super(place);
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      return super.putIfVersion(
          key,
          current,
          new Content(next.record(), next.fence(), next.writeId(), Change.Replaced.DISCARD));
    }
  }

  /** L22: times are cut to milliseconds also where somebody else wrote them. */
  static final class CutsTimes extends ReferenceStore {
    CutsTimes(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      LeaseSlot slot = super.slot(version, content);
      return slot instanceof LeaseSlot.Held held
          ? new LeaseSlot.Held(version, cut(held.record()), held.writeId())
          : slot;
    }

    private static LeaseRecord cut(LeaseRecord record) {
      return record.refreshed(LeaseRecord.cut(record.acquiredAt()), record.ttl());
    }
  }

  /** L21: times are kept as local ones, of a zone that has daylight saving. */
  static final class KeepsLocalTimes extends ReferenceStore {
    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    KeepsLocalTimes(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      LeaseSlot slot = super.slot(version, content);
      return slot instanceof LeaseSlot.Held held
          ? new LeaseSlot.Held(version, local(held.record()), held.writeId())
          : slot;
    }

    private static LeaseRecord local(LeaseRecord record) {
      LocalDateTime local = LocalDateTime.ofInstant(record.acquiredAt(), ZONE);
      return record.refreshed(local.atZone(ZONE).toInstant(), record.ttl());
    }
  }
}
