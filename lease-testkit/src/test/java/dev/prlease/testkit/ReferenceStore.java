package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The simplest store that keeps every rule: get, put if the version is still that one, under one
 * lock. Broken stores of the tests are this one with one thing done wrong.
 */
class ReferenceStore extends AbstractLeaseStore {
  /** What the openings of one place share. */
  static final class Place {
    /** Written under the monitor only; what is broken may read without it. */
    final Map<String, LeaseSlot> slots = new ConcurrentSkipListMap<>();

    /** What {@link ReferenceOverlap} has not committed. */
    final Map<String, LeaseSlot> uncommitted = new ConcurrentHashMap<>();

    /** What {@link BrokenCollections.RemovesWithoutALook} has decided to remove. */
    final Set<String> decided = ConcurrentHashMap.newKeySet();

    final Map<String, byte[]> unreadable = new TreeMap<>();
    final Map<String, List<byte[]>> archive = new TreeMap<>();
    final List<String> obstructed = new ArrayList<>();
    private final Exchanger<String> gap = new Exchanger<>();
    private long writes;

    /** For broken stores: a racing thread waits a moment for another to come to the same place. */
    void lingerInTheGap() {
      if (!Thread.currentThread().getName().equals("crew")) {
        return;
      }
      try {
        gap.exchange("", 5, TimeUnit.MILLISECONDS);
      } catch (TimeoutException alone) {
        return;
      } catch (InterruptedException interrupt) {
        Thread.currentThread().interrupt();
      }
    }

    /** Whether {@link ReferenceOverlap} holds the lock. */
    boolean isTaken() {
      return !uncommitted.isEmpty();
    }

    synchronized SlotVersion nextVersion() {
      writes++;
      return new SlotVersion("v" + writes);
    }
  }

  final Place place;
  private volatile boolean closed;

  ReferenceStore(Place place) {
    this.place = place;
  }

  /** What a slot is called; equal keys have the same name. */
  protected String name(LeaseKey key) {
    LeaseKey canonical = key.canonical();
    return canonical.host() + "/" + canonical;
  }

  @Override
  protected LeaseSlot get(LeaseKey key) {
    checkUsable(Optional.of(key));
    synchronized (place) {
      return place.slots.getOrDefault(
          name(key), LeaseSlot.Vacant.absent(new SlotVersion("absent")));
    }
  }

  @Override
  protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
    checkUsable(Optional.of(key));
    synchronized (place) {
      if (!get(key).version().equals(current.version())) {
        return Optional.empty();
      }
      return Optional.of(put(key, next));
    }
  }

  /** Writes a slot whatever it holds. */
  final LeaseSlot put(LeaseKey key, Content next) {
    synchronized (place) {
      if (next.replaced() == Change.Replaced.ARCHIVE) {
        byte[] bytes = place.unreadable.getOrDefault(name(key), new byte[0]);
        place.archive.computeIfAbsent(name(key), fresh -> new ArrayList<>()).add(bytes);
      }
      place.unreadable.remove(name(key));
      LeaseSlot written = slot(place.nextVersion(), next);
      place.slots.put(name(key), written);
      return written;
    }
  }

  /** The slot that {@code content} makes. */
  protected LeaseSlot slot(SlotVersion version, Content content) {
    Optional<WriteId> writeId = Optional.of(content.writeId());
    return content
        .record()
        .map(record -> (LeaseSlot) new LeaseSlot.Held(version, record, writeId))
        .orElseGet(() -> LeaseSlot.Vacant.written(version, content.fence(), writeId));
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    checkUsable(Optional.empty());
    List<ListedSlot> listed = new ArrayList<>();
    synchronized (place) {
      place.slots.forEach(
          (name, slot) -> {
            if (place.obstructed.contains(name)) {
              listed.add(
                  new ListedSlot.Troubled(name, Optional.empty(), unusable(Optional.empty())));
            } else if (passes(filter, slot)) {
              listed.add(new ListedSlot.Found(name, keyOf(name, slot), slot));
            }
          });
    }
    return listed;
  }

  /** Names do not lead back to keys here, so the key of a slot is known from its own record. */
  private Optional<LeaseKey> keyOf(String name, LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held && name(held.record().key()).equals(name)
        ? Optional.of(held.record().key())
        : Optional.empty();
  }

  private static boolean passes(LeaseFilter filter, LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held
        ? filter.matches(held.record())
        : slot instanceof LeaseSlot.Unreadable && filter.equals(LeaseFilter.ALL);
  }

  @Override
  public String location() {
    return "reference:";
  }

  @Override
  public void close() {
    closed = true;
  }

  private void checkUsable(Optional<LeaseKey> key) {
    synchronized (place) {
      if (closed || key.filter(each -> place.obstructed.contains(name(each))).isPresent()) {
        throw unusable(key);
      }
    }
  }

  private static LeaseStoreException unusable(Optional<LeaseKey> key) {
    return new LeaseStoreException(key, "the store cannot be used", "Open it again.", null);
  }

  /** A place as tests want it, of any store that differs from this in one thing. */
  static class Fixture implements StoreFixture, RawSlots {
    final Place place = new Place();

    @Override
    public LeaseStore open() {
      return new ReferenceStore(place);
    }

    @Override
    public Optional<RawSlots> raw() {
      return Optional.of(this);
    }

    @Override
    public void write(LeaseKey key, byte[] bytes) {
      putRaw(
          key,
          new LeaseSlot.Unreadable(
              place.nextVersion(), LeaseSlot.Defect.CORRUPT, "no record", Optional.empty()));
      place.unreadable.put(name(key), bytes.clone());
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      putRaw(key, olderProgramsSlot(record));
    }

    private LeaseSlot olderProgramsSlot(Optional<LeaseRecord> record) {
      SlotVersion version = place.nextVersion();
      return record
          .map(SampleLeases::asOlderProgramWrites)
          .map(each -> (LeaseSlot) new LeaseSlot.Held(version, each, Optional.empty()))
          .orElseGet(() -> LeaseSlot.Vacant.written(version, Fence.NONE, Optional.empty()));
    }

    @Override
    public Optional<Overlap> overlap() {
      return Optional.of(
          (key, next) -> new ReferenceOverlap(place, name(key), olderProgramsSlot(next)));
    }

    private void putRaw(LeaseKey key, LeaseSlot slot) {
      synchronized (place) {
        place.slots.put(name(key), slot);
      }
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      synchronized (place) {
        return place.archive.getOrDefault(name(key), List.of());
      }
    }

    @Override
    public Optional<Obstacle> obstacle() {
      return Optional.of(this::obstruct);
    }

    private Runnable obstruct(LeaseKey key) {
      synchronized (place) {
        place.obstructed.add(name(key));
      }
      return () -> {
        synchronized (place) {
          place.obstructed.clear();
        }
      };
    }

    @Override
    public Optional<LeaseStore> openLosingNextAnswer() {
      return Optional.of(
          new FaultyLeaseStore(open(), new ManualScheduler(new ManualClock()), Duration.ZERO)
              .next(StoreCall.Operation.EXCHANGE, Fault.loseAnswer()));
    }

    /** What the slot of {@code key} is called here. */
    protected String name(LeaseKey key) {
      return new ReferenceStore(place).name(key);
    }
  }
}
