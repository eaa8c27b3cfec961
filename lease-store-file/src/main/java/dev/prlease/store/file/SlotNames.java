package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.file.Path;

/** How keys are mapped to files of one directory. */
interface SlotNames {
  /** A name that all keys whose slots might be the same file share. */
  String mutexName(LeaseKey key);

  /** The file of the slot of {@code key} as it is now, there or not: all that a reader needs. */
  Path file(LeaseKey key, InterruptShield shield) throws IOException;

  /** Where the slot of {@code key} is now, for a writer. */
  Place place(LeaseKey key, InterruptShield shield) throws IOException;

  /** Whether the place of a key may change while its locks are not held. */
  boolean placesMove();
}
