package dev.prlease.testkit.race;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.race.History.Answer.GRANTED;
import static dev.prlease.testkit.race.History.Answer.HELD;
import static dev.prlease.testkit.race.History.Answer.OWNED;
import static dev.prlease.testkit.race.History.Answer.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.SessionId;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HistoryTest {
  private final History history = new History();

  private void call(SessionId session, History.Answer answer, long began, long ended) {
    history.add(new History.Call(session, answer, Optional.empty(), began, ended));
  }

  @Test
  void a_history_of_one_lease_is_linearizable() {
    call(ALICE, GRANTED, 0, 10);
    call(BOB, HELD, 5, 15);
    call(ALICE, OWNED, 11, 12);
    call(ALICE, RELEASED, 16, 20);
    call(BOB, GRANTED, 18, 25);
    history.assertLinearizable();
  }

  @Test
  void calls_that_overlap_may_have_taken_effect_in_either_order() {
    call(BOB, HELD, 0, 100);
    call(ALICE, GRANTED, 50, 60);
    call(ALICE, RELEASED, 70, 80);
    call(BOB, GRANTED, 101, 110);
    history.assertLinearizable();
  }

  @Test
  void two_owners_at_once_are_not() {
    call(ALICE, GRANTED, 0, 10);
    call(BOB, GRANTED, 20, 30);
    call(ALICE, RELEASED, 40, 50);
    assertThatThrownBy(history::assertLinearizable)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("after 1 of 3 calls nothing fits");
  }

  @Test
  void standing_down_from_nobody_is_not() {
    call(ALICE, GRANTED, 0, 10);
    call(ALICE, RELEASED, 20, 30);
    call(BOB, HELD, 40, 50);
    assertThatThrownBy(history::assertLinearizable).isInstanceOf(AssertionError.class);
  }

  @Test
  void long_histories_of_many_threads_are_checked_quickly() {
    Random random = new Random(5);
    long now = 0;
    for (int i = 0; i < 2_000; i++) {
      SessionId owner = SessionId.of("thread-" + random.nextInt(8));
      call(owner, GRANTED, now, now + 10);
      for (int other = 0; other < 6; other++) {
        long began = now + random.nextInt(15);
        SessionId session = SessionId.of("other-" + other);
        history.add(new History.Call(session, HELD, Optional.of(owner), began, began + 10));
      }
      call(owner, RELEASED, now + 20, now + 30);
      now += 31;
    }
    history.assertLinearizable();
  }

  @Test
  void a_grant_of_what_the_session_has_and_refusals_in_between_are_one_lease() {
    call(ALICE, GRANTED, 0, 100);
    history.add(new History.Call(BOB, HELD, Optional.of(ALICE), 5, 150));
    call(ALICE, GRANTED, 110, 120);
    call(ALICE, OWNED, 115, 130);
    call(ALICE, RELEASED, 140, 145);
    history.assertLinearizable();
  }

  @Test
  void standing_down_from_one_who_did_not_hold_it_is_not() {
    call(ALICE, GRANTED, 0, 10);
    history.add(new History.Call(BOB, HELD, Optional.of(SessionId.of("carol")), 20, 30));
    assertThatThrownBy(history::assertLinearizable).isInstanceOf(AssertionError.class);
  }

  @Test
  void an_assertion_after_the_release_is_not() {
    call(ALICE, GRANTED, 0, 10);
    call(ALICE, RELEASED, 20, 30);
    call(ALICE, OWNED, 40, 50);
    assertThatThrownBy(history::assertLinearizable).isInstanceOf(AssertionError.class);
  }

  @Test
  void what_is_not_linearizable_is_told_in_a_dozen_lines() {
    for (int i = 0; i < 20; i++) {
      call(ALICE, GRANTED, 100_000L * i, 100_000L * i + 10_000);
      call(ALICE, RELEASED, 100_000L * i + 20_000, 100_000L * i + 30_000);
    }
    call(ALICE, GRANTED, 3_000_000, 3_040_000);
    for (int i = 0; i < 8; i++) {
      call(SessionId.of("other-" + i), GRANTED, 3_050_000 + i, 3_090_000);
    }
    AssertionError refused =
        catchThrowableOfType(AssertionError.class, history::assertLinearizable);
    assertThat(String.valueOf(refused.getMessage()).lines())
        .hasSizeLessThanOrEqualTo(13)
        .startsWith(
            "no order of these calls is one lease's: after 41 of 49 calls nothing fits",
            "  37. alice-9f2c8b1a: granted (from 0 to 10 us)",
            "  38. alice-9f2c8b1a: released (from 20 to 30 us)")
        .contains(
            "then the lease is alice-9f2c8b1a's, and none of these can come next:",
            "  42. other-0: granted (from 1250 to 1290 us)",
            "  and 3 more");
  }

  @Test
  void a_call_is_read_back_from_its_text() {
    History.Call held = new History.Call(BOB, HELD, Optional.of(ALICE), -5, 12);
    History.Call released = new History.Call(ALICE, RELEASED, Optional.empty(), 13, 14);
    assertThat(History.Call.parse(held.text())).isEqualTo(held);
    assertThat(History.Call.parse(released.text())).isEqualTo(released);
  }

  @Test
  void many_that_overlap_for_long_are_checked_quickly() {
    Random random = new Random(5);
    SessionId[] sessions = new SessionId[64];
    for (int i = 0; i < sessions.length; i++) {
      sessions[i] = SessionId.of("thread-" + i);
    }
    for (int round = 0; round < 50; round++) {
      long start = 1_000L * round;
      for (int i = 0; i < sessions.length; i++) {
        // All ask at once; one after another is granted it, and most are told of one of those.
        long began = start + random.nextInt(10);
        if (i < 8) {
          call(sessions[i], GRANTED, began, start + 200 + 20L * i);
          call(sessions[i], RELEASED, start + 205 + 20L * i, start + 400 + 20L * i);
        } else {
          SessionId owner = sessions[random.nextInt(8)];
          history.add(new History.Call(sessions[i], HELD, Optional.of(owner), began, start + 900));
        }
      }
    }
    history.assertLinearizable();
  }
}
