package dev.prlease.core;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SharedSlots;

/** Whether different keys may share a slot of the store. */
enum SlotSharing {
  /** Each key has its own. */
  EXCLUSIVE,
  /** They may: an expired record of another key does not block (rule P8). */
  SHARED;

  static SlotSharing of(LeaseStore store) {
    return store instanceof SharedSlots ? SHARED : EXCLUSIVE;
  }
}
