package dev.prlease.gate.announce;

import static dev.prlease.gate.announce.FakeComments.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.announce.Posted.Outcome;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One comment that tells of a lease, whoever writes it and when. */
class NoticeBoardTest {
  private final ManualClock clock = new ManualClock();
  private final LeaseManager manager =
      LeaseManager.on(new InMemoryLeaseStore())
          .clock(clock)
          .scheduler(new ManualScheduler(clock))
          .build();
  private final FakeComments comments = new FakeComments();
  private final NoticeBoard board = new NoticeBoard(comments, clock, Map.of());

  private Notice held(String session, long fence) {
    return new Notice.Held(
        new LeaseRecord(
            KEY,
            SessionId.of(session),
            clock.now(),
            Ttl.ofSeconds(900),
            new Fence(fence),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private Notice ended(long fence) {
    return new Notice.Ended(new Fence(fence), Notice.End.GIVEN_BACK, clock.now(), Optional.empty());
  }

  private Notice now() {
    return Notice.of(manager.find(KEY));
  }

  @Test
  void it_is_written_once_and_edited_from_then_on() {
    assertThat(board.post(KEY, held("us", 1)).outcome()).isEqualTo(Outcome.CREATED);
    assertThat(comments.only()).contains("`us`");
    clock.advance(Duration.ofMinutes(5));
    assertThat(board.post(KEY, held("us", 1)).outcome()).isEqualTo(Outcome.EDITED);
    assertThat(board.post(KEY, held("us", 1)).outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(board.post(KEY, held("them", 2)).outcome()).isEqualTo(Outcome.EDITED);
    assertThat(comments.only()).contains("`them`").doesNotContain("`us`");
    assertThat(board.post(KEY, ended(2)).outcome()).isEqualTo(Outcome.EDITED);
    assertThat(comments.only()).contains("has ended");
  }

  @Test
  void that_nobody_holds_it_is_said_only_where_a_comment_is() {
    assertThat(board.post(KEY, ended(1)).outcome()).isEqualTo(Outcome.NONE);
    assertThat(comments.calls).containsExactly("list");
  }

  @Test
  void what_the_store_says_is_what_the_comment_says() {
    PrLease lease = manager.acquire(KEY, SessionId.of("us"), Ttl.ofSeconds(900));
    board.post(KEY, now());
    assertThat(comments.only()).contains("at work").contains("`us`");
    clock.advance(Duration.ofMinutes(16));
    board.post(KEY, now());
    assertThat(comments.only()).contains("it was not renewed in time").contains("`us`");
    lease.close();
    PrLease again = manager.acquire(KEY, SessionId.of("them"), Ttl.ofSeconds(900));
    board.post(KEY, now());
    assertThat(comments.only()).contains("at work").contains("`them`");
    again.close();
    board.post(KEY, now());
    assertThat(comments.only()).contains("has ended").contains("nobody holds it");
  }

  @Test
  void how_it_ended_is_not_forgotten_because_somebody_looks_later() {
    PrLease lease = manager.acquire(KEY, SessionId.of("us"), Ttl.ofSeconds(900));
    board.post(KEY, now());
    Fence fence = lease.fence();
    clock.advance(Duration.ofMinutes(5)); // The slot's fence is the clock's after a release.
    lease.close();
    board.post(KEY, new Notice.Ended(fence, Notice.End.MERGED, clock.now(), Optional.empty()));
    clock.advance(Duration.ofMinutes(5));
    assertThat(board.post(KEY, now()).outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(comments.only()).contains("the pull request was merged");
  }

  @Test
  void a_comment_to_which_somebody_added_something_is_left_alone() {
    board.post(KEY, held("us", 1));
    comments.edit(comments.all.get(0), comments.only() + "\n\nKim: I wait for this.");
    board.post(KEY, held("us", 1));
    assertThat(comments.all).hasSize(2);
    assertThat(comments.all.get(0).body()).endsWith("Kim: I wait for this.");
  }

  @Test
  void two_who_see_none_at_the_same_time_leave_one() {
    // While we write, the other writes, too; it sees only its own, and leaves it to us.
    NoticeBoard other = new NoticeBoard(comments, clock, Map.of());
    comments.beforeWriting.add(() -> other.post(KEY, held("them", 2)));
    Posted posted = board.post(KEY, held("us", 1));
    assertThat(comments.only()).contains("`them`");
    assertThat(posted.outcome()).isEqualTo(Outcome.LATER);
    assertThat(posted.comment()).contains(comments.all.get(0));
  }

  @Test
  void what_became_two_is_folded_by_the_next_who_looks() {
    comments.put(board.text(held("us", 1)));
    comments.put("Looks good to me.");
    comments.put(board.text(held("them", 2)));
    assertThat(board.post(KEY, held("them", 2)).outcome()).isEqualTo(Outcome.EDITED);
    assertThat(comments.all).hasSize(2);
    assertThat(comments.all.get(0).body()).contains("`them`");
    assertThat(comments.all.get(1).body()).isEqualTo("Looks good to me.");
  }

  @Test
  void a_known_comment_is_edited_without_a_listing_and_not_written_again_if_it_was_deleted() {
    Posted posted = board.post(KEY, held("us", 1));
    comments.calls.clear();
    clock.advance(Duration.ofMinutes(5));
    assertThat(board.update(posted.comment().orElseThrow(), held("us", 1)).outcome())
        .isEqualTo(Outcome.EDITED);
    assertThat(comments.calls).containsExactly("read", "edit");
    comments.all.clear();
    assertThat(board.update(posted.comment().orElseThrow(), held("us", 1)).outcome())
        .isEqualTo(Outcome.GONE);
    assertThat(comments.all).isEmpty();
  }

  @Test
  void a_known_comment_that_was_folded_is_followed_to_the_one_that_stayed() {
    Posted posted = board.post(KEY, held("us", 1));
    comments.all.clear();
    comments.put(board.text(held("us", 1)));
    clock.advance(Duration.ofMinutes(5));
    assertThat(board.update(posted.comment().orElseThrow(), ended(1)).outcome())
        .isEqualTo(Outcome.EDITED);
    assertThat(comments.only()).contains("has ended");
  }

  @Test
  void a_look_changes_nothing() {
    assertThat(board.look(KEY, ended(1)).outcome()).isEqualTo(Outcome.NONE);
    assertThat(board.look(KEY, held("us", 1)).outcome()).isEqualTo(Outcome.CREATED);
    board.post(KEY, held("us", 1));
    assertThat(board.look(KEY, ended(1)).outcome()).isEqualTo(Outcome.EDITED);
    assertThat(board.look(KEY, held("us", 1)).outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(comments.only()).contains("`us`").contains("at work");
    assertThat(comments.calls).containsOnlyOnce("write").doesNotContain("edit");
  }

  @Test
  void a_forge_without_comments_says_so() {
    assertThatThrownBy(() -> NoticeBoard.of(new FaultyForge(), clock, Map.of()))
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("no comments");
  }
}
