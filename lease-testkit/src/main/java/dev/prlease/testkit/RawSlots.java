package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import java.util.List;
import java.util.Optional;

/**
 * Reaches the slots of a {@link StoreFixture} past the store: as a program of an older version, a
 * broken disk or an operator would.
 */
public interface RawSlots {
  /** Puts {@code bytes} where the store keeps what a slot holds. */
  void write(LeaseKey key, byte[] bytes);

  /**
   * Writes a slot as a version-1 program does: with the version-1 fields of {@code record} alone,
   * or with no record; no fence, no write id.
   */
  void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record);

  /** What the store has archived of the slot of {@code key}, oldest first. */
  List<byte[]> archived(LeaseKey key);
}
