package dev.prlease.spi;

import dev.prlease.api.LeaseStoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link Collectable} store removed, or would have.
 *
 * @param removed in the order in which it went
 * @param kept how many slots stayed, by the reason; a reason that kept none may be missing
 * @param troubles what stood in the way, one a slot that is {@link Kept#TROUBLED}, and more where
 *     something else could not be removed
 * @param next where to go on, if not everything was looked at
 */
public record Collected(
    List<Item> removed,
    Map<Kept, Integer> kept,
    List<LeaseStoreException> troubles,
    Optional<String> next) {
  /** Copies the collections. */
  public Collected {
    removed = List.copyOf(removed);
    kept = Map.copyOf(kept);
    troubles = List.copyOf(troubles);
  }

  /**
   * Something that was removed.
   *
   * @param name what the store calls it, for people
   */
  public record Item(Kind kind, String name) {}

  /** What an item was. */
  public enum Kind {
    /** A slot whose lease was released long ago. */
    SLOT,
    /** What a writer that died had left behind. */
    TEMPORARY,
    /** The archived content of a slot. */
    ARCHIVED
  }

  /** Why a slot stayed. */
  public enum Kept {
    /** It holds a record, live or expired. */
    RECORD,
    /** It is unreadable: the next acquire archives that. */
    UNREADABLE,
    /** It was released, or written otherwise, too short a time ago. */
    RECENT,
    /** Somebody was at it. */
    BUSY,
    /** Something stood in the way. */
    TROUBLED
  }

  /** How many items of {@code kind} were removed. */
  public int count(Kind kind) {
    int count = 0;
    for (Item item : removed) {
      count += item.kind() == kind ? 1 : 0;
    }
    return count;
  }

  /** How many slots stayed for {@code reason}. */
  public int count(Kept reason) {
    return kept.getOrDefault(reason, 0);
  }
}
