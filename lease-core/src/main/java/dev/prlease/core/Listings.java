package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.util.List;
import java.util.Optional;

/** Judges what the store lists. */
final class Listings {
  private final Core core;

  Listings(Core core) {
    this.core = core;
  }

  List<ListedLease> list(LeaseFilter filter) {
    List<ListedSlot> slots = core.store().list(filter);
    // All by one time, and after they were read: none is from the future that was written
    // meanwhile.
    Moment now = core.now();
    String store = core.store().location();
    return slots.stream().map(slot -> judge(slot, now, store)).toList();
  }

  private static ListedLease judge(ListedSlot listed, Moment now, String store) {
    if (listed instanceof ListedSlot.Troubled troubled) {
      return new ListedLease.Troubled(troubled.name(), troubled.key(), troubled.trouble());
    }
    ListedSlot.Found found = (ListedSlot.Found) listed;
    if (found.slot() instanceof LeaseSlot.Held held && !isOf(found.key(), held.record().key())) {
      return new ListedLease.Misplaced(found.name(), found.key(), held.record());
    }
    return new ListedLease.Shown(found.name(), Judge.status(found.key(), found.slot(), now, store));
  }

  private static boolean isOf(Optional<LeaseKey> slot, LeaseKey record) {
    return slot.isPresent() && slot.get().equals(record);
  }
}
