package dev.prlease.spi;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.WriteId;
import java.util.Optional;

/**
 * Makes a store out of two operations that any engine with a conditional write has: get, and put if
 * the version is still that one.
 *
 * <p>An exchange takes two round trips this way. A store whose engine can do better implements
 * {@link #compareAndExchange} itself.
 */
public abstract class AbstractLeaseStore implements LeaseStore {
  /** For subclasses. */
  protected AbstractLeaseStore() {}

  /**
   * What a slot is to hold.
   *
   * @param record the record, or none for a vacant slot
   * @param fence the slot's fence
   * @param writeId names the write
   * @param replaced whether what is replaced is to be archived in the same commit
   */
  public record Content(
      Optional<LeaseRecord> record, Fence fence, WriteId writeId, Change.Replaced replaced) {}

  /**
   * Reads a slot. For one that was never written: {@link LeaseSlot.Vacant} without fence and write
   * id, and a version that stands for "not there".
   */
  protected abstract LeaseSlot get(LeaseKey key);

  /**
   * Writes {@code next} if the slot still has the version of {@code current}, in one atomic step.
   *
   * @return the slot as written, with its new version, or empty if it had another version
   */
  protected abstract Optional<LeaseSlot> putIfVersion(
      LeaseKey key, LeaseSlot current, Content next);

  @Override
  public final LeaseSlot load(LeaseKey key) {
    return get(key);
  }

  @Override
  public final Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    while (true) {
      LeaseSlot current = get(key);
      Optional<Content> next = SlotRules.next(current, expected, change);
      if (next.isEmpty()) {
        return new Exchange.Refused(current);
      }
      Optional<LeaseSlot> written = putIfVersion(key, current, next.get());
      if (written.isPresent()) {
        return new Exchange.Swapped(written.get());
      }
      // Somebody wrote between the two: with an exact version the next round refuses, and a vacant
      // slot that is vacant again is a new chance.
    }
  }
}
