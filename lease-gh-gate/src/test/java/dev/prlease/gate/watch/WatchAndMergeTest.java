package dev.prlease.gate.watch;

import static dev.prlease.gate.fixture.FaultyForge.KEY;
import static dev.prlease.gate.fixture.FaultyForge.check;
import static dev.prlease.gate.fixture.FaultyForge.error;
import static dev.prlease.gate.fixture.FaultyForge.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.NotOwnerException;
import dev.prlease.api.NotRecordedException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.Check.Verdict;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.PullRequest.MergeState;
import dev.prlease.api.forge.PullRequest.Review;
import dev.prlease.api.forge.PullRequest.Route;
import dev.prlease.api.forge.PullRequest.Stage;
import dev.prlease.api.forge.PullRequest.State;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.gate.watch.WatchOptions.Certification;
import dev.prlease.gate.watch.WatchOptions.Start;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pull request watched in virtual time, at a forge that does what a test says. */
@Timeout(60)
final class WatchAndMergeTest {
  private static final SessionId US = SessionId.of("us");
  private static final SessionId THEM = SessionId.of("them");

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final LeaseManager manager =
      LeaseManager.on(new InMemoryLeaseStore()).clock(clock).scheduler(scheduler).build();
  private final PrLease lease = manager.acquire(KEY, US, Ttl.ofSeconds(900));
  private final FaultyForge forge = new FaultyForge();
  private final List<WatchEvent> events = new ArrayList<>();
  private final Instant start = clock.now();

  WatchAndMergeTest() {
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    forge.checks.add(check("build", Verdict.PASSED));
  }

  private WatchResult watch(WatchOptions options) throws InterruptedException {
    return new WatchAndMerge(forge, scheduler, clock, options, events::add).run(lease);
  }

  private WatchResult watch() throws InterruptedException {
    return watch(WatchOptions.DEFAULTS);
  }

  private void after(Duration time, Runnable change) {
    scheduler.after(time, change);
  }

  private void checks(Verdict... verdicts) {
    forge.checks.clear();
    for (int i = 0; i < verdicts.length; i++) {
      forge.checks.add(check("check-" + i, verdicts[i]));
    }
  }

  private Duration elapsed() {
    return Duration.between(start, clock.now());
  }

