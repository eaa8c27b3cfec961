package dev.prlease.gate.watch;

import static dev.prlease.gate.fixture.FaultyForge.KEY;
import static dev.prlease.gate.fixture.FaultyForge.check;
import static dev.prlease.gate.fixture.FaultyForge.error;
import static dev.prlease.gate.fixture.FaultyForge.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.Check.Verdict;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.PullRequest.Route;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.gate.watch.WatchOptions.Certification;
import dev.prlease.gate.watch.WatchOptions.Start;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.Fault;
import dev.prlease.testkit.FaultyLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.StoreCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the forge was asked to merge by itself, and what becomes of that when a watch ends. */
@Timeout(60)
final class EntrustedTest {
  private static final WatchOptions ARMED =
      WatchOptions.DEFAULTS.with(Certification.AS_IT_IS).with(Start.ARMED);
  private static final String BY_HAND =
      "gh pr merge 42 -R github.com/acme/app --disable-auto; from a merge queue:"
          + " https://github.com/acme/app/pull/42";

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final FaultyLeaseStore store =
      new FaultyLeaseStore(new InMemoryLeaseStore(), scheduler, Duration.ofSeconds(5));
  private final LeaseManager manager =
      LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
  private final PrLease lease = manager.acquire(KEY, SessionId.of("us"), Ttl.ofSeconds(900));
  private final FaultyForge forge = new FaultyForge();
  private final List<WatchEvent> events = new ArrayList<>();
  private final Instant start = clock.now();

  EntrustedTest() {
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    forge.checks.add(check("build", Verdict.PENDING));
  }

  private WatchResult watch(WatchOptions options) throws InterruptedException {
    return watch(options, events::add);
  }

  private WatchResult watch(WatchOptions options, Consumer<WatchEvent> progress)
      throws InterruptedException {
    return new WatchAndMerge(forge, scheduler, clock, options, progress).run(lease);
  }

  private void passes() {
    forge.checks.clear();
    forge.checks.add(check("build", Verdict.PASSED));
  }

  private void after(Duration time, Runnable change) {
    scheduler.after(time, change);
  }

  private void armedBy(String who) {
    forge.autoMerge = Optional.of(new PullRequest.AutoMerge(MergeMethod.SQUASH, who));
  }

  private static void fails(Kind kind) {
    throw error(kind, "it failed");
  }

  /** It answers nothing until whoever waits is interrupted, or has waited two minutes. */
  private void hangs() {
    for (int i = 0; i < 120 && !Thread.currentThread().isInterrupted(); i++) {
      scheduler.advance(Duration.ofSeconds(1));
    }
    fails(Kind.UNREACHABLE);
  }

  private List<String> warnings() {
    return events.stream()
        .filter(WatchEvent.Warned.class::isInstance)
        .map(event -> ((WatchEvent.Warned) event).what())
        .toList();
  }

  private Duration elapsed() {
    return Duration.between(start, clock.now());
  }

