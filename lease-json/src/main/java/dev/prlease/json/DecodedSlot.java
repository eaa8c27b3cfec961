package dev.prlease.json;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import java.util.Optional;

/** What the text of a slot says. */
public sealed interface DecodedSlot {
  /** The slot that holds it, for a store that knows which write it comes from. */
  LeaseSlot at(SlotVersion version);

  /** No record. */
  record Vacant(Fence fence, Optional<WriteId> writeId) implements DecodedSlot {
    @Override
    public LeaseSlot at(SlotVersion version) {
      return LeaseSlot.Vacant.written(version, fence, writeId);
    }
  }

  /** A record, of whatever key and time. */
  record Held(LeaseRecord record, Optional<WriteId> writeId) implements DecodedSlot {
    @Override
    public LeaseSlot at(SlotVersion version) {
      return new LeaseSlot.Held(version, record, writeId);
    }
  }

  /**
   * Something that is no record of ours.
   *
   * @param defect corrupt, or of an unknown version
   * @param reason one clause for people
   */
  record Unreadable(LeaseSlot.Defect defect, String reason) implements DecodedSlot {
    static Unreadable corrupt(String reason) {
      return new Unreadable(LeaseSlot.Defect.CORRUPT, reason);
    }

    @Override
    public LeaseSlot at(SlotVersion version) {
      return new LeaseSlot.Unreadable(version, defect, reason, Optional.empty());
    }
  }
}
