package dev.prlease.spi;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import java.util.Objects;

/** What became of the reading of one key of a batch. */
public sealed interface LoadResult {
  /** The key that was asked for, in the caller's spelling. */
  LeaseKey key();

  /** The slot was read. */
  record Answered(LeaseKey key, LeaseSlot slot) implements LoadResult {
    /** Refuses null. */
    public Answered {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(slot, "slot");
    }
  }

  /** It could not be read; those of other keys are not touched by that (lesson L30). */
  record Failed(LeaseKey key, LeaseException error) implements LoadResult {
    /** Refuses null. */
    public Failed {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(error, "error");
    }
  }
}
