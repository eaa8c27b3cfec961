package dev.prlease.gate.program;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.spi.Gate;
import java.time.Duration;

/** Whether there is time left to act. */
public final class InTime {
  private InTime() {}

  /**
   * Returns if the lease of {@code gate} is not over, as far as is known without asking the store.
   *
   * @throws LeaseException if it is
   */
  public static void check(Gate gate) {
    if (gate.remaining().isZero()) {
      throw over(gate, Duration.ZERO);
    }
  }

  /** That it is; or, since that is the better error, throws what the store says to it. */
  public static LeaseExpiredException over(Gate gate, Duration needed) {
    gate.assertOwned();
    return LeaseExpiredException.tooShort(gate.key(), gate.session(), gate.deadline(), needed);
  }
}
