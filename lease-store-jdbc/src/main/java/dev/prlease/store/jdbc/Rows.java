package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.WriteId;
import dev.prlease.json.DecodedSlot;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.ListedSlot;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * From a row to a slot. The fence and the id of the write are those of their columns: what the
 * record says of them counts for nothing, since a store that assigns the fence itself writes the
 * record before it knows it.
 */
final class Rows {
  /** A slot that has no row. */
  static final LeaseSlot ABSENT = LeaseSlot.Vacant.absent(RowVersion.ABSENT);

  private Rows() {}

  /** The slot in a row with these values; no {@code record} is a vacant one. */
  static LeaseSlot slot(long version, long fence, String writeId, byte @Nullable [] record) {
    Optional<WriteId> write = write(writeId);
    if (record == null) {
      return LeaseSlot.Vacant.written(
          new RowVersion(version, writeId, true).toSlot(), Fence.lenient(fence), write);
    }
    DecodedSlot decoded = SlotJson.decode(record);
    if (decoded instanceof DecodedSlot.Held held) {
      return held(version, writeId, held.record(), Fence.lenient(fence));
    }
    LeaseSlot.Defect defect = LeaseSlot.Defect.CORRUPT;
    String reason = "it has no record in it";
    if (decoded instanceof DecodedSlot.Unreadable unreadable) {
      defect = unreadable.defect();
      reason = unreadable.reason();
    }
    return new LeaseSlot.Unreadable(
        new RowVersion(version, writeId, false).toSlot(), defect, reason, write);
  }

  /** A slot that holds {@code record} with {@code fence}. */
  static LeaseSlot held(long version, String writeId, LeaseRecord record, Fence fence) {
    return new LeaseSlot.Held(
        new RowVersion(version, writeId, true).toSlot(),
        record.fence().equals(fence) ? record : record.withFence(fence),
        write(writeId));
  }

  /** A row in a listing. */
  static ListedSlot listed(String name, LeaseSlot slot) {
    Optional<LeaseKey> held =
        slot instanceof LeaseSlot.Held holding
            ? Optional.of(holding.record().key())
            : Optional.empty();
    return new ListedSlot.Found(name, KeyName.key(name, held), slot);
  }

  /** The slot in a row, if there is one. */
  static LeaseSlot orAbsent(@Nullable LeaseSlot slot) {
    return slot == null ? ABSENT : slot;
  }

  private static Optional<WriteId> write(String writeId) {
    return writeId.isEmpty() ? Optional.empty() : Optional.of(new WriteId(writeId));
  }
}
