package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.SystemClock;

/** Records for tests. */
final class Samples {
  private Samples() {}

  /** One acquired now. */
  static LeaseRecord record(LeaseKey key, SessionId owner, long fence) {
    return LeaseRecord.of(key, owner, LeaseRecord.cut(new SystemClock().now()), Ttl.DEFAULT)
        .withFence(new Fence(fence));
  }
}
