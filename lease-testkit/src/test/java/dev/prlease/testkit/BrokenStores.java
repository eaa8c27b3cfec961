package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Stores with one defect each, most of which somebody shipped (the L numbers). */
final class BrokenStores {
  private BrokenStores() {}

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

  /** A release forgets the fence. */
  static final class FenceLostOnRelease extends ReferenceStore {
    FenceLostOnRelease(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot slot(SlotVersion version, Content content) {
      return content.record().isPresent()
          ? super.slot(version, content)
          : LeaseSlot.Vacant.written(version, Fence.NONE, Optional.of(content.writeId()));
    }
  }

  /** A release sets the fence that it is told, be it lower. */
  static final class FenceSetBackOnRelease extends DelegatingStore {
    private final ReferenceStore behind;

    FenceSetBackOnRelease(ReferenceStore store) {
      super(store);
      behind = store;
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      if (change.next().isEmpty()
          && expected.equals(Expected.exactly(store.load(key).version()))
          && change.fence().isPresent()) {
        Content content =
            new Content(Optional.empty(), change.fence(), change.writeId(), change.replaced());
        return new Exchange.Swapped(behind.put(key, content));
      }
      return store.compareAndExchange(key, expected, change);
    }
  }

  /** A vacant slot without a fence is taken for one that has one. */
  static final class TakesFenceless extends DelegatingStore {
    TakesFenceless(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = store.load(key);
      return expected instanceof Expected.Vacant
              && current instanceof LeaseSlot.Vacant vacant
              && !vacant.knowsFence()
          ? store.compareAndExchange(key, Expected.exactly(current.version()), change)
          : store.compareAndExchange(key, expected, change);
    }
  }

