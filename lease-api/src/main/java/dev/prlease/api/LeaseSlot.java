package dev.prlease.api;

import java.util.Objects;
import java.util.Optional;

/** What a store holds for a key: nothing, a record, or something that cannot be read. */
public sealed interface LeaseSlot {
  /** Which write the content comes from. */
  SlotVersion version();

  /** The id of the write that made the content, where it has one: older programs write none. */
  Optional<WriteId> writeId();

  /**
   * The greatest fence known of the slot; {@link Fence#NONE} where there is none, and always for an
   * unreadable one.
   */
  Fence fence();

  /**
   * No lease: never taken, released, or broken.
   *
   * @param presence whether the slot was ever written
   * @param fence the last holding's fence; {@link Fence#NONE} for a slot never written, and for one
   *     that an older program vacated
   */
  record Vacant(SlotVersion version, Presence presence, Fence fence, Optional<WriteId> writeId)
      implements LeaseSlot {
    /** Refuses null. */
    public Vacant {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(presence, "presence");
      Objects.requireNonNull(fence, "fence");
      Objects.requireNonNull(writeId, "writeId");
    }

    /** A slot that was never written; {@code version} is the store's for "not there". */
    public static Vacant absent(SlotVersion version) {
      return new Vacant(version, Presence.ABSENT, Fence.NONE, Optional.empty());
    }

    /** A slot that was written and holds no record now. */
    public static Vacant written(SlotVersion version, Fence fence, Optional<WriteId> writeId) {
      return new Vacant(version, Presence.WRITTEN, fence, writeId);
    }

    /**
     * Whether the fences of earlier holdings are known here, so that the store can assign the next
     * (rule LS-4).
     */
    public boolean knowsFence() {
      return presence == Presence.ABSENT || fence.isPresent();
    }
  }

  /** Whether a slot was ever written. */
  enum Presence {
    /** Never, as far as the store knows. */
    ABSENT,
    /** Once or more. */
    WRITTEN
  }

  /** A record, live or expired: a store does not judge that. */
  record Held(SlotVersion version, LeaseRecord record, Optional<WriteId> writeId)
      implements LeaseSlot {
    /** Refuses null. */
    public Held {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(record, "record");
      Objects.requireNonNull(writeId, "writeId");
    }

    @Override
    public Fence fence() {
      return record.fence();
    }
  }

  /**
   * Something that is no record of ours.
   *
   * @param defect what kind of trouble
   * @param reason one clause for people: what was found, and where in it
   */
  record Unreadable(SlotVersion version, Defect defect, String reason, Optional<WriteId> writeId)
      implements LeaseSlot {
    /** Refuses null. */
    public Unreadable {
      Objects.requireNonNull(version, "version");
      Objects.requireNonNull(defect, "defect");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(writeId, "writeId");
    }

    @Override
    public Fence fence() {
      return Fence.NONE;
    }
  }

  /** Why a slot is unreadable. */
  enum Defect {
    /** It does not decode as a record. */
    CORRUPT,
    /** It says that it has a schema version that this program does not know. */
    UNSUPPORTED_VERSION,
    /** It was acquired more than 24 h in the future (rule P9). */
    FROM_THE_FUTURE
  }
}
