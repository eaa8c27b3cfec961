package dev.prlease.core;

import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;

/** A request to change a slot, as it was sent. */
interface Write {
  /** What the slot must hold. */
  Expected expected();

  /** What becomes of it. */
  Change change();

  /** The time that the record was made by, read before the request was sent. */
  Moment at();

  /** Whether this write can still land in a slot that now has {@code version}. */
  default boolean mayLandOn(SlotVersion version) {
    return !(expected() instanceof Expected.Exactly exactly) || exactly.version().equals(version);
  }

  /** A write that needs no more said about it. */
  record Plain(Expected expected, Change change, Moment at) implements Write {}
}
