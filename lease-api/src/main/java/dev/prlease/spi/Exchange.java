package dev.prlease.spi;

import dev.prlease.api.LeaseSlot;
import java.util.Objects;

/** The answer to an exchange. */
public sealed interface Exchange {
  /** The slot as it is now (swapped), or was when the exchange was refused. */
  LeaseSlot slot();

  /** The change was made; the slot shows the record with the fence that it was given. */
  record Swapped(LeaseSlot slot) implements Exchange {
    /** Refuses null. */
    public Swapped {
      Objects.requireNonNull(slot, "slot");
    }
  }

  /**
   * Nothing was written. The slot may look just like what was expected, for instance when it
   * changed twice; it is a refusal all the same.
   *
   * @param slot what the slot held
   */
  record Refused(LeaseSlot slot) implements Exchange {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(slot, "slot");
    }
  }
}
