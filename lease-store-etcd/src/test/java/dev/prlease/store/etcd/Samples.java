package dev.prlease.store.etcd;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Instant;

/** Records for tests that do not care what is in them. */
final class Samples {
  private Samples() {}

  static LeaseRecord record(LeaseKey key, String owner, long fence) {
    return LeaseRecord.of(
            key, SessionId.of(owner), Instant.parse("2026-07-26T18:42:42Z"), Ttl.ofSeconds(60))
        .withFence(new Fence(fence));
  }
}
