package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;
import java.util.Objects;

/** Which clock goes when the host binds none. */
final class Clocks {
  private Clocks() {}

  static Clock of(LeaseStore store) {
    if (!(store instanceof TimeAuthority authority)) {
      return new SystemClock();
    }
    Clock clock = authority.clock();
    if (Objects.isNull(clock)) {
      throw new LeaseConfigurationException(
          "the store "
              + store.location()
              + " ("
              + store.getClass().getName()
              + ") returned null in clock",
          "Tell the makers of that store, or bind a clock of your own.",
          null);
    }
    return clock;
  }
}
