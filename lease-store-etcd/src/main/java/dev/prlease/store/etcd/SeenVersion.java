package dev.prlease.store.etcd;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import java.util.Optional;

/**
 * The version of a slot: the revision of etcd's that wrote its key last, 0 where there is no key.
 *
 * <p>Only the revision is compared. What else the version says about the content of that revision
 * saves a round trip: what an exchange has to write depends on the fence that is there, and on
 * whether what is there must be archived.
 *
 * @param revision of the cluster, 1 or more, or 0
 * @param fence of the slot at that revision
 * @param decodes whether the slot was readable at that revision
 */
record SeenVersion(long revision, Fence fence, Decodes decodes) {
  private static final SlotVersion ABSENT = new SlotVersion("0");

  /** Whether the content of a slot is one. */
  enum Decodes {
    /** A record, or none. */
    YES,
    /** Something else, which is archived when it is replaced. */
    NO
  }

  /** What {@code version} says, if it is one of this store's. */
  static Optional<SeenVersion> parse(SlotVersion version) {
    String text = version.token();
    int colon = text.indexOf(':');
    boolean readable = !text.endsWith("!");
    try {
      if (text.equals(ABSENT.token())) {
        return Optional.of(new SeenVersion(0, Fence.NONE, Decodes.YES));
      }
      if (colon < 1) {
        return Optional.empty();
      }
      long revision = Long.parseLong(text, 0, colon, 10);
      int end = readable ? text.length() : text.length() - 1;
      Fence fence = Fence.lenient(Long.parseLong(text, colon + 1, end, 10));
      return revision < 1
          ? Optional.empty()
          : Optional.of(new SeenVersion(revision, fence, readable ? Decodes.YES : Decodes.NO));
    } catch (NumberFormatException | IndexOutOfBoundsException foreign) {
      return Optional.empty();
    }
  }

  SlotVersion version() {
    return revision == 0
        ? ABSENT
        : new SlotVersion(revision + ":" + fence.value() + (decodes == Decodes.YES ? "" : "!"));
  }

  /** A slot of this version, of whose content only that is true which the version says. */
  LeaseSlot stub() {
    if (revision == 0) {
      return LeaseSlot.Vacant.absent(ABSENT);
    }
    return decodes == Decodes.YES
        ? LeaseSlot.Vacant.written(version(), fence, Optional.empty())
        : new LeaseSlot.Unreadable(
            version(), LeaseSlot.Defect.CORRUPT, "as it was read", Optional.empty());
  }

  /** A slot that was never written, or whose key was removed. */
  static LeaseSlot absent() {
    return LeaseSlot.Vacant.absent(ABSENT);
  }
}
