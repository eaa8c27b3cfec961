package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import java.util.Objects;
import java.util.Optional;

/** A slot in a listing: found with what it holds, or there and out of reach. */
public sealed interface ListedSlot {
  /** What the store calls the slot, for people: a file name, a row's key. Unique in a listing. */
  String name();

  /**
   * The key whose slot it is, where the store can tell. It cannot always: names may be cut short,
   * be shared by keys, or have been made by somebody else.
   */
  Optional<LeaseKey> key();

  /** A slot with the record of its own key, or with something unreadable of an unknown one. */
  static ListedSlot of(String name, LeaseSlot slot) {
    return new Found(
        name,
        slot instanceof LeaseSlot.Held held ? Optional.of(held.record().key()) : Optional.empty(),
        slot);
  }

  /**
   * A slot that could be read. Where {@code key} is not that of the record held, the record is out
   * of place: it blocks the slot that it lies in, and its own key not at all (rule P8).
   *
   * @param slot its content: held or unreadable
   */
  record Found(String name, Optional<LeaseKey> key, LeaseSlot slot) implements ListedSlot {
    /** Refuses null. */
    public Found {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(slot, "slot");
    }
  }

  /**
   * A slot that could not be read, though others could. Nobody knows what it holds.
   *
   * @param trouble what stood in the way
   */
  record Troubled(String name, Optional<LeaseKey> key, LeaseStoreException trouble)
      implements ListedSlot {
    /** Refuses null. */
    public Troubled {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(trouble, "trouble");
    }
  }
}
