package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** GC-2 where a fence says nothing about when its slot was vacated. */
final class EtcdGarbageTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  private static CollectRequest releasedBefore(Instant time) {
    return new CollectRequest(
        time, Instant.EPOCH, CollectRequest.Mode.REMOVE, Optional.empty(), () -> true);
  }

  @Test
  void GC_2_a_slot_with_an_old_fence_that_was_vacated_a_moment_ago_stays() {
    Instant now = new SystemClock().now();
    try (EtcdLeaseStore store =
        EtcdLeaseStore.open(
            Engine.options(Engine.one(), "gc/" + UUID.randomUUID()), Engine.context())) {
      LeaseSlot held =
          store
              .compareAndExchange(
                  KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)))
              .slot();
      store.compareAndExchange(KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
      Collected young = store.collect(releasedBefore(now.minus(Duration.ofHours(1))));
      assertThat(young.removed()).isEmpty();
      assertThat(young.count(Collected.Kept.RECENT)).isEqualTo(1);
      assertThat(store.collect(releasedBefore(now.plus(Duration.ofHours(1)))).removed()).hasSize(1);
    }
  }
}
