package dev.prlease.store.memory;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges slots for garbage collection, and keeps the record of it. When a lease was released its
 * fence alone tells: a slot without one stays. Used once, by one thread.
 */
final class MemoryCollection {
  private final CollectRequest request;
  private final Fence leastRecent;
  private final List<Collected.Item> removed = new ArrayList<>();
  private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
  private String last;
  private boolean complete = true;

  MemoryCollection(CollectRequest request) {
    this.request = request;
    this.leastRecent = Fence.at(request.releasedBefore());
    this.last = request.after().orElse("");
  }

  /** Whether {@code name} is to be looked at; if not, this is over. */
  boolean goesOnTo(String name) {
    complete = request.time().isLeft();
    last = complete ? name : last;
    return complete;
  }

  /** Whether what is garbage is removed, and not told alone. */
  boolean removes() {
    return request.mode() == CollectRequest.Mode.REMOVE;
  }

  /** Whether the slot may go; one that may not is noted. */
  boolean isGarbage(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Held) {
      keep(Kept.RECORD);
      return false;
    }
    boolean old =
        slot instanceof LeaseSlot.Vacant vacant
            && vacant.knowsFence()
            && vacant.fence().compareTo(leastRecent) < 0;
    if (!old) {
      keep(Kept.RECENT);
    }
    return old;
  }

  void keep(Kept reason) {
    kept.merge(reason, 1, Integer::sum);
  }

  /** The slot last gone on to went, or would. A cell that nobody ever wrote is not worth a word. */
  void remove(LeaseSlot slot) {
    if (slot instanceof LeaseSlot.Vacant vacant
        && vacant.presence() == LeaseSlot.Presence.WRITTEN) {
      removed.add(new Collected.Item(Collected.Kind.SLOT, last));
    }
  }

  Collected result() {
    return new Collected(removed, kept, List.of(), complete ? Optional.empty() : Optional.of(last));
  }
}
