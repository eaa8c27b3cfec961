package dev.prlease.testkit;

import static dev.prlease.testkit.SampleClaims.DAEMON;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.OTHER_ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.core.Claims;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two sessions that ask for claims at once, stopped before every call of the store and resumed in
 * every order: the first {@value #CHOSEN} steps exhaustively, the rest in turn.
 */
@Timeout(300)
final class ClaimSchedulesTest {
  private static final int CHOSEN = 10;
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "claimant");
            thread.setDaemon(true);
            return thread;
          });

  @AfterAll
  static void endThreads() {
    THREADS.shutdownNow();
  }

  /** One session on its way, with a process, a clock and a view of the store of its own. */
  private static final class Player {
    private final Semaphore mayGo = new Semaphore(0);
    private final Semaphore stopped = new Semaphore(0);
    private final ManualClock clock = new ManualClock();
    private final CompletableFuture<ClaimResult> result = new CompletableFuture<>();

    Player(LeaseStore store, Duration ahead, BiFunction<Claims, ManualClock, ClaimResult> asks) {
      clock.stepWall(ahead);
      THREADS.execute(() -> play(store, asks));
      stopped.acquireUninterruptibly();
    }

    private void play(LeaseStore store, BiFunction<Claims, ManualClock, ClaimResult> asks) {
      try (LeaseManager manager =
          LeaseManager.on(new Stepping(store))
              .clock(clock)
              .scheduler(new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME))
              .random(new Random(7))
              .build()) {
        ScriptedClaimProbes probes = new ScriptedClaimProbes(clock).allIsWell(TERMS, DAEMON, HEAD);
        result.complete(asks.apply(manager.claims(probes), clock));
      } catch (RuntimeException | AssertionError failed) {
        result.completeExceptionally(failed);
      } finally {
        stopped.release();
      }
    }

    boolean isDone() {
      return result.isDone();
    }

    void step() {
      mayGo.release();
      stopped.acquireUninterruptibly();
    }

    private final class Stepping extends DelegatingStore {
      Stepping(LeaseStore store) {
        super(store);
      }

      private void stop() {
        stopped.release();
        mayGo.acquireUninterruptibly();
      }

      @Override
      public LeaseSlot load(LeaseKey key) {
        stop();
        return super.load(key);
      }

      @Override
      public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
        stop();
        return super.compareAndExchange(key, expected, change);
      }

      @Override
      public List<ListedSlot> list(LeaseFilter filter) {
        stop();
        return super.list(filter);
      }
    }
  }

  /** What is asked at once. */
  private interface Story {
    /** What was there before. */
    void prepare(LeaseStore store);

    ClaimResult ask(int player, Claims claims);
  }

  private static List<ClaimResult> play(Story story, int schedule, Duration ahead) {
    LeaseStore store = ReferencePlaces.fresh().open();
    story.prepare(store);
    List<Player> players = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int number = i;
      players.add(
          new Player(
              store, i == 0 ? Duration.ZERO : ahead, (claims, clock) -> story.ask(number, claims)));
    }
    for (int step = 0; !players.stream().allMatch(Player::isDone); step++) {
      int wanted = step < CHOSEN ? (schedule >> step) & 1 : step & 1;
      Player next = players.get(wanted);
      (next.isDone() ? players.get(1 - wanted) : next).step();
      assertThat(actedOn(store))
          .as("schedule %d: claims that may be acted on", schedule)
          .hasSizeLessThanOrEqualTo(1);
    }
    List<ClaimResult> results = players.stream().map(player -> player.result.join()).toList();
    assertThat(results.stream().filter(ClaimResult.Granted.class::isInstance))
        .as("schedule %d: grants, of %s", schedule, results)
        .hasSize(actedOn(store).size());
    return results;
  }

  private static List<LeaseRecord> actedOn(LeaseStore store) {
    List<LeaseRecord> records = new ArrayList<>();
    for (LeaseKey key : List.of(ISSUE, OTHER_ISSUE)) {
      if (store.load(key) instanceof LeaseSlot.Held held
          && !held.record().isExpired(ManualClock.START)
          && held.record().claim().filter(Claim::isConfirmed).isPresent()) {
        records.add(held.record());
      }
    }
    return records;
  }

  private static ClaimRequest request(LeaseKey key, SessionId session) {
    return new ClaimRequest(key, session, TERMS, DAEMON, ClaimRequest.DEFAULT_TTL);
  }

  private static void assertExactlyOneWins(Story story) {
    for (Duration ahead : List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(-1))) {
      for (int schedule = 0; schedule < 1 << CHOSEN; schedule++) {
        List<ClaimResult> results = play(story, schedule, ahead);
        assertThat(results.stream().filter(ClaimResult.Granted.class::isInstance))
            .as("schedule %d, clock %s ahead: grants, of %s", schedule, ahead, results)
            .hasSize(1);
      }
    }
  }

  @Test
  void AC7_two_free_issues_with_one_branch() {
    assertExactlyOneWins(
        new Story() {
          @Override
          public void prepare(LeaseStore store) {}

          @Override
          public ClaimResult ask(int player, Claims claims) {
            return claims.take(player == 0 ? request(ISSUE, ALICE) : request(OTHER_ISSUE, BOB));
          }
        });
  }

  @Test
  void AC7_an_expired_claim_and_a_free_issue_with_one_branch() {
    assertExactlyOneWins(
        new Story() {
          @Override
          public void prepare(LeaseStore store) {
            prepareExpired(store);
          }

          @Override
          public ClaimResult ask(int player, Claims claims) {
            return player == 0
                ? claims.renewExpired(request(ISSUE, ALICE))
                : claims.take(request(OTHER_ISSUE, BOB));
          }
        });
  }

  @Test
  void two_exact_owners_of_one_expired_claim() {
    assertExactlyOneWins(
        new Story() {
          @Override
          public void prepare(LeaseStore store) {
            prepareExpired(store);
          }

          @Override
          public ClaimResult ask(int player, Claims claims) {
            return claims.renewExpired(request(ISSUE, player == 0 ? ALICE : BOB));
          }
        });
  }

  private static void prepareExpired(LeaseStore store) {
    LeaseRecord expired =
        SampleClaims.confirmed(ISSUE, SessionId.of("before"))
            .refreshed(ManualClock.START.minusSeconds(90_000), ClaimRequest.DEFAULT_TTL);
    assertThat(store.compareAndExchange(ISSUE, Expected.vacant(), Change.hold(expired)))
        .isInstanceOf(Exchange.Swapped.class);
    assertThat(Optional.of(expired)).isPresent();
  }
}