  /** The fence proposed is taken as it is. */
  static final class TakesAnyFence extends DelegatingStore {
    TakesAnyFence(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      LeaseSlot current = store.load(key);
      return expected instanceof Expected.Vacant
              && current instanceof LeaseSlot.Vacant vacant
              && vacant.fence().isPresent()
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

  /** L7: keys are compared with case. */
  static final class CaseSensitive extends ReferenceStore {
    CaseSensitive(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return key.host() + "/" + key;
    }
  }

  /** L6: what is no letter or digit becomes an underscore. */
  static final class SloppyNames extends ReferenceStore {
    SloppyNames(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return super.name(key).replaceAll("[^A-Za-z0-9-]", "_");
    }
  }

  /** L43: the engine's collation folds more than ASCII. */
  static final class FoldsUnicode extends ReferenceStore {
    FoldsUnicode(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return super.name(key).toUpperCase(Locale.ROOT);
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

  /** Vacant slots are listed too. */
  static final class ListsVacant extends DelegatingStore {
    private final ReferenceStore behind;

    ListsVacant(ReferenceStore store) {
      super(store);
      behind = store;
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      List<ListedSlot> listed = new ArrayList<>(store.list(filter));
      synchronized (behind.place) {
        new HashMap<>(behind.place.slots)
            .forEach(
                (name, slot) -> {
                  if (slot instanceof LeaseSlot.Vacant) {
                    listed.add(ListedSlot.of(name, slot));
                  }
                });
      }
      return listed;
    }
  }

  /** A slot that cannot be read makes the listing fail. */
  static final class ListsAllOrNothing extends DelegatingStore {
    ListsAllOrNothing(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      List<ListedSlot> listed = store.list(filter);
      for (ListedSlot each : listed) {
        if (each instanceof ListedSlot.Troubled troubled) {
          throw troubled.trouble();
        }
      }
      return listed;
    }
  }

  /** Every record is listed as if it lay in the slot of its own key. */
  static final class ListsByRecord extends DelegatingStore {
    ListsByRecord(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return store.list(filter).stream()
          .map(
              each ->
                  each instanceof ListedSlot.Found found
                      ? ListedSlot.of(found.name(), found.slot())
                      : each)
          .toList();
    }
  }

  /** The filter is ignored. */
  static final class ListsEverything extends DelegatingStore {
    ListsEverything(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return store.list(LeaseFilter.ALL);
    }
  }

  /** L30: a batch ends at its first failure. */
  static final class BatchGivesUp extends DelegatingStore {
    BatchGivesUp(LeaseStore store) {
      super(store);
    }

    @Override
    public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
      List<ExchangeResult> results = new ArrayList<>();
      LeaseException failed = null;
      for (ExchangeRequest each : requests) {
        try {
          results.add(
              failed == null
                  ? new ExchangeResult.Answered(
                      each.key(),
                      store.compareAndExchange(each.key(), each.expected(), each.change()))
                  : new ExchangeResult.Failed(each.key(), failed));
        } catch (LeaseException failure) {
          failed = failure;
          results.add(new ExchangeResult.Failed(each.key(), failure));
        }
      }
      return results;
    }
  }

  /** L30: a batch of keys fails as a whole. */
  static final class ReadsAllOrNothing extends DelegatingStore {
    ReadsAllOrNothing(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      List<LoadResult> results = new ArrayList<>();
      for (LeaseKey key : keys) {
        results.add(new LoadResult.Answered(key, store.load(key)));
      }
      return results;
    }
  }

  /** The results of a batch come as the engine has them. */
  static final class ReadsInItsOwnOrder extends DelegatingStore {
    ReadsInItsOwnOrder(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return store.loadAll(keys).stream()
          .sorted(Comparator.comparing(result -> result.key().toString()))
          .toList();
    }
  }

  /** A batch has no rows for slots that were never written. */
  static final class ReadsNoAbsentOnes extends DelegatingStore {
    ReadsNoAbsentOnes(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return store.loadAll(keys).stream()
          .filter(
              result ->
                  !(result instanceof LoadResult.Answered answered
                      && answered.slot().equals(store.load(LeaseKey.parse("nobody/nothing#1")))))
          .toList();
    }
  }

  /** A batch is answered from what an earlier one brought. */
  static final class ReadsBatchesFromACache extends DelegatingStore {
    private final Map<LeaseKey, LoadResult> cache = new ConcurrentHashMap<>();

    ReadsBatchesFromACache(LeaseStore store) {
      super(store);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      return keys.stream()
          .map(key -> cache.computeIfAbsent(key, each -> store.loadAll(List.of(each)).get(0)))
          .toList();
    }
  }

  /** L45: an interrupt ends an operation. */
  static final class GivesUpWhenInterrupted extends DelegatingStore {
    GivesUpWhenInterrupted(LeaseStore store) {
      super(store);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      if (Thread.currentThread().isInterrupted()) {
        throw new LeaseStoreException(Optional.of(key), "interrupted", "Try again.", null);
      }
      return store.load(key);
    }
  }

  /** The interrupt is swallowed. */
  static final class SwallowsInterrupt extends DelegatingStore {
    SwallowsInterrupt(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      boolean unused = Thread.interrupted();
      return store.compareAndExchange(key, expected, change);
    }
  }

  /** Closing does nothing. */
  static final class StaysOpen extends DelegatingStore {
    StaysOpen(LeaseStore store) {
      super(store);
    }

    @Override
    public void close() {}
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

  /** L37: a lost answer is reported as if nothing had been written. */
  static final class DeniesLostAnswers extends DelegatingStore {
    DeniesLostAnswers(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      try {
        return store.compareAndExchange(key, expected, change);
      } catch (LeaseStoreException unknown) {
        throw new LeaseStoreException(Optional.of(key), "it failed", "Try again.", unknown);
      }
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

  /** L42: the engine's names end after 65 characters. */
  static final class CutsNames extends ReferenceStore {
    CutsNames(Place place) {
      super(place);
    }

    @Override
    protected String name(LeaseKey key) {
      String name = super.name(key);
      return name.length() <= 65 ? name : name.substring(0, 65);
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
