package dev.prlease.mcp.keep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.mcp.keep.KeptLeases.AtTheEnd;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is held through the server is kept while its task calls, on a virtual clock (L27). */
class KeptLeasesTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ME = SessionId.of("me");
  private static final SessionId OTHER = SessionId.of("other");
  private static final Holding MINE = new Holding(KEY, ME);
  private static final Ttl TTL = Ttl.of(Duration.ofMinutes(15));

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final InMemoryLeaseStore store = new InMemoryLeaseStore();
  private final LeaseManager leases = manager();
  private final List<Holding> released = new ArrayList<>();
  private final KeptLeases kept =
      new KeptLeases(() -> leases, scheduler, clock, Duration.ofMinutes(30), released::add);

  private LeaseManager manager() {
    return LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
  }

  /** As a command does that leaves the lease held. */
  private void take(SessionId session) {
    try (LeaseManager command = manager()) {
      PrLease lease = command.acquire(KEY, session, TTL);
      lease.detach();
    }
  }

  private void takeAndKeep() {
    kept.called(ME);
    take(ME);
    kept.add(MINE, AtTheEnd.IS_RELEASED);
  }

  private LeaseStatus.State state() {
    return leases.find(KEY).state();
  }

  private void minutes(int many) {
    for (int i = 0; i < many * 2; i++) {
      scheduler.advance(Duration.ofSeconds(30));
    }
  }

  @Test
  void L31_a_lease_is_kept_while_calls_come_and_ends_with_its_TTL_when_they_do_not() {
    takeAndKeep();
    for (int i = 0; i < 5; i++) {
      minutes(29);
      assertThat(state()).as("after call %s", i).isEqualTo(LeaseStatus.State.HELD);
      kept.called(ME);
    }
    minutes(29);
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
    minutes(18);
    assertThat(state())
        .as("the server lives, the task does not")
        .isEqualTo(LeaseStatus.State.EXPIRED);
    assertThat(released).isEmpty();
  }

  @Test
  void what_is_idle_is_not_given_back_and_is_kept_again_with_the_next_call() {
    takeAndKeep();
    minutes(32);
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
    kept.called(ME);
    minutes(29);
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }

  @Test
  void calls_of_another_session_are_no_sign_of_life() {
    takeAndKeep();
    for (int i = 0; i < 60; i++) {
      minutes(1);
      kept.called(OTHER);
    }
    assertThat(state()).isEqualTo(LeaseStatus.State.EXPIRED);
  }

  @Test
  void a_lease_that_ran_out_is_not_revived_by_a_call() {
    takeAndKeep();
    minutes(60);
    kept.called(ME);
    minutes(1);
    assertThat(state()).isEqualTo(LeaseStatus.State.EXPIRED);
    assertThat(kept.has(MINE)).isFalse();
  }

  @Test
  void a_command_that_acts_between_takes_a_grant_of_its_own_and_what_it_leaves_is_kept() {
    takeAndKeep();
    kept.pause(MINE);
    take(ME);
    kept.resume(MINE);
    minutes(29);
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }

  @Test
  void what_a_command_gave_back_is_forgotten() {
    takeAndKeep();
    kept.pause(MINE);
    assertThat(leases.releaseSession(KEY, ME)).isTrue();
    kept.resume(MINE);
    assertThat(kept.has(MINE)).isFalse();
    take(OTHER);
    kept.close();
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }

  @Test
  void at_the_end_what_was_taken_here_is_free_and_what_was_held_before_stays() {
    takeAndKeep();
    kept.close();
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
    KeptLeases second =
        new KeptLeases(() -> leases, scheduler, clock, Duration.ofMinutes(30), released::add);
    take(ME);
    second.called(ME);
    second.add(MINE, AtTheEnd.STAYS_HELD);
    second.add(MINE, AtTheEnd.IS_RELEASED);
    second.close();
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
    assertThat(released).isEmpty();
  }

  @Test
  void what_is_idle_at_the_end_is_released_by_the_command_which_looks_who_is_at_work() {
    takeAndKeep();
    minutes(32);
    kept.close();
    assertThat(released).containsExactly(MINE);
  }

  @Test
  void another_grant_of_the_session_is_not_freed_at_the_end() {
    takeAndKeep();
    take(ME);
    kept.close();
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }
}
