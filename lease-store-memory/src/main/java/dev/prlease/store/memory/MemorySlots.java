package dev.prlease.store.memory;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseSlot.Held;
import dev.prlease.api.LeaseSlot.Vacant;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SlotRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The slots themselves, shared by all openings of one name.
 *
 * <p><b>Concurrency.</b> Each key has a cell; a cell refers to the slot as last written. An
 * exchange reads the cell, decides by the pure rules, and puts the next slot there by one atomic
 * compare of the <em>reference</em>. Every write makes a new slot object, so the reference changes
 * with every write and comes back with none: the compare is one of versions, never of content (rule
 * LS-3). The swap itself is the point at which an exchange takes effect; a load's is its read of
 * the cell. An exchange that loses the compare looks again: with an exact version it is then
 * refused, with {@code vacant} it may still be met. Somebody else's swap is what makes it look
 * again, so all threads together always progress, and nobody blocks.
 *
 * <p>A slot that is old garbage is removed in two steps: the same compare puts {@link #REMOVED}
 * there, and from then on the cell is dead; then it is taken out of the map. Who meets a dead cell
 * takes it out himself and goes on with the key's next one, so no write gets lost in it.
 */
final class MemorySlots {
  private static final LeaseSlot ABSENT = Vacant.absent(new SlotVersion("absent"));

  /**
   * Equal to {@link #ABSENT}, and another object: what a cell refers to that is no key's any more.
   */
  private static final LeaseSlot REMOVED = Vacant.absent(new SlotVersion("absent"));

  private final ConcurrentHashMap<LeaseKey, Cell> cells = new ConcurrentHashMap<>();
  private final AtomicLong versions = new AtomicLong();
  private final Watches watches = new Watches();

  LeaseSlot get(LeaseKey key) {
    Cell cell = cells.get(key);
    return cell == null ? ABSENT : cell.slot;
  }

  Exchange exchange(LeaseKey key, Expected expected, Change change) {
    Cell cell = cells.get(key);
    if (cell == null) {
      cell = cells.computeIfAbsent(key.canonical(), fresh -> new Cell());
    }
    while (true) {
      LeaseSlot current = cell.slot;
      if (current == REMOVED) {
        cells.remove(key, cell);
        cell = cells.computeIfAbsent(key.canonical(), fresh -> new Cell());
        continue;
      }
      Optional<AbstractLeaseStore.Content> content = SlotRules.next(current, expected, change);
      if (content.isEmpty()) {
        return new Exchange.Refused(current);
      }
      LeaseSlot next = slot(content.get());
      if (Cell.SLOT.compareAndSet(cell, current, next)) {
        watches.changed(key);
        return new Exchange.Swapped(next);
      }
    }
  }

  List<ListedSlot> list(LeaseFilter filter) {
    List<ListedSlot> found = new ArrayList<>();
    for (Map.Entry<LeaseKey, Cell> entry : cells.entrySet()) {
      if (entry.getValue().slot instanceof Held held && filter.matches(held.record())) {
        found.add(ListedSlot.of(entry.getKey().toString(), held));
      }
    }
    return found;
  }

  /** Removes what {@code request} asks for; there is no archive, and nothing is left by writers. */
  Collected collect(CollectRequest request) {
    MemoryCollection collection = new MemoryCollection(request);
    for (Map.Entry<String, LeaseKey> each : inOrder(request.after().orElse("")).entrySet()) {
      if (!collection.goesOnTo(each.getKey())) {
        break;
      }
      Cell cell = cells.get(each.getValue());
      if (cell != null) {
        collect(each.getValue(), cell, collection);
      }
    }
    return collection.result();
  }

  private void collect(LeaseKey key, Cell cell, MemoryCollection collection) {
    LeaseSlot seen = cell.slot;
    if (seen == REMOVED || !collection.isGarbage(seen)) {
      return;
    }
    if (!collection.removes()) {
      collection.remove(seen);
    } else if (Cell.SLOT.compareAndSet(cell, seen, REMOVED)) {
      cells.remove(key, cell);
      collection.remove(seen);
    } else {
      collection.keep(Collected.Kept.BUSY);
    }
  }

  private NavigableMap<String, LeaseKey> inOrder(String after) {
    TreeMap<String, LeaseKey> byName = new TreeMap<>();
    for (LeaseKey key : cells.keySet()) {
      byName.put(key.toString(), key);
    }
    return byName.tailMap(after, false);
  }

  Registration watch(LeaseKey key, Runnable onChange, Executor listeners) {
    return watches.add(key, onChange, listeners);
  }

  private LeaseSlot slot(AbstractLeaseStore.Content content) {
    SlotVersion version = new SlotVersion(Long.toString(versions.incrementAndGet()));
    return content.record().isPresent()
        ? new Held(version, content.record().get(), Optional.of(content.writeId()))
        : Vacant.written(version, content.fence(), Optional.of(content.writeId()));
  }

  /** Where a slot is; an {@code AtomicReference} that is never null. */
  private static final class Cell {
    static final AtomicReferenceFieldUpdater<Cell, LeaseSlot> SLOT =
        AtomicReferenceFieldUpdater.newUpdater(Cell.class, LeaseSlot.class, "slot");

    volatile LeaseSlot slot = ABSENT;
  }
}
