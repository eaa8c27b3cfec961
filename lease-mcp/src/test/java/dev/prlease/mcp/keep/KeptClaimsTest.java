package dev.prlease.mcp.keep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.mcp.keep.KeptClaims.Beat;
import dev.prlease.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Claims are kept by calls of their session when it is time, and by nothing else (L67). */
class KeptClaimsTest {
  private static final SessionId ME = SessionId.of("me");
  private static final SessionId OTHER = SessionId.of("other");
  private static final Holding MINE = new Holding(LeaseKey.parse("issue:acme/app#760"), ME);
  private static final Duration TTL = Duration.ofHours(4);

  private final ManualClock clock = new ManualClock();
  private final InUse inUse = new InUse();
  private final KeptClaims claims = new KeptClaims(clock, inUse);
  private final Deque<Beat> results = new ArrayDeque<>();
  private int beats;

  private Beat beat() {
    beats++;
    return results.isEmpty() ? Beat.KEPT : results.pop();
  }

  private void take() {
    claims.add(MINE, TTL, this::beat);
  }

  @Test
  void a_call_keeps_a_claim_once_a_quarter_of_its_time_is_over() {
    take();
    clock.advance(Duration.ofMinutes(59));
    claims.called(ME);
    assertThat(beats).isZero();
    clock.advance(Duration.ofMinutes(1));
    claims.called(ME);
    claims.called(ME);
    assertThat(beats).isEqualTo(1);
    clock.advance(Duration.ofHours(1));
    claims.called(ME);
    assertThat(beats).isEqualTo(2);
  }

  @Test
  void L67_neither_time_nor_calls_of_others_keep_it() {
    take();
    clock.advance(Duration.ofDays(2));
    claims.called(OTHER);
    assertThat(beats).isZero();
  }

  @Test
  void one_that_a_call_acts_on_is_left_to_that_call() {
    take();
    clock.advance(TTL);
    InUse.Turn turn = inUse.enter(MINE).orElseThrow();
    claims.called(ME);
    assertThat(beats).isZero();
    turn.end();
    claims.called(ME);
    assertThat(beats).isEqualTo(1);
    assertThat(inUse.enter(MINE)).as("it is not in use after that").isPresent();
  }

  @Test
  void a_try_that_failed_is_made_again_in_time_and_one_that_is_lost_is_not() {
    take();
    results.add(Beat.FAILED);
    results.add(Beat.LOST);
    for (int quarters = 0; quarters < 4; quarters++) {
      clock.advance(TTL.dividedBy(4));
      claims.called(ME);
    }
    assertThat(beats).isEqualTo(2);
    assertThat(claims.has(MINE)).as("it is known as the session's own").isTrue();
  }

  @Test
  void what_was_given_back_is_kept_no_more() {
    assertThat(claims.isEmpty()).isTrue();
    take();
    assertThat(claims.isEmpty()).isFalse();
    claims.forget(MINE);
    clock.advance(TTL);
    claims.called(ME);
    assertThat(beats).isZero();
    assertThat(claims.has(MINE)).isFalse();
  }
}