  private <E extends WatchEvent> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void L12_a_head_whose_checks_passed_is_certified_and_merged_pinned_to_it() throws Exception {
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.Merged.class,
            merged -> {
              assertThat(merged.head()).isEqualTo(sha('a'));
              assertThat(merged.merge().commit()).isEqualTo(sha('f'));
            });
    assertThat(forge.acts).containsExactly("merge a RESPECTED");
    assertThat(lease.record().head()).contains(sha('a'));
  }

  @Test
  void L10_checks_that_take_longer_than_the_ttl_are_waited_for_and_the_lease_kept()
      throws Exception {
    checks(Verdict.PASSED, Verdict.PENDING);
    after(Duration.ofMinutes(40), () -> checks(Verdict.PASSED, Verdict.PASSED));
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(elapsed()).isBetween(Duration.ofMinutes(40), Duration.ofMinutes(41));
    assertThat(events(WatchEvent.Looked.class).get(0).checks().pending()).hasSize(1);
  }

  @Test
  void L13_a_check_that_failed_or_says_what_nobody_knows_ends_it_with_its_name() throws Exception {
    for (Verdict verdict : List.of(Verdict.FAILED, Verdict.UNKNOWN)) {
      checks(Verdict.PENDING, verdict);
      assertThat(watch())
          .isInstanceOfSatisfying(
              WatchResult.Refused.class,
              refused -> assertThat(refused.why()).contains("check-1 (" + verdict + ")"));
    }
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void only_required_checks_count_where_that_is_asked_for() throws Exception {
    checks(Verdict.PASSED);
    forge.checks.add(new Check("lint", Verdict.FAILED, Check.Necessity.OPTIONAL, "FAILURE"));
    forge.mergeState = MergeState.UNSTABLE;
    assertThat(watch()).isInstanceOf(WatchResult.Refused.class);
    assertThat(watch(WatchOptions.DEFAULTS.with(Certification.REQUIRED_CHECKS)))
        .isInstanceOf(WatchResult.Merged.class);
  }

  @Test
  void without_any_check_it_waits_a_minute_warns_and_merges() throws Exception {
    forge.checks.clear();
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(elapsed()).isEqualTo(Duration.ofMinutes(1));
    assertThat(events(WatchEvent.Warned.class)).hasSize(1);
  }

  @Test
  void a_check_that_comes_late_is_waited_for() throws Exception {
    forge.checks.clear();
    after(Duration.ofSeconds(45), () -> checks(Verdict.PENDING));
    after(Duration.ofMinutes(10), () -> checks(Verdict.FAILED));
    assertThat(watch()).isInstanceOf(WatchResult.Refused.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void a_head_that_moves_while_watched_starts_over() throws Exception {
    checks(Verdict.PENDING);
    after(
        Duration.ofMinutes(2),
        () -> {
          forge.head = sha('b');
          forge.checks.clear();
        });
    after(Duration.ofMinutes(2).plusSeconds(50), () -> checks(Verdict.PENDING));
    after(Duration.ofMinutes(5), () -> checks(Verdict.PASSED));
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.Merged.class, merged -> assertThat(merged.head()).isEqualTo(sha('b')));
    assertThat(forge.acts).containsExactly("merge b RESPECTED");
    assertThat(events(WatchEvent.HeadMoved.class))
        .containsExactly(new WatchEvent.HeadMoved(sha('a'), sha('b')));
  }

  @Test
  void a_head_that_moves_between_the_look_and_the_merge_is_not_merged_uncertified()
      throws Exception {
    forge.merges.add(
        () -> {
          forge.head = sha('b');
          checks(Verdict.PENDING);
          throw error(Kind.HEAD_MOVED, "head was modified");
        });
    after(Duration.ofMinutes(3), () -> checks(Verdict.PASSED));
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts).containsExactly("merge a RESPECTED", "merge b RESPECTED");
    assertThat(lease.record().head()).contains(sha('b'));
  }

  @Test
  void L60_a_head_that_is_called_modified_and_was_not_is_tried_again() throws Exception {
    forge.merges.add(
        () -> {
          throw error(Kind.HEAD_MOVED, "head was modified");
        });
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts).hasSize(2);
  }

  @Test
  void L57_a_merge_whose_answer_was_lost_is_found_by_reading_and_not_tried_again()
      throws Exception {
    forge.merges.add(
        () -> {
          forge.mergedBy("us");
          throw error(Kind.UNREACHABLE, "connection reset");
        });
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts).hasSize(1);
  }

  @Test
  void what_passes_is_tried_again_after_growing_pauses_and_a_limit_until_its_reset()
      throws Exception {
    Instant reset = clock.now().plusSeconds(300);
    for (int i = 0; i < 4; i++) {
      forge.readsFail.add(error(Kind.UNREACHABLE, "502"));
    }
    forge.readsFail.add(error(Kind.RATE_LIMITED, "limit", Optional.of(reset)));
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(events(WatchEvent.Retrying.class).stream().map(WatchEvent.Retrying::in).toList())
        .startsWith(
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8),
            Duration.ofSeconds(16));
    assertThat(clock.now()).isAfterOrEqualTo(reset);
    assertThat(elapsed()).isLessThan(Duration.ofSeconds(330));
  }

  @Test
  void pauses_between_merges_that_fail_grow_though_each_look_in_between_succeeds()
      throws Exception {
    for (int i = 0; i < 4; i++) {
      forge.merges.add(
          () -> {
            throw error(Kind.UNREACHABLE, "unexpected EOF");
          });
    }
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(events(WatchEvent.Retrying.class).stream().map(WatchEvent.Retrying::in).toList())
        .containsExactly(
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(8),
            Duration.ofSeconds(16));
  }

  @Test
  void L12_what_is_there_is_merged_at_the_head_that_was_read_first_or_not_at_all()
      throws Exception {
    WatchOptions atOnce = WatchOptions.DEFAULTS.with(Certification.AS_IT_IS);
    forge.merges.add(
        () -> {
          forge.head = sha('b');
          throw error(Kind.HEAD_MOVED, "head was modified");
        });
    assertThat(watch(atOnce))
        .isInstanceOfSatisfying(
            WatchResult.Refused.class,
            refused -> assertThat(refused.why()).contains(sha('a')).contains(sha('b')));
    assertThat(forge.acts).hasSize(1);
    forge.acts.clear();
    forge.head = sha('a');
    forge.mergeState = MergeState.UNKNOWN;
    after(
        Duration.ofSeconds(10),
        () -> {
          forge.head = sha('b');
          forge.mergeState = MergeState.CLEAN;
        });
    assertThat(watch(atOnce)).isInstanceOf(WatchResult.Refused.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void L59_what_the_forge_dropped_when_the_head_moved_is_ours_no_more() throws Exception {
    forge.route = Route.QUEUE;
    checks(Verdict.PASSED);
    forge.merges.add(
        () -> {
          forge.queue = Optional.of(new PullRequest.QueueEntry("QUEUED", 1));
          checks(Verdict.PENDING);
        });
    after(
        Duration.ofMinutes(2),
        () -> {
          forge.head = sha('c');
          forge.queue = Optional.empty();
        });
    after(
        Duration.ofMinutes(4),
        () -> forge.queue = Optional.of(new PullRequest.QueueEntry("QUEUED", 1)));
    after(Duration.ofMinutes(4).plusSeconds(50), () -> forge.mergedBy("alice"));
    assertThat(watch()).isInstanceOf(WatchResult.AlreadyMerged.class);
    assertThat(forge.acts).containsExactly("merge a RESPECTED");
  }

  @Test
  void who_merges_what_is_there_does_not_wait_for_a_forge_that_is_away() {
    for (int i = 0; i < 200; i++) {
      forge.readsFail.add(error(Kind.UNREACHABLE, "connection refused"));
    }
    assertThatThrownBy(() -> watch(WatchOptions.DEFAULTS.with(Certification.AS_IT_IS)))
        .isInstanceOfSatisfying(
            ForgeException.class, failed -> assertThat(failed.kind()).isEqualTo(Kind.UNREACHABLE));
    assertThat(elapsed()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(6));
  }

  @Test
  void who_merges_what_is_there_gives_up_merges_that_keep_failing() throws Exception {
    for (int i = 0; i < 200; i++) {
      forge.merges.add(this::fails);
    }
    assertThat(watch(WatchOptions.DEFAULTS.with(Certification.AS_IT_IS)))
        .isInstanceOfSatisfying(
            WatchResult.Unknown.class, unknown -> assertThat(unknown.why()).contains("502"));
    assertThat(elapsed()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(6));
  }

  @Test
  void a_forge_that_says_from_when_on_it_answers_is_waited_for_by_all() throws Exception {
    Instant reset = start.plus(Duration.ofMinutes(30));
    forge.readsFail.add(error(Kind.RATE_LIMITED, "rate limit", Optional.of(reset)));
    assertThat(watch(WatchOptions.DEFAULTS.with(Certification.AS_IT_IS)))
        .isInstanceOf(WatchResult.Merged.class);
    assertThat(elapsed()).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void what_would_fail_again_is_not_retried() {
    forge.readsFail.add(error(Kind.NOT_AUTHENTICATED, "not logged in"));
    assertThatThrownBy(this::watch)
        .isInstanceOfSatisfying(
            ForgeException.class,
            failed -> assertThat(failed.kind()).isEqualTo(Kind.NOT_AUTHENTICATED));
    assertThat(forge.reads).isEqualTo(1);
  }

  @Test
  void a_refused_merge_is_not_retried() throws Exception {
    forge.merges.add(
        () -> {
          throw error(Kind.REFUSED, "squash merges are not allowed");
        });
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.Refused.class,
            refused -> assertThat(refused.why()).contains("squash merges are not allowed"));
    assertThat(forge.acts).hasSize(1);
  }

  @Test
  void what_cannot_be_understood_is_read_a_few_times_only() {
    for (int i = 0; i < 3; i++) {
      forge.readsFail.add(error(Kind.UNINTELLIGIBLE, "cut off"));
    }
    assertThatThrownBy(this::watch).isInstanceOf(ForgeException.class);
    assertThat(forge.reads).isEqualTo(3);
  }

  @Test
  void a_merge_that_never_shows_is_told_as_unknown() throws Exception {
    for (int i = 0; i < 10; i++) {
      forge.merges.add(() -> {});
    }
    assertThat(watch()).isInstanceOf(WatchResult.Unknown.class);
    assertThat(forge.acts).hasSize(5);
  }

  @Test
  void drafts_reviews_and_rules_are_waited_for() throws Exception {
    forge.stage = Stage.DRAFT;
    forge.mergeState = MergeState.DRAFT;
    after(
        Duration.ofMinutes(10),
        () -> {
          forge.stage = Stage.READY;
          forge.mergeState = MergeState.BLOCKED;
          forge.review = Review.CHANGES_REQUESTED;
        });
    after(
        Duration.ofMinutes(20),
        () -> {
          forge.review = Review.APPROVED;
          forge.mergeState = MergeState.UNKNOWN;
        });
    after(Duration.ofMinutes(21), () -> forge.mergeState = MergeState.CLEAN);
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(elapsed()).isGreaterThanOrEqualTo(Duration.ofMinutes(21));
    assertThat(events(WatchEvent.Looked.class).stream().map(WatchEvent.Looked::standing).distinct())
        .containsExactly(
            new Standing.Waiting("it is a draft"),
            new Standing.Waiting("a reviewer asks for changes"),
            new Standing.Waiting("the forge has not found out yet whether it can be merged"));
  }

  @Test
  void behind_and_dirty_end_it_with_what_to_do() throws Exception {
    forge.mergeState = MergeState.BEHIND;
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.Refused.class,
            refused -> assertThat(refused.nextStep()).contains("prlease rebase 42"));
    forge.mergeState = MergeState.DIRTY;
    assertThat(watch()).isInstanceOf(WatchResult.Refused.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void closed_and_merged_by_somebody_else_are_told() throws Exception {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(1), () -> forge.mergedBy("alice"));
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.AlreadyMerged.class,
            already -> assertThat(already.merge().by()).isEqualTo("alice"));
    forge.state = State.CLOSED;
    assertThat(watch()).isEqualTo(new WatchResult.Closed());
    assertThat(forge.acts).isEmpty();
  }

  private void queuesInstead() {
    forge.route = Route.QUEUE;
    forge.mergeState = MergeState.BLOCKED;
    forge.merges.add(
        () -> forge.queue = Optional.of(new PullRequest.QueueEntry("awaiting_checks", 2)));
  }

  @Test
  void L59_in_a_queue_the_lease_is_kept_until_it_is_merged() throws Exception {
    queuesInstead();
    after(Duration.ofMinutes(30), () -> forge.mergedBy("queue"));
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
    assertThat(elapsed()).isGreaterThanOrEqualTo(Duration.ofMinutes(30));
    assertThat(forge.acts).hasSize(1);
  }

  @Test
  void kicked_out_of_the_queue_ends_it_unless_it_was_merged() throws Exception {
    queuesInstead();
    after(Duration.ofMinutes(5), () -> forge.queue = Optional.empty());
    assertThat(watch())
        .isInstanceOfSatisfying(
            WatchResult.Refused.class,
            refused -> assertThat(refused.why()).contains("merge queue"));
  }

  @Test
  void a_moment_between_queue_and_merge_is_no_kick() throws Exception {
    queuesInstead();
    after(Duration.ofSeconds(299), () -> forge.queue = Optional.empty());
    after(Duration.ofSeconds(304), () -> forge.mergedBy("queue"));
    assertThat(watch()).isInstanceOf(WatchResult.Merged.class);
  }

  @Test
  void L59_what_was_armed_is_taken_back_when_the_head_moves_and_armed_anew() throws Exception {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(5), () -> forge.head = sha('b'));
    after(Duration.ofMinutes(9), () -> forge.mergedBy("forge"));
    assertThat(watch(WatchOptions.DEFAULTS.with(Start.ARMED)))
        .isInstanceOfSatisfying(
            WatchResult.Merged.class, merged -> assertThat(merged.head()).isEqualTo(sha('b')));
    assertThat(forge.acts).containsExactly("arm a", "disarm", "arm b");
  }

  private void armed() {
    forge.autoMerge = Optional.of(new PullRequest.AutoMerge(MergeMethod.SQUASH, "us"));
  }

  private void fails() {
    throw error(Kind.UNREACHABLE, "502");
  }

  private static final WatchOptions ARMED = WatchOptions.DEFAULTS.with(Start.ARMED);

  @Test
  void L15_interrupted_while_it_is_armed_it_is_disarmed_whatever_the_try_told() {
    for (boolean told : new boolean[] {true, false}) {
      forge.merges.add(
          () -> {
            armed();
            Thread.currentThread().interrupt();
            if (!told) {
              forge.readsFail.add(error(Kind.UNREACHABLE, "interrupted"));
              fails();
            }
          });
      forge.acts.clear();
      assertThatThrownBy(() -> watch(ARMED)).isInstanceOf(InterruptedException.class);
      assertThat(forge.acts).as("told: %s", told).containsExactly("arm a", "disarm");
      assertThat(forge.autoMerge).isEmpty();
    }
  }

  @Test
  void L15_interrupted_while_it_is_merged_it_is_told_as_merged() throws Exception {
    forge.merges.add(
        () -> {
          forge.mergedBy("us");
          Thread.currentThread().interrupt();
        });
    WatchResult result = watch();
    assertThat(Thread.interrupted()).as("flag").isTrue();
    assertThat(result).isInstanceOf(WatchResult.Merged.class);
  }

  @Test
  void L59_a_head_that_moves_between_arm_and_look_is_not_left_armed() throws Exception {
    checks(Verdict.PENDING);
    forge.merges.add(
        () -> {
          armed();
          forge.head = sha('b');
        });
    after(Duration.ofMinutes(9), () -> forge.mergedBy("forge"));
    assertThat(watch(ARMED))
        .isInstanceOfSatisfying(
            WatchResult.Merged.class, merged -> assertThat(merged.head()).isEqualTo(sha('b')));
    assertThat(forge.acts).containsExactly("arm a", "disarm", "arm b");
  }

  @Test
  void L59_an_arming_whose_end_was_not_known_is_taken_back_as_well() throws Exception {
    checks(Verdict.PENDING);
    forge.merges.add(
        () -> {
          after(Duration.ofSeconds(1), this::armed);
          fails();
        });
    after(Duration.ofMinutes(2), () -> forge.head = sha('b'));
    assertThat(watch(ARMED.atMost(Duration.ofMinutes(4)))).isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm", "arm b", "disarm");
    assertThat(forge.autoMerge).isEmpty();
  }

  @Test
  void L59_disarming_is_tried_until_the_forge_shows_it_disarmed() throws Exception {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(5), () -> forge.head = sha('b'));
    forge.disarms.add(this::fails);
    forge.disarms.add(() -> {});
    forge.disarms.add(this::fails);
    after(Duration.ofMinutes(9), () -> forge.mergedBy("forge"));
    assertThat(watch(ARMED)).isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts)
        .containsExactly("arm a", "disarm", "disarm", "disarm", "disarm", "arm b");
    assertThat(events(WatchEvent.Retrying.class).stream().map(WatchEvent.Retrying::in).toList())
        .containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));
    assertThat(events(WatchEvent.Retrying.class).get(1).why()).contains("it is armed still");
  }

  @Test
  void what_the_forge_merged_without_a_certificate_is_told_so() throws Exception {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(5), () -> forge.head = sha('b'));
    for (int i = 0; i < 50; i++) {
      forge.disarms.add(this::fails);
    }
    after(Duration.ofMinutes(9), () -> forge.mergedBy("forge"));
    assertThat(watch(ARMED)).isInstanceOf(WatchResult.MergedUncertified.class);
    assertThat(forge.acts).contains("arm a", "disarm").doesNotContain("arm b");
  }

  @Test
  void what_others_armed_is_watched_and_left_to_them() throws Exception {
    armed();
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofMinutes(10))))
        .isInstanceOf(WatchResult.TimedOut.class);
    after(Duration.ofMinutes(3), () -> forge.mergedBy("alice"));
    assertThat(watch()).isInstanceOf(WatchResult.AlreadyMerged.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void L59_what_was_queued_is_taken_out_when_time_is_up() throws Exception {
    queuesInstead();
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofMinutes(10))))
        .isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("merge a RESPECTED", "disarm");
    assertThat(forge.queue).isEmpty();
    assertThat(events(WatchEvent.Warned.class)).isEmpty();
  }

  @Test
  void what_cannot_be_taken_back_at_the_end_is_told_with_what_to_do() throws Exception {
    checks(Verdict.PENDING);
    for (int i = 0; i < 3; i++) {
      forge.disarms.add(this::fails);
    }
    assertThat(watch(ARMED.atMost(Duration.ofMinutes(10))))
        .isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm", "disarm", "disarm");
    assertThat(events(WatchEvent.Warned.class))
        .singleElement()
        .satisfies(
            warned ->
                assertThat(warned.what())
                    .contains("502")
                    .contains("gh pr merge 42 -R github.com/acme/app --disable-auto"));
  }

  @Test
  void armed_when_the_lease_is_lost_is_told_with_what_to_do() {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(2), () -> manager.breakLease(KEY, THEM, "test"));
    assertThatThrownBy(() -> watch(ARMED)).isInstanceOf(NotOwnerException.class);
    assertThat(forge.acts).containsExactly("arm a");
    assertThat(events(WatchEvent.Warned.class))
        .singleElement()
        .satisfies(warned -> assertThat(warned.what()).contains("--disable-auto"));
  }

  @Test
  void when_time_is_up_it_says_what_it_waited_for_and_leaves_nothing_armed() throws Exception {
    checks(Verdict.PENDING);
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofMinutes(10))))
        .isEqualTo(new WatchResult.TimedOut("check check-0 is pending"));
    assertThat(elapsed()).isEqualTo(Duration.ofMinutes(10));
    assertThat(watch(WatchOptions.DEFAULTS.with(Start.ARMED).atMost(Duration.ofMinutes(10))))
        .isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm");
  }

  @Test
  void a_broken_lease_ends_it_before_anything_more_is_started() {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(2), () -> manager.breakLease(KEY, THEM, "test"));
    after(Duration.ofMinutes(2).plusSeconds(15), () -> checks(Verdict.PASSED));
    assertThatThrownBy(this::watch).isInstanceOf(NotOwnerException.class);
    assertThat(elapsed()).isLessThan(Duration.ofMinutes(2).plusSeconds(12));
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void L11_a_lease_that_was_lost_between_tries_stops_the_next_one() {
    forge.merges.add(
        () -> {
          manager.breakLease(KEY, THEM, "test");
          throw error(Kind.UNREACHABLE, "502");
        });
    assertThatThrownBy(this::watch).isInstanceOf(NotOwnerException.class);
    assertThat(forge.acts).hasSize(1);
  }

  @Test
  void an_interrupt_is_thrown_and_leaves_nothing_armed() {
    checks(Verdict.PENDING);
    after(Duration.ofMinutes(2), Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> watch(WatchOptions.DEFAULTS.with(Start.ARMED)))
        .isInstanceOf(InterruptedException.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm");
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void L16_a_bypass_needs_a_durable_audit() {
    forge.mergeState = MergeState.BLOCKED;
    assertThatThrownBy(() -> watch(WatchOptions.DEFAULTS.bypassing("hotfix")))
        .isInstanceOf(NotRecordedException.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void as_it_is_merges_the_head_that_was_read_or_tells_why_not() throws Exception {
    WatchOptions asItIs = WatchOptions.DEFAULTS.with(Certification.AS_IT_IS);
    forge.mergeState = MergeState.BLOCKED;
    forge.review = Review.REQUIRED;
    assertThat(watch(asItIs))
        .isInstanceOfSatisfying(
            WatchResult.Refused.class,
            refused -> assertThat(refused.nextStep()).contains("watch-and-merge 42"));
    forge.mergeState = MergeState.UNSTABLE;
    checks(Verdict.FAILED);
    assertThat(watch(asItIs.with(MergeMethod.REBASE))).isInstanceOf(WatchResult.Merged.class);
  }

  @Test
  void the_wait_is_told_second_by_second() throws Exception {
    checks(Verdict.PENDING);
    after(Duration.ofSeconds(29), () -> checks(Verdict.PASSED));
    watch();
    assertThat(events(WatchEvent.Waited.class)).hasSize(29);
  }
}
