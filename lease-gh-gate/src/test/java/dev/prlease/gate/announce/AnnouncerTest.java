package dev.prlease.gate.announce;

import static dev.prlease.gate.announce.FakeComments.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.SystemClock;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A comment kept up to date in virtual time. */
@Timeout(60)
class AnnouncerTest {
  private static final Duration LAST_WORD = Duration.ofSeconds(10);

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final LeaseManager manager =
      LeaseManager.on(new InMemoryLeaseStore()).clock(clock).scheduler(scheduler).build();
  private final FakeComments comments = new FakeComments();
  private final NoticeBoard board = new NoticeBoard(comments, clock, Map.of());
  private final PrLease lease = manager.acquire(KEY, SessionId.of("us"), Ttl.ofSeconds(900));
  private Optional<Keeper> keeper = Optional.empty();

  private Announcer start() {
    Announcer announcer = Announcer.start(board, lease, scheduler, clock);
    keeper = Optional.of(lease.keepAlive(KeepAliveOptions.DEFAULTS, announcer));
    return announcer;
  }

  private void end(Announcer announcer, Notice.End how) {
    keeper.ifPresent(Keeper::close);
    lease.close();
    announcer.end(announcer.ended(how), LAST_WORD);
  }

  private void pass(Duration time) {
    scheduler.advance(time);
  }

  private long edits() {
    return comments.calls.stream().filter("edit"::equals).count();
  }

  /** The time that the comment promises. */
  private Instant until() {
    return Mark.find(comments.only()).orElseThrow().at();
  }

  @Test
  void it_is_written_at_the_beginning_and_ended_at_the_end() {
    Announcer announcer = start();
    assertThat(comments.all).as("the work does not wait for it").isEmpty();
    pass(Duration.ofSeconds(1));
    assertThat(comments.only()).contains("at work").contains("`us`");
    end(announcer, Notice.End.MERGED);
    assertThat(comments.only()).contains("has ended").contains("the pull request was merged");
    assertThat(announcer.takeWarnings()).isEmpty();
  }

