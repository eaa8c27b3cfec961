package dev.prlease.gate;

import static dev.prlease.gate.FencedWorld.BRANCH;
import static dev.prlease.gate.FencedWorld.KEY;
import static dev.prlease.gate.FencedWorld.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.Tie;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.spi.LeaseStore;
import dev.prlease.store.git.GitLeaseStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pushes in which the lease has a say: branch and lease move in one step, or neither does. */
@Timeout(300)
class FencedPushTest {
  private static final SessionId MINE = SessionId.of("mine");
  private static final SessionId THIEF = SessionId.of("thief");
  private static final Ttl TTL = Ttl.ofSeconds(900);

  private final FencedWorld at;

  FencedPushTest(@TempDir Path temporary) throws IOException {
    at = new FencedWorld(temporary);
  }

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void branch_and_lease_move_in_one_step_and_the_lease_knows_the_head() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String before = at.at(BRANCH);
      String leaseBefore = at.at(LEASE);
      String after = at.commit();
      ForcePushAction action = at.push();
      PushOutcome outcome = lease.run(action);
      assertThat(outcome).isEqualTo(new Pushed(before, after, Optional.empty(), Tie.FENCED));
      assertThat(action.outcome(outcome).details()).containsEntry("lease", "fenced");
      assertThat(at.at(BRANCH)).isEqualTo(after);
      assertThat(at.world().sha(at.server(), LEASE + "~1"))
          .as("one renewal, by the push itself")
          .isEqualTo(leaseBefore);
      assertThat(lease.record().head()).contains(after);
      assertThat(store.load(KEY))
          .isInstanceOfSatisfying(
              LeaseSlot.Held.class, held -> assertThat(held.record()).isEqualTo(lease.record()));
      lease.renew();
      assertThat(lease.record().head()).contains(after);
      assertThat(at.world().git(at.mine(), "for-each-ref", "refs/leases")).isEmpty();
    }
  }

  @Test
  void a_rebase_pushes_so_too() throws Exception {
    Path seed = at.world().base().resolve("seed-acme-app");
    at.world().commit(seed, "m.txt", "main\n");
    at.world().git(seed, "push", "-q", at.server().toString(), "main");
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String leaseBefore = at.at(LEASE);
      RebaseOutcome outcome = lease.run(new RebaseAction(at.site(), new Expectation.Included()));
      assertThat(outcome.succeeded()).as("%s", outcome).isTrue();
      assertThat(at.world().sha(at.server(), LEASE + "~1")).isEqualTo(leaseBefore);
      assertThat(lease.record().head()).contains(at.at(BRANCH));
    }
  }

  /** Some of what {@code bin/soak} does a hundred times. */
  @Test
  void a_lease_that_was_taken_between_the_check_and_the_push_lets_nothing_move() throws Exception {
    for (int round = 0; round < 4; round++) {
      takenMeanwhile(at, round);
    }
  }

  /** Taken before the push is served, or when the server has received it. */
  static void takenMeanwhile(FencedWorld at, int round) throws Exception {
    try (GitLeaseStore store = at.store();
        GitLeaseStore theirs = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        LeaseManager other = LeaseManager.on(theirs).build()) {
      PrLease lease = manager.acquire(KEY, MINE, TTL);
      String owned = at.at(LEASE);
      other.breakLease(KEY, THIEF, "a test");
      PrLease stolen = other.acquire(KEY, THIEF, TTL);
      String taken = at.at(LEASE);
      at.move(LEASE, owned);
      String before = at.at(BRANCH);
      at.commit();
      if (round % 2 == 0) {
        at.moveBeforeServing(1, taken);
      } else {
        at.moveWhenReceived(taken);
      }
      Throwable thrown = catchThrowable(() -> lease.run(at.push()));
      at.moveNothingBeforeServing();
      at.hook("pre-receive", "cat >/dev/null");
      assertThat(thrown).as("round %d", round).isInstanceOf(NotOwnerException.class);
      assertThat(at.at(BRANCH)).as("the branch after round %d", round).isEqualTo(before);
      assertThat(at.at(LEASE)).as("the lease after round %d", round).isEqualTo(taken);
      stolen.assertOwned();
      stolen.close();
    }
  }

  @Test
  void its_own_keeper_that_renews_every_50_ms_beside_it_lets_it_through() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL);
        Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
        Renewals renewals = Renewals.of(lease)) {
      for (int i = 0; i < 3; i++) {
        String after = at.commit();
        assertThat(lease.run(at.push()))
            .isInstanceOfSatisfying(
                Pushed.class, pushed -> assertThat(pushed.tie()).isEqualTo(Tie.FENCED));
        assertThat(at.at(BRANCH)).isEqualTo(after);
      }
      assertThat(renewals.end()).as("renewals beside").isPositive();
      assertThat(keeper.end()).isEmpty();
      lease.assertOwned();
      assertThat(lease.record().head()).contains(at.at(BRANCH));
    }
  }

  /** Renewals of a lease, each 50 ms after the end of the one before. */
  private static final class Renewals implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Integer> made = new CompletableFuture<>();

    private Renewals(PrLease lease) {
      scheduler.execute(() -> renew(lease));
    }

    static Renewals of(PrLease lease) {
      return new Renewals(lease);
    }

    private void renew(PrLease lease) {
      int renewals = 0;
      try {
        while (!over.get()) {
          lease.renew();
          renewals++;
          scheduler.pause(PAUSE);
        }
        made.complete(renewals);
      } catch (LeaseException | InterruptedException failed) {
        made.completeExceptionally(failed);
      }
    }

    /** Ends them, and says how many there were; fails as the one that failed. */
    int end() throws Exception {
      over.set(true);
      return made.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      over.set(true);
      scheduler.close();
    }
  }

  @Test
  void a_parent_process_that_renews_in_between_costs_a_try_and_takes_the_new_value_for_its_own()
      throws Exception {
    try (GitLeaseStore parents = at.store();
        GitLeaseStore childs = at.store();
        LeaseManager parent = LeaseManager.on(parents).build();
        LeaseManager child = LeaseManager.on(childs).build();
        PrLease kept = parent.acquire(KEY, MINE, TTL)) {
      String first = at.at(LEASE);
      kept.renew();
      String renewed = at.at(LEASE);
      at.move(LEASE, first);
      PrLease joined = child.attach(KEY, MINE);
      String after = at.commit();
      at.moveBeforeServing(1, renewed);
      assertThat(joined.run(at.push()))
          .isInstanceOfSatisfying(
              Pushed.class, pushed -> assertThat(pushed.tie()).isEqualTo(Tie.FENCED));
      at.moveNothingBeforeServing();
      assertThat(at.at(BRANCH)).isEqualTo(after);
      assertThat(at.world().sha(at.server(), LEASE + "~1")).isEqualTo(renewed);
      // It knows nothing of the push, and is refused; what it then sees is its own grant.
      kept.renew();
      assertThat(kept.record().head()).contains(after);
      joined.detach();
    }
    try (LeaseStore store = at.store()) {
      assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    }
  }

  @Test
  void an_answer_that_is_lost_is_settled_by_where_the_branch_is() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      at.hook(
          "post-receive",
          "while read -r from to ref; do [ \"$ref\" != " + BRANCH + " ] || kill -9 $PPID; done");
      String after = at.commit();
      assertThat(lease.run(at.push()))
          .isInstanceOfSatisfying(
              Pushed.class,
              pushed -> {
                assertThat(pushed.after()).isEqualTo(after);
                assertThat(pushed.tie()).isEqualTo(Tie.FENCED);
              });
      assertThat(at.at(BRANCH)).isEqualTo(after);
      at.hook("post-receive", "cat >/dev/null");
      lease.assertOwned();
      lease.renew();
      assertThat(lease.record().head()).contains(after);
    }
  }

  @Test
  void an_answer_that_is_lost_proves_nothing_once_the_lease_is_elsewhere() throws Exception {
    try (GitLeaseStore store = at.store();
        GitLeaseStore theirs = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        LeaseManager other = LeaseManager.on(theirs).build()) {
      PrLease lease = manager.acquire(KEY, MINE, TTL);
      String taken = taken(other);
      at.hook(
          "post-receive",
          "while read -r from to ref; do [ \"$ref\" != "
              + BRANCH
              + " ] || { git update-ref "
              + LEASE
              + " "
              + taken
              + "; kill -9 $PPID; }; done");
      String after = at.commit();
      PushOutcome outcome = lease.run(at.push());
      at.hook("post-receive", "cat >/dev/null");
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Pushed.class,
              pushed -> {
                assertThat(pushed.after()).isEqualTo(after);
                assertThat(pushed.tie()).isEqualTo(Tie.UNPROVEN);
                assertThat(pushed.unrecorded())
                    .hasValueSatisfying(
                        lost -> assertThat(lost).isInstanceOf(NotOwnerException.class));
              });
      assertThat(at.at(LEASE)).isEqualTo(taken);
    }
  }

  @Test
  void a_branch_that_came_there_by_another_hand_proves_nothing_of_the_lease() throws Exception {
    try (GitLeaseStore store = at.store();
        GitLeaseStore theirs = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        LeaseManager other = LeaseManager.on(theirs).build()) {
      PrLease lease = manager.acquire(KEY, MINE, TTL);
      String taken = taken(other);
      String after = byHand();
      at.moveBeforeServing(1, Map.of(BRANCH, after, LEASE, taken));
      Throwable thrown = catchThrowable(() -> lease.run(at.push()));
      at.moveNothingBeforeServing();
      assertThat(thrown).isInstanceOf(NotOwnerException.class);
      assertThat(at.at(LEASE)).isEqualTo(taken);
      assertThat(catchThrowable(lease::assertOwned)).isInstanceOf(NotOwnerException.class);
    }
  }

  @Test
  void a_branch_that_came_there_by_another_hand_is_written_down_under_the_lease() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String after = byHand();
      at.moveBeforeServing(1, Map.of(BRANCH, after));
      PushOutcome outcome = lease.run(at.push());
      at.moveNothingBeforeServing();
      assertThat(outcome).isEqualTo(new PushOutcome.UpToDate(after, Optional.empty()));
      lease.assertOwned();
      assertThat(lease.record().head()).contains(after);
    }
  }

  /** A commit that is to be pushed, and which the server has by another way. */
  private String byHand() throws IOException {
    String after = at.commit();
    at.world().git(at.mine(), "push", "-q", at.server().toString(), after + ":refs/heads/by-hand");
    return after;
  }

  /** What the lease would be if another session had it; it is put back to where it was. */
  private String taken(LeaseManager other) {
    String owned = at.at(LEASE);
    other.breakLease(KEY, THIEF, "a test");
    PrLease stolen = other.acquire(KEY, THIEF, TTL);
    String taken = at.at(LEASE);
    assertThat(stolen.record().owner()).isEqualTo(THIEF);
    at.move(LEASE, owned);
    return taken;
  }

  @Test
  void a_branch_that_somebody_moved_stays_and_so_does_the_lease() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String owned = at.at(LEASE);
      String main = at.at("refs/heads/main");
      at.hook("pre-receive", "env -u GIT_QUARANTINE_PATH git update-ref " + BRANCH + " " + main);
      at.commit();
      assertThat(lease.run(at.push())).isInstanceOf(PushOutcome.Moved.class);
      assertThat(at.at(BRANCH)).isEqualTo(main);
      assertThat(at.at(LEASE)).isEqualTo(owned);
      lease.assertOwned();
    }
  }

  @Test
  void a_hook_that_says_no_refuses_both_at_once() throws Exception {
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String owned = at.at(LEASE);
      at.hook("update", "[ \"$1\" != " + BRANCH + " ] || { echo 'not on Fridays' >&2; exit 1; }");
      at.commit();
      assertThat(lease.run(at.push()))
          .isInstanceOfSatisfying(
              PushOutcome.Refused.class,
              refused -> assertThat(refused.why()).contains("not on Fridays"));
      assertThat(at.at(LEASE)).isEqualTo(owned);
    }
  }

  @Test
  void where_the_lease_is_elsewhere_or_the_server_moves_one_at_a_time_that_is_told()
      throws Exception {
    at.world().serverWithMain("acme/leases");
    try (GitLeaseStore store = at.store("git@github.com:acme/leases.git");
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      at.commit();
      assertThat(tie(lease)).isEqualTo(Tie.OTHER_REPOSITORY);
    }
    at.world().git(at.server(), "config", "receive.advertiseAtomic", "false");
    try (GitLeaseStore store = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, MINE, TTL)) {
      String after = at.commit();
      assertThat(tie(lease)).isEqualTo(Tie.NOT_ATOMIC);
      assertThat(lease.record().head()).contains(after);
    }
  }

  private Tie tie(PrLease lease) throws Exception {
    PushOutcome outcome = lease.run(at.push());
    assertThat(outcome).isInstanceOf(Pushed.class);
    return ((Pushed) outcome).tie();
  }

  @Test
  void a_lease_that_is_over_starts_no_push() throws Exception {
    try (GitLeaseStore store = at.store();
        GitLeaseStore theirs = at.store();
        LeaseManager manager = LeaseManager.on(store).build();
        LeaseManager other = LeaseManager.on(theirs).build()) {
      PrLease lease = manager.acquire(KEY, MINE, TTL);
      other.breakLease(KEY, THIEF, "a test");
      String before = at.at(BRANCH);
      at.commit();
      assertThat(catchThrowable(() -> lease.run(at.push()))).isInstanceOf(LeaseException.class);
      assertThat(at.at(BRANCH)).isEqualTo(before);
    }
  }
}
