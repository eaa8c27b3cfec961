package dev.prlease.core;

import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;

/** Which clock goes when the host binds none. */
final class Clocks {
  private Clocks() {}

  static Clock of(LeaseStore store) {
    return store instanceof TimeAuthority authority ? authority.clock() : new SystemClock();
  }
}
