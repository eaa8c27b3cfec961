package dev.prlease.gate.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.PullRequest.State;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.gate.fixture.FaultyForge;
import dev.prlease.gate.sweep.Swept.Fate;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.RecordingAuditSink;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** L62: leases that nobody will give back are ended, and only those. */
final class SweepTest {
  private static final LeaseKey KEY = FaultyForge.KEY;
  private static final SessionId HOLDER = SessionId.of("holder");
  private static final SessionId OPERATOR = SessionId.of("operator");

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final RecordingAuditSink audit = new RecordingAuditSink();
  private final LeaseManager manager =
      LeaseManager.on(new InMemoryLeaseStore())
          .clock(clock)
          .scheduler(scheduler)
          .audit(audit)
          .holder(Holder.ofProgram("prlease run"))
          .build();
  private final PrLease lease = manager.acquire(KEY, HOLDER, Ttl.ofSeconds(900));
  private final FaultyForge forge = new FaultyForge();
  private final Set<String> gone = new HashSet<>();

  private List<Swept> sweep(Sweep.Mode mode) throws InterruptedException {
    return new Sweep(manager, forge, scheduler, holder -> gone.contains(holder.program()))
        .run(manager.list(LeaseFilter.ALL), OPERATOR, mode);
  }

  private LeaseStatus.State state() {
    return manager.find(KEY).state();
  }

  @Test
  void an_open_pull_request_keeps_its_lease() throws Exception {
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(swept -> assertThat(swept.fate()).isEqualTo(new Fate.Kept()));
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }

  @Test
  void a_merged_one_loses_it_and_the_audit_says_why() throws Exception {
    forge.mergedBy("alice");
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(
            swept ->
                assertThat(swept.fate())
                    .isEqualTo(new Fate.Ended("the pull request is merged by alice")));
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
    AuditEvent broken =
        audit.events().stream()
            .filter(event -> event.type() == AuditEvent.Type.BROKEN)
            .findFirst()
            .orElseThrow();
    assertThat(broken.session()).isEqualTo(OPERATOR);
    assertThat(broken.details())
        .containsEntry("reason", "swept: the pull request is merged by alice");
  }

  @Test
  void a_closed_one_too_but_not_in_a_dry_run() throws Exception {
    forge.state = State.CLOSED;
    assertThat(sweep(Sweep.Mode.DRY_RUN)).hasSize(1);
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
    sweep(Sweep.Mode.END);
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
  }

  @Test
  void a_forge_that_does_not_answer_ends_nothing() throws Exception {
    forge.readsFail.add(FaultyForge.error(Kind.UNREACHABLE, "502"));
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(swept -> assertThat(swept.fate()).isInstanceOf(Fate.Troubled.class));
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }

  @Test
  void a_process_that_is_gone_for_certain_loses_it_after_the_grace_of_what_it_ran()
      throws Exception {
    gone.add("prlease run");
    long before = clock.ticks();
    sweep(Sweep.Mode.END);
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
    assertThat(clock.ticks() - before).isGreaterThan(5_000_000_000L);
    assertThat(forge.reads).as("what it left behind is looked for").isOne();
  }

  @Test
  void L59_what_a_dead_process_left_armed_or_queued_is_told_and_not_touched() throws Exception {
    gone.add("prlease run");
    forge.autoMerge = Optional.of(new PullRequest.AutoMerge(MergeMethod.SQUASH, "us"));
    for (Sweep.Mode mode : List.of(Sweep.Mode.DRY_RUN, Sweep.Mode.END)) {
      assertThat(sweep(mode))
          .singleElement()
          .satisfies(
              swept -> {
                assertThat(swept.fate()).isInstanceOf(Fate.Ended.class);
                assertThat(swept.warning())
                    .contains(
                        new Swept.Warning(
                            "acme/app#42 is still armed for auto-merge by us, and nobody watches"
                                + " it",
                            "Watch it (prlease watch-and-merge), or switch that off: gh pr merge 42"
                                + " -R github.com/acme/app --disable-auto."));
              });
    }
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
    assertThat(forge.acts).isEmpty();
  }

  @Test
  void what_a_dead_process_left_behind_may_not_be_known_and_its_lease_is_ended_all_the_same()
      throws Exception {
    gone.add("prlease run");
    forge.readsFail.add(FaultyForge.error(Kind.UNREACHABLE, "502"));
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(
            swept -> {
              assertThat(swept.fate()).isInstanceOf(Fate.Ended.class);
              assertThat(swept.warning().orElseThrow().what()).endsWith("is not known: 502");
            });
    assertThat(state()).isEqualTo(LeaseStatus.State.FREE);
  }

  @Test
  void P15_a_grant_that_came_after_the_look_is_not_ended() throws Exception {
    gone.add("prlease run");
    scheduler.after(
        Duration.ofSeconds(3),
        () -> {
          lease.release();
          manager.acquire(KEY, SessionId.of("next"), Ttl.ofSeconds(900));
        });
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(swept -> assertThat(swept.fate()).isInstanceOf(Fate.Troubled.class));
    assertThat(manager.find(KEY).record().orElseThrow().owner().value()).isEqualTo("next");
  }

  @Test
  void one_of_a_gone_process_that_was_renewed_since_is_kept_by_somebody() throws Exception {
    gone.add("prlease run");
    scheduler.after(Duration.ofSeconds(3), lease::renew);
    assertThat(sweep(Sweep.Mode.END))
        .singleElement()
        .satisfies(swept -> assertThat(swept.fate()).isEqualTo(new Fate.Kept()));
    assertThat(state()).isEqualTo(LeaseStatus.State.HELD);
  }
}
