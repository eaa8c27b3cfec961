package dev.prlease.gate.announce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.gate.announce.Mark.State;
import dev.prlease.gate.announce.Mark.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a comment of ours is known, and which of two tells of the later lease. */
class MarkTest {
  private static final Instant NOW = Instant.parse("2026-11-30T13:05:23Z");
  private static final Instant LATER = NOW.plusSeconds(600);
  private static final Instant OVER = NOW.minusSeconds(600);

  private static Mark held(long fence, Instant until) {
    return new Mark(State.HELD, new Fence(fence), until);
  }

  private static Mark ended(long fence) {
    return new Mark(State.ENDED, new Fence(fence), OVER);
  }

  @Test
  void a_comment_of_ours_begins_and_ends_with_our_marks() {
    Mark mark = held(7, LATER);
    String text = mark.line() + "\nanything\n" + Mark.END;
    assertThat(Mark.find(text)).contains(mark);
    assertThat(Mark.find(text.replace("\n", "\r\n") + "\r\n")).contains(mark);
    assertThat(Mark.find("")).isEmpty();
    assertThat(Mark.find("> " + text)).isEmpty();
    assertThat(Mark.find("Look at this:\n" + text)).isEmpty();
    assertThat(Mark.find(text + "\nWhat I think of it: …")).isEmpty();
    assertThat(Mark.find("```\n" + text + "\n```")).isEmpty();
    assertThat(Mark.find(mark.line())).isEmpty();
    assertThat(Mark.find(Mark.END)).isEmpty();
    assertThat(Mark.find("<!-- prlease:lease -->\n" + Mark.END)).isEmpty();
  }

  @Test
  void what_another_version_wrote_is_ours_and_gives_way() {
    Optional<Mark> odd =
        Mark.find("<!-- prlease:lease resting fence=-1 at=noon x=y -->\n" + Mark.END);
    assertThat(odd).contains(new Mark(State.ENDED, Fence.NONE, Instant.EPOCH));
    assertThat(odd.orElseThrow().before(held(1, LATER), NOW)).isEqualTo(Verdict.GIVES_WAY);
  }

  @Test
  void a_later_holding_stays() {
    assertThat(held(8, LATER).before(held(7, LATER), NOW)).isEqualTo(Verdict.STAYS);
    assertThat(held(8, LATER).before(ended(7), NOW)).isEqualTo(Verdict.STAYS);
    assertThat(held(8, LATER).before(ended(0), NOW)).isEqualTo(Verdict.STAYS);
    assertThat(ended(8).before(held(7, LATER), NOW)).isEqualTo(Verdict.STAYS);
    assertThat(ended(8).before(ended(7), NOW)).isEqualTo(Verdict.SAYS_SO);
  }

  @Test
  void the_same_and_earlier_holdings_give_way_and_so_do_those_that_are_over() {
    assertThat(held(7, LATER).before(held(7, LATER.plusSeconds(1)), NOW))
        .isEqualTo(Verdict.GIVES_WAY);
    assertThat(held(7, LATER).before(held(7, LATER), NOW)).isEqualTo(Verdict.SAYS_SO);
    assertThat(held(7, LATER).before(ended(7), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(held(7, LATER).before(held(8, LATER), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(ended(7).before(held(8, LATER), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(ended(7).before(ended(8), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(held(8, OVER).before(held(7, LATER), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(held(8, OVER).before(ended(7), NOW)).isEqualTo(Verdict.GIVES_WAY);
    assertThat(ended(8).before(held(0, LATER), NOW)).isEqualTo(Verdict.GIVES_WAY);
  }
}
