package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P8, P9, P10: what is made of what lies in a slot, and of a clock that may be off. */
@DisplayNameGeneration(RuleNames.class)
abstract class JudgementRules extends ManagerSuite {
  @Test
  void P8_a_record_of_another_key_is_neither_free_nor_ours() {
    LeaseRecord stranger = SampleLeases.holding(OTHER_KEY, ALICE, 7);
    swap(store(), KEY, Expected.exactly(slot().version()), Change.hold(stranger));
    LeaseSlot before = slot();
    LeaseManager manager = manager();
    for (SessionId session : List.of(ALICE, BOB)) {
      KeyMismatchException error =
          catchThrowableOfType(
              KeyMismatchException.class, () -> manager.acquire(KEY, session, TTL));
      assertThat(error).as("a mismatch for %s", session).isNotNull();
      assertThat(error.found().key()).isEqualTo(OTHER_KEY);
      assertThatThrownBy(() -> manager.attach(KEY, session))
          .isInstanceOf(KeyMismatchException.class);
    }
    assertThatThrownBy(() -> manager.releaseSession(KEY, ALICE))
        .isInstanceOf(KeyMismatchException.class);
    assertThat(slot()).as("the slot").isEqualTo(before);
    manager.breakLease(KEY, BOB, "the file was copied by hand");
    assertFree();
  }

  @Test
  void P8_a_handle_whose_slot_was_given_to_another_key_neither_asserts_nor_frees() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseRecord stranger = SampleLeases.holding(OTHER_KEY, ALICE, lease.fence().value());
    swap(store(), KEY, Expected.exactly(slot().version()), Change.hold(stranger));
    assertThatThrownBy(lease::assertOwned).isInstanceOf(KeyMismatchException.class);
    lease.close();
    assertThat(held()).isEqualTo(stranger);
  }

  @Test
  void P9_L4_a_record_from_the_future_is_unreadable() {
    for (Instant when :
        List.of(
            Instant.parse("2999-01-01T00:00:00Z"),
            clock.now().plus(Duration.ofHours(24)).plusMillis(1))) {
      LeaseRecord future = SampleLeases.plain(KEY, ALICE).refreshed(when, TTL);
      swap(store(), KEY, Expected.exactly(slot().version()), Change.hold(future));
      LeaseManager manager = manager();
      assertThat(manager.find(KEY).state()).isEqualTo(LeaseStatus.State.UNREADABLE);
      assertThat(manager.list(LeaseFilter.ALL))
          .extracting(each -> ((ListedLease.Shown) each).status().state())
          .containsExactly(LeaseStatus.State.UNREADABLE);
      PrLease lease = manager.acquire(KEY, BOB, TTL);
      assertThat(lease.origin()).isEqualTo(Origin.RECLAIMED);
      lease.release();
    }
  }

  @Test
  void P9_a_record_from_within_24_hours_ahead_is_believed() {
    LeaseRecord ahead =
        SampleLeases.plain(KEY, ALICE).refreshed(clock.now().plus(Duration.ofHours(24)), TTL);
    swap(store(), KEY, Expected.exactly(slot().version()), Change.hold(ahead));
    assertBobStandsDown();
  }

  @Test
  void P10_L18_owners_leave_early_and_reclaimers_come_late_by_the_clocks_uncertainty() {
    clock.setUncertainty(Duration.ofSeconds(10));
    PrLease lease = manager().acquire(KEY, ALICE, Ttl.ofSeconds(60));
    pass(Duration.ofSeconds(50).minusMillis(1));
    lease.assertOwned();
    pass(Duration.ofMillis(1));
    assertExpired(lease::assertOwned);
    pass(Duration.ofSeconds(20).minusMillis(1));
    assertBobStandsDown();
    pass(Duration.ofMillis(1));
    assertThat(manager().acquire(KEY, BOB, Ttl.ofSeconds(60)).origin()).isEqualTo(Origin.RECLAIMED);
  }

  @Test
  void P10_a_ttl_under_four_times_the_uncertainty_is_refused() {
    clock.setUncertainty(Duration.ofSeconds(10));
    assertThatThrownBy(() -> manager().acquire(KEY, ALICE, Ttl.ofSeconds(39)))
        .isInstanceOf(LeaseConfigurationException.class);
    assertFree();
    manager().acquire(KEY, ALICE, Ttl.ofSeconds(40));
  }

  @Test
  void P10_while_the_clock_knows_nothing_nobody_owns_and_nobody_reclaims() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    clock.setUncertainty(Clock.UNKNOWN_UNCERTAINTY);
    assertThatThrownBy(lease::assertOwned).isNotNull();
    assertThatThrownBy(() -> manager().acquire(KEY, BOB, TTL)).isNotNull();
    assertHeldByAlice();
    clock.setUncertainty(Duration.ZERO);
    assertBobStandsDown();
  }

  @Test
  void L7_spellings_that_differ_in_case_exclude_each_other() {
    manager().acquire(LeaseKey.parse("Owner/Repo#1"), ALICE, TTL);
    assertThatThrownBy(() -> manager().acquire(LeaseKey.parse("owner/repo#1"), BOB, TTL))
        .isInstanceOf(AlreadyHeldException.class);
  }

  @Test
  void L22_times_are_cut_to_milliseconds_before_anything_compares_them() {
    clock.set(Instant.parse("2026-07-26T18:42:42.123999999Z"));
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    assertThat(held().acquiredAt()).isEqualTo(Instant.parse("2026-07-26T18:42:42.123Z"));
    lease.renew();
    lease.assertOwned();
    lease.release();
    assertFree();
  }
}