  @Test
  void merged_by_what_was_armed_in_the_last_interval_is_told_as_merged() throws Exception {
    after(Duration.ofSeconds(125), () -> forge.mergedBy("us"));
    assertThat(watch(ARMED.atMost(Duration.ofSeconds(130)))).isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts).containsExactly("arm a");
  }

  @Test
  void merged_by_the_queue_while_it_is_taken_out_is_told_as_merged() throws Exception {
    passes();
    forge.route = Route.QUEUE;
    forge.merges.add(
        () -> forge.queue = Optional.of(new PullRequest.QueueEntry("awaiting_checks", 2)));
    forge.disarms.add(
        () -> {
          forge.mergedBy("queue");
          fails(Kind.REFUSED);
        });
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofSeconds(130))))
        .isInstanceOf(WatchResult.Merged.class);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void merged_while_it_is_disarmed_after_an_interrupt_is_told_as_merged_and_the_flag_kept()
      throws Exception {
    after(Duration.ofMinutes(2), Thread.currentThread()::interrupt);
    forge.disarms.add(() -> forge.mergedBy("us"));
    WatchResult result = watch(ARMED);
    assertThat(Thread.interrupted()).as("flag").isTrue();
    assertThat(result).isInstanceOf(WatchResult.Merged.class);
  }

  @Test
  void merged_by_somebody_else_in_the_last_interval_is_told_as_merged_already() throws Exception {
    after(Duration.ofSeconds(125), () -> forge.mergedBy("alice"));
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofSeconds(130))))
        .isInstanceOf(WatchResult.AlreadyMerged.class);
  }

  @Test
  void a_merge_whose_answer_was_lost_and_that_lands_in_the_last_pause_is_told_as_merged()
      throws Exception {
    passes();
    forge.merges.add(
        () -> {
          after(Duration.ofSeconds(1), () -> forge.mergedBy("us"));
          fails(Kind.UNREACHABLE);
        });
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofSeconds(2))))
        .isInstanceOf(WatchResult.Merged.class);
    assertThat(forge.acts).hasSize(1);
  }

  @Test
  void a_merge_that_may_land_after_the_end_is_warned_of_and_nothing_is_disarmed() throws Exception {
    passes();
    forge.merges.add(() -> fails(Kind.UNREACHABLE));
    assertThat(watch(WatchOptions.DEFAULTS.atMost(Duration.ofSeconds(2))))
        .isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("merge a RESPECTED");
    assertThat(warnings())
        .singleElement()
        .satisfies(said -> assertThat(said).contains("may still land"));
  }

  /** Interrupted while the forge works on it: gh is gone, and the forge arms a moment later. */
  @Test
  void an_arming_that_lands_after_it_was_taken_back_is_taken_back_again() {
    forge.merges.add(
        () -> {
          after(Duration.ofSeconds(1), () -> armedBy("us"));
          Thread.currentThread().interrupt();
          fails(Kind.UNREACHABLE);
        });
    assertThatThrownBy(() -> watch(ARMED)).isInstanceOf(InterruptedException.class);
    lease.close();
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(forge.acts).containsExactly("arm a", "disarm", "disarm");
    assertThat(forge.autoMerge).isEmpty();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void an_arming_that_may_land_after_the_end_is_warned_of() throws Exception {
    forge.merges.add(
        () -> {
          clock.advance(Duration.ofMinutes(2));
          after(Duration.ofSeconds(30), () -> armedBy("us"));
          fails(Kind.UNREACHABLE);
        });
    assertThat(watch(ARMED.atMost(Duration.ofMinutes(2)))).isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm");
    assertThat(warnings())
        .singleElement()
        .satisfies(said -> assertThat(said).contains("may land yet").contains(BY_HAND));
  }

  @Test
  void a_second_try_that_is_refused_does_not_settle_a_first_that_may_land() throws Exception {
    forge.merges.add(
        () -> {
          after(Duration.ofSeconds(5), () -> armedBy("us"));
          fails(Kind.UNREACHABLE);
        });
    forge.merges.add(() -> fails(Kind.REFUSED));
    assertThat(watch(ARMED)).isInstanceOf(WatchResult.Refused.class);
    assertThat(forge.acts).containsExactly("arm a", "arm a", "disarm", "disarm");
    assertThat(forge.autoMerge).isEmpty();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void a_try_that_was_seen_to_land_needs_no_second_look_when_it_is_taken_back() {
    forge.merges.add(
        () -> {
          armedBy("us");
          Thread.currentThread().interrupt();
          forge.readsFail.add(error(Kind.UNREACHABLE, "interrupted"));
          fails(Kind.UNREACHABLE);
        });
    assertThatThrownBy(() -> watch(ARMED)).isInstanceOf(InterruptedException.class);
    assertThat(forge.acts).containsExactly("arm a", "disarm");
    assertThat(elapsed()).isZero();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void a_try_that_cannot_land_any_more_is_neither_taken_back_nor_warned_of() throws Exception {
    forge.merges.add(
        () -> {
          forge.mergeState = PullRequest.MergeState.DIRTY;
          for (int i = 0; i < 11; i++) {
            forge.readsFail.add(error(Kind.UNREACHABLE, "502"));
          }
          fails(Kind.UNREACHABLE);
        });
    assertThat(watch(ARMED)).isInstanceOf(WatchResult.Refused.class);
    assertThat(elapsed()).isGreaterThan(Tries.LANDS_WITHIN);
    assertThat(forge.acts).containsExactly("arm a");
    assertThat(warnings()).isEmpty();
  }

  @Test
  void a_head_that_nobody_certified_and_that_the_forge_merged_as_asked_for_another_is_told()
      throws Exception {
    after(
        Duration.ofSeconds(40),
        () -> {
          forge.head = sha('b');
          forge.mergedBy("us");
        });
    assertThat(watch(ARMED))
        .isEqualTo(
            new WatchResult.MergedUncertified(sha('a'), sha('b'), forge.merge.orElseThrow()));
  }

  @Test
  void another_head_that_was_merged_after_all_was_taken_back_is_somebody_elses() throws Exception {
    forge.disarms.add(
        () -> {
          forge.autoMerge = Optional.empty();
          after(
              Duration.ofSeconds(1),
              () -> {
                forge.head = sha('c');
                forge.mergedBy("alice");
              });
        });
    forge.merges.add(() -> armedBy("us"));
    forge.merges.add(() -> fails(Kind.RATE_LIMITED));
    after(Duration.ofSeconds(40), () -> forge.head = sha('b'));
    assertThat(watch(ARMED)).isInstanceOf(WatchResult.AlreadyMerged.class);
  }

  @Test
  void merged_by_somebody_else_while_our_try_was_never_sent_is_told_as_merged_already()
      throws Exception {
    passes();
    forge.merges.add(() -> fails(Kind.RATE_LIMITED));
    after(Duration.ofSeconds(1), () -> forge.mergedBy("alice"));
    assertThat(watch(WatchOptions.DEFAULTS)).isInstanceOf(WatchResult.AlreadyMerged.class);
  }

  @Test
  void merged_by_somebody_else_during_our_try_that_was_never_sent_is_told_as_merged_already()
      throws Exception {
    passes();
    forge.merges.add(
        () -> {
          forge.mergedBy("alice");
          fails(Kind.RATE_LIMITED);
        });
    assertThat(watch(WatchOptions.DEFAULTS)).isInstanceOf(WatchResult.AlreadyMerged.class);
    assertThat(events)
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        WatchEvent.Tried.class,
                        tried ->
                            assertThat(tried.outcome().details())
                                .containsEntry("outcome", "already-merged")));
  }

  @Test
  void what_somebody_else_armed_stays_when_the_gate_refused_our_try() {
    assertThatThrownBy(
            () ->
                watch(
                    ARMED,
                    event -> {
                      if (event instanceof WatchEvent.Trying) {
                        armedBy("alice");
                        store.next(StoreCall.Operation.LOAD, Fault.failBefore());
                      }
                    }))
        .isInstanceOf(LeaseStoreException.class);
    assertThat(forge.acts).isEmpty();
    assertThat(forge.autoMerge).isPresent();
  }

  @Test
  void one_failure_of_the_store_at_the_end_is_tried_again() throws Exception {
    after(
        Duration.ofMillis(89_999), () -> store.next(StoreCall.Operation.LOAD, Fault.failBefore()));
    assertThat(watch(ARMED.atMost(Duration.ofSeconds(90))))
        .isInstanceOf(WatchResult.TimedOut.class);
    assertThat(forge.autoMerge).isEmpty();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void interrupted_while_the_forge_hangs_it_warns_within_seconds_with_what_to_do() {
    after(Duration.ofMinutes(2), Thread.currentThread()::interrupt);
    forge.disarms.add(this::hangs);
    assertThatThrownBy(() -> watch(ARMED)).isInstanceOf(InterruptedException.class);
    assertThat(elapsed()).isEqualTo(Duration.ofMinutes(2).plus(Entrusted.HURRIED));
    assertThat(warnings())
        .singleElement()
        .satisfies(said -> assertThat(said).contains("within 15 s").contains(BY_HAND));
    scheduler.advance(Duration.ofMinutes(1));
    assertThat(Thread.interrupted()).as("by an alarm that is over").isFalse();
  }

  @Test
  void an_interrupt_while_it_is_taken_back_when_time_is_up_ends_that_with_a_warning() {
    forge.disarms.add(
        () -> {
          Thread.currentThread().interrupt();
          fails(Kind.UNREACHABLE);
        });
    Optional<WatchResult> result = Optional.empty();
    try {
      result = Optional.of(watch(ARMED.atMost(Duration.ofMinutes(2))));
    } catch (InterruptedException unexpected) {
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).as("flag").isTrue();
    assertThat(result).containsInstanceOf(WatchResult.TimedOut.class);
    assertThat(warnings()).singleElement().satisfies(said -> assertThat(said).contains(BY_HAND));
  }

  @Test
  void checks_that_are_not_told_for_one_look_are_not_taken_for_none() throws Exception {
    forge.checks.clear();
    after(Duration.ofSeconds(20), () -> forge.checks.add(check("build", Verdict.PENDING)));
    after(Duration.ofSeconds(290), forge.checks::clear);
    after(Duration.ofSeconds(310), () -> forge.checks.add(check("build", Verdict.FAILED)));
    assertThat(watch(WatchOptions.DEFAULTS)).isInstanceOf(WatchResult.Refused.class);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void that_it_was_asked_is_told_before_and_that_nothing_is_left_after() throws Exception {
    forge.merges.add(
        () -> {
          assertThat(events).endsWith(new WatchEvent.Entrusted(BY_HAND));
          armedBy("us");
        });
    assertThat(watch(ARMED.atMost(Duration.ofMinutes(2)))).isInstanceOf(WatchResult.TimedOut.class);
    assertThat(events).endsWith(new WatchEvent.Settled());
    assertThat(events).filteredOn(WatchEvent.Entrusted.class::isInstance).hasSize(1);
  }
}
