package dev.prlease.spi;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.WriteId;
import java.util.Objects;
import java.util.Optional;

/**
 * What an exchange makes of a slot.
 *
 * @param next the record to hold, or none to vacate the slot
 * @param fence the slot's fence from now on: {@code next}'s own, or what a vacated slot keeps
 * @param writeId names this write; a fresh one for each exchange that is sent
 * @param replaced what becomes of the bytes that are replaced
 */
public record Change(Optional<LeaseRecord> next, Fence fence, WriteId writeId, Replaced replaced) {
  /**
   * Checks that the parts agree.
   *
   * @throws IllegalArgumentException if {@code fence} is not that of {@code next}
   */
  public Change {
    Objects.requireNonNull(writeId, "writeId");
    Objects.requireNonNull(replaced, "replaced");
    if (next.isPresent() && next.get().fence().value() != fence.value()) {
      throw new IllegalArgumentException(
          "the change's fence is " + fence + ", and its record's " + next.get().fence());
    }
  }

  /** What becomes of the content that an exchange replaces. */
  public enum Replaced {
    /** It is forgotten; an unreadable slot is archived all the same. */
    DISCARD,
    /** It is kept for people to look at, in the same commit as the change. */
    ARCHIVE
  }

  /**
   * Holds {@code next}; with {@link Expected#vacant()} its fence is a proposal that the store may
   * raise.
   */
  public static Change hold(LeaseRecord next) {
    return new Change(Optional.of(next), next.fence(), WriteId.random(), Replaced.DISCARD);
  }

  /** Vacates the slot and leaves {@code fence} in it, or the slot's own if that is greater. */
  public static Change vacate(Fence fence) {
    return new Change(Optional.empty(), fence, WriteId.random(), Replaced.DISCARD);
  }

  /** The same, keeping a copy of what is replaced. */
  public Change archiving() {
    return new Change(next, fence, writeId, Replaced.ARCHIVE);
  }
}
