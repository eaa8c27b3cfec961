package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The twelve guarantees of the reference implementation's manual, by its own names. */
@DisplayNameGeneration(RuleNames.class)
abstract class ReferenceGuarantees extends ManagerSuite {
  @Test
  void acquire_succeeds_when_unheld() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    assertThat(lease.key()).isEqualTo(KEY);
    assertThat(lease.ownerSessionId()).isEqualTo(ALICE);
    assertThat(lease.expiresAt()).isEqualTo(clock.now().plus(TTL.duration()));
    assertThatCode(lease::assertOwned).doesNotThrowAnyException();
    assertHeldByAlice();
  }

  @Test
  void contended_acquire_stands_down() {
    manager().acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    AlreadyHeldException refusal = assertBobStandsDown();
    assertThat(refusal.owner()).isEqualTo(ALICE);
    assertThat(slot()).as("nothing was written").isEqualTo(before);
  }

  @Test
  void expired_lease_is_reacquirable() {
    PrLease stale = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusMillis(1));
    assertBobStandsDown();
    pass(Duration.ofMillis(1));
    PrLease lease = manager().acquire(KEY, BOB, TTL);
    assertThat(held().owner()).isEqualTo(BOB);
    assertThat(lease.fence()).as("the next fence").isGreaterThan(stale.fence());
  }

  @Test
  void same_owner_acquire_is_idempotent() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    PrLease second = manager().acquire(KEY, ALICE, TTL);
    assertThat(second.fence()).as("the same holding").isEqualTo(first.fence());
    assertThat(second.expiresAt()).isEqualTo(clock.now().plus(TTL.duration()));
    assertThatCode(second::assertOwned).doesNotThrowAnyException();
  }

  @Test
  void assert_owned_rejects_non_owner() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    manager().acquire(KEY, BOB, TTL);
    assertNotOwner(NotOwnerException.Reason.FOREIGN, lease::assertOwned);
  }

  @Test
  void assert_owned_rejects_after_expiry() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusMillis(1));
    lease.assertOwned();
    pass(Duration.ofMillis(1));
    assertExpired(lease::assertOwned);
  }

  @Test
  void release_on_merge_frees_key() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.release();
    assertFree();
    assertThat(manager().acquire(KEY, BOB, TTL).fence()).isGreaterThan(lease.fence());
  }

  @Test
  void release_on_close_frees_key() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.close();
    assertFree();
    manager().acquire(KEY, BOB, TTL);
  }

  @Test
  void drop_releases_on_session_end() {
    try (PrLease lease = manager().acquire(KEY, ALICE, TTL)) {
      lease.assertOwned();
    }
    assertFree();
    var session = manager();
    session.acquire(KEY, ALICE, TTL);
    session.close();
    assertFree();
  }

  @Test
  void renew_extends_ttl() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Instant before = lease.expiresAt();
    pass(Duration.ofMinutes(10));
    lease.renew();
    assertThat(lease.expiresAt()).isEqualTo(before.plus(Duration.ofMinutes(10)));
    pass(Duration.ofMinutes(10));
    lease.assertOwned();
    assertBobStandsDown();
  }

  @TestFactory
  Stream<DynamicTest> file_store_roundtrips() {
    return with(another(), "a second opening", this::roundTrips);
  }

  private void roundTrips(LeaseStore other) {
    LeaseRecord record = SampleLeases.rich(KEY, ALICE, 1051);
    hold(store(), record);
    assertThat(recordIn(other.load(KEY))).as("reloaded elsewhere").isEqualTo(record);
  }

  @Test
  void cas_rejects_concurrent_second_writer() {
    LeaseSlot seenByBoth = slot();
    replace(store(), seenByBoth, SampleLeases.holding(KEY, ALICE, 1));
    refuse(
        store(),
        KEY,
        Expected.exactly(seenByBoth.version()),
        Change.hold(SampleLeases.holding(KEY, BOB, 2)));
    assertHeldByAlice();
  }
}
