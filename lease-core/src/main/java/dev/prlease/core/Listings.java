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
    return core.store().list(filter).stream().map(this::judge).toList();
  }

  private ListedLease judge(ListedSlot listed) {
    if (listed instanceof ListedSlot.Troubled troubled) {
      return new ListedLease.Troubled(troubled.name(), troubled.key(), troubled.trouble());
    }
    ListedSlot.Found found = (ListedSlot.Found) listed;
    if (found.slot() instanceof LeaseSlot.Held held && !isOf(found.key(), held.record().key())) {
      return new ListedLease.Misplaced(found.name(), found.key(), held.record());
    }
    return new ListedLease.Shown(found.name(), core.status(found.key(), found.slot()));
  }

  private static boolean isOf(Optional<LeaseKey> slot, LeaseKey record) {
    return slot.isPresent() && slot.get().equals(record);
  }
}
