package dev.prlease.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditSink;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeteredAuditSinkTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final LeaseKey OTHER = LeaseKey.parse("acme/app#43");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");

  private final MockClock wall = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, wall);
  private final ManualClock clock = new ManualClock();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore();
  private final AuditSink sink = new MeteredAuditSink(registry, store.location());
  private final LeaseManager leases = manager();

  MeteredAuditSinkTest() {
    // Both clocks show the same.
    wall.add(clock.now().toEpochMilli() - wall.wallTime(), TimeUnit.MILLISECONDS);
  }

  @AfterEach
  void close() {
    leases.close();
  }

  private LeaseManager manager() {
    return LeaseManager.on(store)
        .clock(clock)
        .scheduler(new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME))
        .audit(sink)
        .build();
  }

  private void pass(Duration time) {
    clock.advance(time);
    wall.add(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private double events(String event) {
    return registry
        .get("prlease.leases.events")
        .tags("store", "memory:", "event", event)
        .counter()
        .count();
  }

  private double held() {
    return registry.get("prlease.leases.held").tag("store", "memory:").gauge().value();
  }

  @Test
  void it_tells_how_many_are_held_acquired_and_released() {
    assertThat(held()).isZero();
    PrLease first = leases.acquire(KEY, ALICE, Ttl.DEFAULT);
    PrLease second = leases.acquire(OTHER, ALICE, Ttl.DEFAULT);
    assertThat(held()).isEqualTo(2);
    PrLease again = leases.acquire(KEY, ALICE, Ttl.DEFAULT);
    assertThat(held()).as("one holding, whoever acquires it again").isEqualTo(2);
    second.release();
    assertThat(held()).isEqualTo(1);
    again.release();
    first.release();
    assertThat(held()).isZero();
    assertThat(events("acquired")).isEqualTo(3);
    assertThat(events("released")).isEqualTo(2);
    assertThat(events("lost")).isZero();
  }

  @Test
  void it_counts_who_stood_down_reclaimed_and_lost() {
    PrLease alice = leases.acquire(KEY, ALICE, Ttl.DEFAULT);
    leases.tryAcquire(KEY, BOB, Ttl.DEFAULT);
    assertThat(events("stood-down")).isEqualTo(1);
    pass(Duration.ofMinutes(16));
    assertThat(held()).as("nobody ended it, but it is over").isZero();
    PrLease bob = leases.acquire(KEY, BOB, Ttl.DEFAULT);
    assertThat(events("reclaimed")).isEqualTo(1);
    assertThat(events("acquired")).as("a reclaim is no other acquisition").isEqualTo(1);
    assertThatThrownBy(alice::assertOwned).isInstanceOf(LeaseException.class);
    assertThat(events("lost")).isEqualTo(1);
    assertThat(held()).as("what alice lost is not what bob has").isEqualTo(1);
    bob.release();
    assertThat(held()).isZero();
  }

  @Test
  void a_renewed_lease_is_held_for_longer_and_an_adopted_one_too() {
    PrLease alice = leases.acquire(KEY, ALICE, Ttl.DEFAULT);
    pass(Duration.ofMinutes(14));
    alice.renew();
    pass(Duration.ofMinutes(14));
    assertThat(held()).isEqualTo(1);
    PrLease bob = leases.adopt(KEY, ALICE, BOB, Ttl.DEFAULT);
    assertThatThrownBy(alice::assertOwned).isInstanceOf(LeaseException.class);
    pass(Duration.ofMinutes(14));
    assertThat(held()).isEqualTo(1);
    bob.release();
    assertThat(held()).isZero();
  }

  @Test
  void all_counters_are_there_from_the_start_and_nothing_grows_with_keys_or_sessions() {
    int before = registry.getMeters().size();
    assertThat(events("admin-bypass")).isZero();
    for (int i = 1; i <= 2_000; i++) {
      leases.acquire(LeaseKey.pullRequest("acme/app", i), SessionId.random(), Ttl.DEFAULT);
      pass(Duration.ofMinutes(1));
    }
    assertThat(registry.getMeters()).hasSize(before);
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(
            id -> assertThat(id.getTags()).extracting(Tag::getKey).isSubsetOf("store", "event"));
    assertThat(held()).isEqualTo(14);
  }

  @Test
  void what_the_sink_inside_does_not_take_down_is_counted_and_still_fails() {
    KeptEvents kept = new KeptEvents();
    kept.fail(true);
    try (AuditSink around = new MeteredAuditSink(registry, "file:/x", kept);
        LeaseManager more =
            LeaseManager.on(store)
                .clock(clock)
                .scheduler(new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME))
                .audit(around)
                .build()) {
      assertThat(around.durability()).isEqualTo(AuditSink.Durability.DURABLE);
      PrLease lease = more.acquire(KEY, ALICE, Ttl.DEFAULT);
      kept.fail(false);
      lease.release();
    }
    assertThat(kept.entries()).hasSize(1);
    assertThat(registry.get("prlease.audit.failures").tag("store", "file:/x").counter().count())
        .isEqualTo(1);
    assertThat(sink.durability()).isEqualTo(AuditSink.Durability.BEST_EFFORT);
  }
}
