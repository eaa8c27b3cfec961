package dev.prlease.spi;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What a {@link Collectable} store is to remove.
 *
 * @param releasedBefore slots vacated before then; at least a day ago, and longer by what the clock
 *     may be wrong
 * @param archivedBefore archived content put there before then
 * @param mode whether anything is removed
 * @param after go on behind this place, as {@link Collected#next} told it; empty for all
 * @param time asked before each slot; called by the thread that collects
 */
public record CollectRequest(
    Instant releasedBefore, Instant archivedBefore, Mode mode, Optional<String> after, Time time) {
  /** Whether anything is removed. */
  public enum Mode {
    /** It is. */
    REMOVE,
    /** It is told, and stays. */
    DRY_RUN
  }

  /** How long a call may go on. */
  @FunctionalInterface
  public interface Time {
    /** Whether there is some for one more slot. */
    boolean isLeft();
  }

  /** Refuses null. */
  public CollectRequest {
    Objects.requireNonNull(releasedBefore, "releasedBefore");
    Objects.requireNonNull(archivedBefore, "archivedBefore");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(after, "after");
    Objects.requireNonNull(time, "time");
  }
}
