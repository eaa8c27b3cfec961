package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** How keys are mapped to files of one directory. A slot goes by the name of its file. */
interface SlotNames {
  /** The name of the slot of {@code key}. */
  String of(LeaseKey key);

  /** The key whose slot {@code name} is, if the name tells. */
  Optional<LeaseKey> key(String name);

  /** Whether {@code name} is that of a slot of any key: other files are nobody's. */
  boolean isSlot(String name);

  /** Whether {@code name} is so surely that of a slot that what is vacant in it may be removed. */
  boolean mayCollect(String name);

  /** A text that the names of all slots which might be the same file share, and no others. */
  String mutexName(String name);

  /** The file of the slot {@code name} as it is now, there or not: all that a reader needs. */
  Path file(String name, InterruptShield shield) throws IOException;

  /** Where the slot {@code name} is now, for a writer. */
  Place place(String name, InterruptShield shield) throws IOException;

  /** Whether the place of a slot may change while its locks are not held. */
  boolean placesMove();

  /** Whether the file {@code name} is, or may become, that of the slot of {@code key}. */
  default boolean isOf(String name, LeaseKey key) {
    return mutexName(name).equals(mutexName(of(key)));
  }
}
