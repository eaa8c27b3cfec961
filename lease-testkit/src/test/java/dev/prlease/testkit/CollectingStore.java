package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Item;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Finding;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A reference store that collects its garbage and can be diagnosed, by the rules. It keeps no
 * times: whatever is in it was written just now, which is all that the contract's tests need.
 * Broken ones of the tests do one of its steps wrong.
 */
class CollectingStore extends ReferenceStore implements Collectable, Diagnosable {
  CollectingStore(Place place) {
    super(place);
  }

  @Override
  public Collected collect(CollectRequest request) {
    checkMayCollect();
    Run run = new Run(request);
    run.archived();
    String last = request.after().orElse("");
    for (String name : List.copyOf(place.slots.keySet())) {
      if (name.compareTo(begin(request)) <= 0) {
        continue;
      }
      if (!mayGoOn(request)) {
        return run.result(Optional.of(last));
      }
      look(run, name);
      last = name;
    }
    return run.result(Optional.empty());
  }

  /** As every call of a closed store does, this throws. */
  void checkMayCollect() {
    get(LeaseKey.pullRequest("nobody/nothing", 1));
  }

  String begin(CollectRequest request) {
    return request.after().orElse("");
  }

  boolean mayGoOn(CollectRequest request) {
    return request.time().isLeft();
  }

  /** Judges and removes in one step. */
  void look(Run run, String name) {
    synchronized (place) {
      Optional<Kept> kept = reasonToKeep(run.request, name);
      if (kept.isPresent()) {
        run.keep(kept.get());
      } else {
        run.remove(name);
      }
    }
  }

  Optional<Kept> reasonToKeep(CollectRequest request, String name) {
    if (place.obstructed.contains(name)) {
      return Optional.of(Kept.TROUBLED);
    }
    LeaseSlot slot = place.slots.get(name);
    if (slot instanceof LeaseSlot.Held) {
      return Optional.of(Kept.RECORD);
    }
    if (slot instanceof LeaseSlot.Unreadable) {
      return Optional.of(Kept.UNREADABLE);
    }
    return slot == null || isRecent(request, slot.fence())
        ? Optional.of(Kept.RECENT)
        : Optional.empty();
  }

  boolean isRecent(CollectRequest request, Fence fence) {
    return isWrittenTooLate(request) || fence.compareTo(Fence.at(request.releasedBefore())) >= 0;
  }

  static boolean isWrittenTooLate(CollectRequest request) {
    return !new SystemClock().now().isBefore(request.releasedBefore());
  }

  boolean isToRemove(CollectRequest request) {
    return request.mode() == CollectRequest.Mode.REMOVE;
  }

  boolean isArchiveOld(CollectRequest request) {
    return new SystemClock().now().isBefore(request.archivedBefore());
  }

  /** What becomes of a slot that goes. */
  void take(String name) {
    place.slots.remove(name);
  }

  @Override
  public List<Finding> diagnose() {
    return List.of(Finding.ok("reference", "there are " + place.slots.size() + " slots"));
  }

  /** One call. */
  final class Run {
    final CollectRequest request;
    private final List<Item> removed = new ArrayList<>();
    private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
    private final List<LeaseStoreException> troubles = new ArrayList<>();

    Run(CollectRequest request) {
      this.request = request;
    }

    private void archived() {
      synchronized (place) {
        if (isArchiveOld(request)) {
          place.archive.keySet().forEach(name -> removed.add(new Item(Kind.ARCHIVED, name)));
          if (isToRemove(request)) {
            place.archive.clear();
          }
        }
      }
    }

    void keep(Kept reason) {
      kept.merge(reason, 1, Integer::sum);
      if (reason == Kept.TROUBLED) {
        troubles.add(new LeaseStoreException(Optional.empty(), "obstructed", "Clear it.", null));
      }
    }

    void remove(String name) {
      removed.add(new Item(Kind.SLOT, name));
      if (isToRemove(request)) {
        take(name);
      }
    }

    private Collected result(Optional<String> next) {
      return new Collected(removed, kept, troubles, next);
    }
  }
}
