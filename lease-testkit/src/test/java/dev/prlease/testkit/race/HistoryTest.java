package dev.prlease.testkit.race;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.race.History.Answer.GRANTED;
import static dev.prlease.testkit.race.History.Answer.HELD;
import static dev.prlease.testkit.race.History.Answer.OWNED;
import static dev.prlease.testkit.race.History.Answer.RELEASED;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