  @Test
  void what_it_promises_is_never_over_while_the_lease_is_kept_and_it_is_seldom_edited() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    for (int second = 0; second < 3 * 3600; second += 10) {
      pass(Duration.ofSeconds(10));
      assertThat(until()).as("at %s", clock.now()).isAfter(clock.now());
    }
    assertThat(edits()).as("in three hours, each of which has 12 renewals").isBetween(15L, 20L);
    end(announcer, Notice.End.GIVEN_BACK);
  }

  @Test
  void a_loss_is_told_at_once_and_a_later_word_does_not_change_that() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    manager.breakLease(KEY, SessionId.of("operator"), "its machine is gone");
    pass(Duration.ofSeconds(20));
    assertThat(comments.only()).contains("has ended").contains("it was broken, or taken over");
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(comments.only()).contains("it was broken, or taken over");
  }

  @Test
  void one_that_ends_before_it_was_written_writes_nothing() {
    Announcer announcer = start();
    end(announcer, Notice.End.MERGED);
    assertThat(comments.all).isEmpty();
    assertThat(comments.calls).containsExactly("list");
  }

  @Test
  void what_fails_is_one_warning_and_is_tried_again_at_renewals_if_it_may_pass() {
    comments.beforeListing.add(FakeComments.failing(Kind.UNREACHABLE));
    comments.beforeListing.add(FakeComments.failing(Kind.UNREACHABLE));
    Announcer announcer = start();
    pass(Duration.ofMinutes(12));
    assertThat(announcer.takeWarnings())
        .singleElement()
        .asString()
        .contains("no: UNREACHABLE", "; next: Look at it.");
    pass(Duration.ofMinutes(5));
    assertThat(comments.only()).contains("at work");
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(announcer.takeWarnings()).isEmpty();
    assertThat(comments.only()).contains("has ended");
  }

  @Test
  void what_would_fail_again_is_not_tried_again() {
    for (int i = 0; i < 10; i++) {
      comments.beforeListing.add(FakeComments.failing(Kind.REFUSED));
    }
    Announcer announcer = start();
    pass(Duration.ofHours(2));
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(announcer.takeWarnings()).hasSize(1);
    assertThat(comments.calls).containsExactly("list");
  }

  @Test
  void a_rate_limit_is_respected_to_its_end_and_by_the_last_word_too() {
    Instant limited = clock.now().plus(Duration.ofMinutes(30));
    Runnable refusal =
        () -> {
          throw FaultyForge.error(Kind.RATE_LIMITED, "too many", Optional.of(limited));
        };
    comments.beforeListing.add(refusal);
    Announcer announcer = start();
    pass(Duration.ofMinutes(29));
    assertThat(comments.calls).hasSize(1);
    pass(Duration.ofMinutes(10));
    assertThat(comments.only()).contains("at work");

    Instant again = clock.now().plus(Duration.ofHours(1));
    comments.beforeWriting.add(
        () -> {
          throw FaultyForge.error(Kind.RATE_LIMITED, "too many", Optional.of(again));
        });
    for (int i = 0; i < 90 && !comments.beforeWriting.isEmpty(); i++) {
      pass(Duration.ofSeconds(10));
    }
    assertThat(comments.beforeWriting).isEmpty();
    int calls = comments.calls.size();
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(comments.calls).hasSize(calls);
    assertThat(announcer.takeWarnings()).last().asString().contains("still says", "limits");
  }

  @Test
  void an_end_that_cannot_be_said_is_told_since_the_comment_still_says_held() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    comments.beforeWriting.add(FakeComments.failing(Kind.UNREACHABLE));
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(announcer.takeWarnings())
        .singleElement()
        .asString()
        .contains("still says that it is held until " + until());
  }

  @Test
  void a_comment_that_somebody_deleted_is_not_written_again() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    comments.all.clear();
    pass(Duration.ofHours(1));
    assertThat(comments.all).isEmpty();
    assertThat(announcer.takeWarnings()).singleElement().asString().contains("deleted");
    end(announcer, Notice.End.GIVEN_BACK);
    assertThat(comments.all).isEmpty();
    assertThat(announcer.takeWarnings()).isEmpty();
  }

  @Test
  void what_an_earlier_session_wrote_over_it_at_the_same_moment_is_put_right_a_minute_later() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    Notice late = new Notice.Ended(new Fence(1), Notice.End.LOST, clock.now(), Optional.empty());
    comments.edit(comments.all.get(0), board.text(late));
    pass(Duration.ofMinutes(1));
    assertThat(comments.only()).contains("at work").contains("`us`");
    end(announcer, Notice.End.GIVEN_BACK);
  }

  @Test
  void the_end_of_an_earlier_lease_does_not_hide_the_next() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    keeper.ifPresent(Keeper::close);
    lease.close();
    clock.advance(Duration.ofSeconds(1));
    PrLease next = manager.acquire(KEY, SessionId.of("them"), Ttl.ofSeconds(900));
    board.post(KEY, new Notice.Held(next.record()));
    announcer.end(announcer.ended(Notice.End.GIVEN_BACK), LAST_WORD);
    assertThat(comments.only()).contains("at work").contains("`them`");
    assertThat(announcer.takeWarnings()).isEmpty();
    next.close();
  }

  @Test
  void a_forge_that_hangs_keeps_neither_the_work_nor_the_end_waiting() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    comments.beforeListing.add(
        () -> {
          asked.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException cancelled) {
            ended.countDown();
          }
          throw FakeComments.error(Kind.UNREACHABLE);
        });
    try (Scheduler threads = new ThreadPoolScheduler()) {
      Announcer announcer = Announcer.start(board, lease, threads, new SystemClock());
      asked.await();
      announcer.end(announcer.ended(Notice.End.GIVEN_BACK), Duration.ofMillis(50));
      ended.await();
      assertThat(announcer.takeWarnings())
          .containsExactly("the comment about the lease: the forge takes too long");
    }
    lease.close();
  }

  @Test
  void an_interrupted_thread_stays_interrupted_and_the_end_is_said() {
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    keeper.ifPresent(Keeper::close);
    lease.close();
    Thread.currentThread().interrupt();
    announcer.end(announcer.ended(Notice.End.GIVEN_BACK), LAST_WORD);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(comments.only()).contains("has ended");
  }

  @Test
  void a_session_that_goes_on_holding_it_says_so_last() {
    Announcer announcer = start();
    pass(Duration.ofMinutes(1));
    keeper.ifPresent(Keeper::close);
    announcer.end(Notice.of(manager.find(KEY)), LAST_WORD);
    assertThat(comments.only()).contains("at work");
    assertThat(until()).isEqualTo(lease.expiresAt());
    lease.close();
  }

  @Test
  void an_error_tells_what_to_do() {
    ForgeException error = FakeComments.error(Kind.NOT_AUTHENTICATED);
    comments.beforeListing.add(
        () -> {
          throw error;
        });
    Announcer announcer = start();
    pass(Duration.ofSeconds(1));
    assertThat(announcer.takeWarnings())
        .isEqualTo(
            List.of(
                "the comment about the lease: "
                    + error.getMessage()
                    + "; next: "
                    + error.nextStep()));
    end(announcer, Notice.End.GIVEN_BACK);
  }
}
