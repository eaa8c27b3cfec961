package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseSlot.Defect;
import dev.prlease.api.LeaseSlot.Unreadable;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A store in front of another that shows slots as unreadable when a test wants it, also where the
 * store itself can hold nothing that does not decode.
 *
 * <p>Safe for use by several threads at once.
 */
public final class UnreadableSlots implements LeaseStore {
  private record Place(LeaseKey key, SlotVersion version) {}

  private record Trouble(Defect defect, String reason) {}

  private static final SessionId NOBODY = SessionId.of("stands-for-unreadable-bytes");

  private final LeaseStore store;
  private final Map<Place, Trouble> troubles = new ConcurrentHashMap<>();
  private final List<LeaseKey> archived = new CopyOnWriteArrayList<>();

  /** In front of {@code store}. */
  public UnreadableSlots(LeaseStore store) {
    this.store = store;
  }

  /** Makes the slot of {@code key} unreadable, whatever it held. */
  public void spoil(LeaseKey key, Defect defect) {
    // A record stands for the bytes, so that the store's own compare refuses "vacant".
    store.store(LeaseRecord.of(key, NOBODY, Instant.EPOCH, Ttl.DEFAULT));
    troubles.put(
        new Place(key, store.load(key).version()),
        new Trouble(defect, "bytes that a test put there"));
  }

  /** The keys of which something was archived, once for each time. */
  public List<LeaseKey> archived() {
    return List.copyOf(archived);
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    return shown(key, store.load(key));
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    Exchange exchange = store.compareAndExchange(key, expected, change);
    if (exchange instanceof Exchange.Refused refused) {
      return new Exchange.Refused(shown(key, refused.slot()));
    }
    if (change.replaced() == Change.Replaced.ARCHIVE || isSpoilt(key, expected)) {
      archived.add(key);
    }
    return exchange;
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    List<ListedSlot> shown = new ArrayList<>();
    for (ListedSlot each : store.list(LeaseFilter.ALL)) {
      ListedSlot now = each instanceof ListedSlot.Found found ? shown(found) : each;
      if (passes(filter, now)) {
        shown.add(now);
      }
    }
    return shown;
  }

  private ListedSlot shown(ListedSlot.Found found) {
    return found.slot() instanceof LeaseSlot.Held held
        ? new ListedSlot.Found(found.name(), found.key(), shown(held.record().key(), held))
        : found;
  }

  private static boolean passes(LeaseFilter filter, ListedSlot listed) {
    if (!(listed instanceof ListedSlot.Found found)) {
      return listed.key().map(filter::mayMatch).orElse(true);
    }
    return found.slot() instanceof LeaseSlot.Held held
        ? filter.matches(held.record())
        : filter.equals(LeaseFilter.ALL);
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Duration lateWriteBound() {
    return store.lateWriteBound();
  }

  @Override
  public void close() {
    store.close();
  }

  private boolean isSpoilt(LeaseKey key, Expected expected) {
    return expected instanceof Expected.Exactly exactly
        && troubles.containsKey(new Place(key, exactly.version()));
  }

  private LeaseSlot shown(LeaseKey key, LeaseSlot slot) {
    Trouble trouble = troubles.get(new Place(key, slot.version()));
    return trouble == null
        ? slot
        : new Unreadable(slot.version(), trouble.defect(), trouble.reason(), slot.writeId());
  }
}
