package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.SlotVersion;

/** What a handle found when it looked at its slot. */
sealed interface Look {
  /** The version of the slot that was looked at. */
  SlotVersion version();

  /** The holding lives. */
  record Live(Known known) implements Look {
    @Override
    public SlotVersion version() {
      return known.version();
    }
  }

  /** It does not, and why. */
  record Over(SlotVersion version, LeaseException why) implements Look {}
}
