package dev.prlease.testkit;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected.Kept;
import java.util.Optional;

/** Stores whose garbage collection is wrong. */
final class BrokenCollections {
  private BrokenCollections() {}

  /** A lease that is over is garbage to it, though its owner may not know yet. */
  static final class CollectsExpired extends CollectingStore {
    CollectsExpired(Place place) {
      super(place);
    }

    @Override
    Optional<Kept> reasonToKeep(CollectRequest request, String name) {
      Optional<Kept> reason = super.reasonToKeep(request, name);
      return reason.filter(each -> each != Kept.RECORD || !isExpired(name, request));
    }

    private boolean isExpired(String name, CollectRequest request) {
      return place.slots.get(name) instanceof LeaseSlot.Held held
          && held.record().expiresAt().isBefore(request.releasedBefore());
    }
  }

  /** What cannot be read is garbage to it, and nobody can look at it any more. */
  static final class CollectsUnreadable extends CollectingStore {
    CollectsUnreadable(Place place) {
      super(place);
    }

    @Override
    Optional<Kept> reasonToKeep(CollectRequest request, String name) {
      return super.reasonToKeep(request, name).filter(each -> each != Kept.UNREADABLE);
    }
  }

  /** Whatever is vacant goes, however young. */
  static final class CollectsYoung extends CollectingStore {
    CollectsYoung(Place place) {
      super(place);
    }

    @Override
    boolean isRecent(CollectRequest request, Fence fence) {
      return false;
    }
  }

  /** A fence that the clock has not reached goes, so the next one is less. */
  static final class CollectsFencesAhead extends CollectingStore {
    CollectsFencesAhead(Place place) {
      super(place);
    }

    @Override
    boolean isRecent(CollectRequest request, Fence fence) {
      return isWrittenTooLate(request);
    }
  }

  /** A mark stays where the slot was. */
  static final class LeavesMarks extends CollectingStore {
    LeavesMarks(Place place) {
      super(place);
    }

    @Override
    void take(String name) {
      place.slots.put(name, LeaseSlot.Vacant.absent(new SlotVersion("removed")));
    }
  }

  /** Only to look removes, too. */
  static final class RemovesInDryRuns extends CollectingStore {
    RemovesInDryRuns(Place place) {
      super(place);
    }

    @Override
    boolean isToRemove(CollectRequest request) {
      return true;
    }
  }

  /** What was archived goes with the slots, however young. */
  static final class CollectsYoungArchives extends CollectingStore {
    CollectsYoungArchives(Place place) {
      super(place);
    }

    @Override
    boolean isArchiveOld(CollectRequest request) {
      return true;
    }
  }

  /** Each call begins with the first slot again. */
  static final class BeginsAgain extends CollectingStore {
    BeginsAgain(Place place) {
      super(place);
    }

    @Override
    String begin(CollectRequest request) {
      return "";
    }
  }

  /** It looks at all slots, whatever time there is. */
  static final class TakesItsTime extends CollectingStore {
    TakesItsTime(Place place) {
      super(place);
    }

    @Override
    boolean mayGoOn(CollectRequest request) {
      return true;
    }
  }

  /** One slot that cannot be used ends it all. */
  static final class GivesUpCollecting extends CollectingStore {
    GivesUpCollecting(Place place) {
      super(place);
    }

    @Override
    void look(Run run, String name) {
      if (place.obstructed.contains(name)) {
        throw new LeaseStoreException(Optional.empty(), "obstructed", "Clear it.", null);
      }
      super.look(run, name);
    }
  }

  /**
   * It judges first and removes then, without another look: here another collector that decided the
   * same is late, and removes the slot when it is in use again.
   */
  static final class RemovesWithoutALook extends CollectingStore {
    RemovesWithoutALook(Place place) {
      super(place);
    }

    @Override
    void take(String name) {
      super.take(name);
      place.decided.add(name);
    }

    @Override
    protected Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
      Optional<LeaseSlot> written = super.putIfVersion(key, current, next);
      if (next.record().isPresent() && place.decided.remove(name(key))) {
        synchronized (place) {
          place.slots.remove(name(key));
        }
      }
      return written;
    }
  }

  /** A closed store still collects. */
  static final class CollectsWhenClosed extends CollectingStore {
    CollectsWhenClosed(Place place) {
      super(place);
    }

    @Override
    void checkMayCollect() {}
  }
}
