package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.util.Optional;

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

  /** Whether {@code slot} is as this write made it. */
  default boolean isShownBy(LeaseSlot slot) {
    return slot.writeId().equals(Optional.of(change().writeId()));
  }

  /**
   * Whether {@code slot} shows what an older program made of this write's record: all that it keeps
   * is the same, and the rest is gone (rule P14).
   */
  default boolean lostFieldsIn(LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held
        && held.record().grantId().isEmpty()
        && !held.record().fence().isPresent()
        && change().next().filter(sent -> isSameBut(sent, held.record())).isPresent();
  }

  private static boolean isSameBut(LeaseRecord sent, LeaseRecord found) {
    return sent.grantId().isPresent()
        && sent.key().equals(found.key())
        && sent.owner().equals(found.owner())
        && sent.acquiredAt().equals(found.acquiredAt())
        && sent.ttl().equals(found.ttl());
  }

  /**
   * {@code slot} with the record that was sent, where it has {@linkplain #lostFieldsIn lost it};
   * but for the fence of a vacant slot's new holding, which the store assigned and nobody knows
   * now.
   */
  default LeaseSlot restored(LeaseSlot slot) {
    if (!lostFieldsIn(slot)) {
      return slot;
    }
    LeaseRecord sent = change().next().orElseThrow();
    return new LeaseSlot.Held(
        slot.version(),
        expected() instanceof Expected.Exactly ? sent : sent.withFence(Fence.NONE),
        Optional.empty());
  }

  /** A write that needs no more said about it. */
  record Plain(Expected expected, Change change, Moment at) implements Write {}
}
