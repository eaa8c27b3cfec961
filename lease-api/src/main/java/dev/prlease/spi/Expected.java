package dev.prlease.spi;

import dev.prlease.api.SlotVersion;

/** The condition of an exchange: what the slot must hold for the change to be made. */
public sealed interface Expected {
  /** The slot's content comes from exactly this write. */
  static Expected exactly(SlotVersion version) {
    return new Exactly(version);
  }

  /**
   * The slot was never written, or has no record and a fence of ours. The store then assigns the
   * fence (rule LS-5). A slot that an older program vacated, so that its fence is gone, does not
   * meet this condition.
   */
  static Expected vacant() {
    return new Vacant();
  }

  /** See {@link #exactly}. */
  record Exactly(SlotVersion version) implements Expected {}

  /** See {@link #vacant}. */
  record Vacant() implements Expected {}
}
