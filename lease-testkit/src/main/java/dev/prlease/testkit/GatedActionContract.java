package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.prlease.api.LeaseException;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What every {@link GatedAction} must do, as a suite: a test or more for each of the rules GA-1 to
 * GA-8, named by the rule's number. The gate is a {@link ManualGate}.
 *
 * <p>Applied like {@link LeaseStoreContract}: subclass it, and write {@link #newPlace}.
 */
@Timeout(300) // no measure: only so that an action which hangs fails instead of blocking the build
@DisplayNameGeneration(RuleNames.class)
@ExtendWith(NotOffered.class)
public abstract class GatedActionContract {
  private static final Duration LONG = Duration.ofMinutes(10);

  private Optional<GatedActionFixture> place = Optional.empty();

  /** For subclasses. */
  protected GatedActionContract() {}

  /** Makes a place for fresh actions; called once a test, which closes it. */
  protected abstract GatedActionFixture newPlace() throws Exception;

  /** How long an action may take to end when it must; after that it counts as not ending. */
  protected Duration patience() {
    return Duration.ofSeconds(60);
  }

  @BeforeEach
  final void makePlace() throws Exception {
    place = Optional.of(newPlace());
  }

  @AfterEach
  final void removePlace() throws Exception {
    place.orElseThrow().close();
  }

  private GatedActionFixture place() {
    return place.orElseThrow();
  }

  /** How an action ended: it returned, with an outcome, or it threw. */
  private record End(Optional<GatedAction.Outcome> outcome, Optional<Throwable> thrown) {
    /** Whether nobody can take it for success. */
    boolean tellsFailure() {
      return outcome.map(each -> each.status() == GatedAction.Status.FAILED).orElse(true);
    }

    boolean wasInterrupted() {
      return thrown.filter(InterruptedException.class::isInstance).isPresent();
    }
  }

  private static <T> End run(GatedAction<T> action, Gate gate) {
    try {
      return new End(Optional.of(action.outcome(action.run(gate))), Optional.empty());
    } catch (Exception | AssertionError thrown) {
      return new End(Optional.empty(), Optional.of(thrown));
    }
  }

  @Test
  void GA_1_the_name_is_lower_case_words_joined_by_hyphens_and_stays() throws Exception {
    GatedAction<?> action = place().succeeding();
    String name = action.name();
    assertThat(name).as("the action's name").matches("[a-z0-9]+(-[a-z0-9]+)*");
    End unused = run(action, ManualGate.open(LONG));
    assertThat(action.name()).as("the name after it acted").isEqualTo(name);
    assertThat(place().succeeding().name()).as("another one's name").isEqualTo(name);
  }

  @Test
  void GA_2_nothing_is_started_once_the_lease_is_over() {
    End end = run(place().succeeding(), ManualGate.over());
    assertThat(place().hasActed()).as("whether it acted though the lease was over").isFalse();
    assertThat(end.thrown())
        .as("what an action throws that came too late")
        .get()
        .isInstanceOf(LeaseException.class);
  }

  @Test
  void GA_2_under_a_lease_it_acts() {
    End end = run(place().succeeding(), ManualGate.open(LONG));
    assertThat(place().hasActed()).as("whether it acted; it ended with %s", end).isTrue();
  }

  @TestFactory
  Stream<DynamicTest> GA_3_a_loss_stops_it() {
    return NotOffered.with(
        place().endless(),
        "endless",
        action -> {
          ManualGate gate = ManualGate.open(LONG);
          End end = endOf(action, gate, running -> gate.lose(), "the loss");
          assertThat(end.tellsFailure()).as("whether %s tells of a failure", end).isTrue();
          assertThat(gate.listeners()).as("listeners left at the gate").isZero();
        });
  }

  @TestFactory
  Stream<DynamicTest> GA_4_a_loss_that_came_before_it_listened_stops_it_too() {
    return NotOffered.with(
        place().endless(),
        "endless",
        action -> {
          ManualGate gate = ManualGate.open(LONG);
          gate.loseWhenListenedTo();
          try (Crew crew = new Crew(1)) {
            End end = await(crew.start(() -> run(action, gate)), "a loss that came first");
            assertThat(end.tellsFailure()).as("whether %s tells of a failure", end).isTrue();
          }
        });
  }

  @Test
  void GA_5_it_listens_no_longer_than_it_runs() {
    ManualGate gate = ManualGate.open(LONG);
    End unused = run(place().succeeding(), gate);
    place().failing().ifPresent(action -> runQuietly(action, gate));
    assertThat(gate.listeners()).as("listeners left at the gate").isZero();
  }

  private static void runQuietly(GatedAction<?> action, Gate gate) {
    End unused = run(action, gate);
  }

  @Test
  void GA_6_a_success_is_told_as_one() {
    End end = run(place().succeeding(), ManualGate.open(LONG));
    assertThat(end.outcome().map(GatedAction.Outcome::status))
        .as("the outcome of %s", end)
        .contains(GatedAction.Status.SUCCEEDED);
  }

  @TestFactory
  Stream<DynamicTest> GA_6_a_failure_is_told_as_one() {
    return NotOffered.with(
        place().failing(),
        "failing",
        action -> {
          End end = run(action, ManualGate.open(LONG));
          assertThat(end.tellsFailure()).as("whether %s tells of a failure", end).isTrue();
        });
  }

  @TestFactory
  Stream<DynamicTest> GA_7_what_it_tells_has_no_secret() {
    return NotOffered.with(
        place().secret(),
        "secret",
        secret -> {
          assertNoSecret(run(place().succeeding(), ManualGate.open(LONG)), secret);
          place()
              .failing()
              .ifPresent(action -> assertNoSecret(run(action, ManualGate.open(LONG)), secret));
          assertNoSecret(run(place().succeeding(), ManualGate.over()), secret);
        });
  }

  private static void assertNoSecret(End end, String secret) {
    String details = end.outcome().map(each -> each.details().toString()).orElse("");
    assertThat(details).as("details for the audit").doesNotContain(secret);
    String message = end.thrown().map(Throwable::toString).orElse("");
    assertThat(message).as("the message").doesNotContain(secret);
  }

  @TestFactory
  Stream<DynamicTest> GA_8_an_interrupt_stops_it_and_is_told_or_kept() {
    return NotOffered.with(
        place().endless(),
        "endless",
        action -> {
          ManualGate gate = ManualGate.open(LONG);
          Interrupted end = endOfInterrupted(action, gate);
          assertThat(end.flag() || end.end().wasInterrupted())
              .as("whether the interrupt was kept or thrown; it ended with %s", end.end())
              .isTrue();
          assertThat(gate.listeners()).as("listeners left at the gate").isZero();
        });
  }

  @Test
  void GA_8_interrupted_before_it_starts_nothing() {
    GatedAction<?> action = place().succeeding();
    Thread.currentThread().interrupt();
    boolean kept;
    End end;
    try {
      end = run(action, ManualGate.open(LONG));
    } finally {
      kept = Thread.interrupted();
    }
    assertThat(place().hasActed()).as("whether it acted though interrupted before").isFalse();
    assertThat(kept || end.wasInterrupted())
        .as("whether the interrupt was kept or thrown; it ended with %s", end)
        .isTrue();
    assertThat(end.tellsFailure()).as("whether %s tells of a failure", end).isTrue();
  }

  /** Ends something that runs. */
  private interface Stopper {
    void stop(Future<?> running);
  }

  private End endOf(GatedAction<?> action, ManualGate gate, Stopper stopper, String after) {
    try (Crew crew = new Crew(1)) {
      Future<End> running = crew.start(() -> run(action, gate));
      awaitActing(running);
      stopper.stop(running);
      return await(running, after);
    }
  }

  private record Interrupted(End end, boolean flag) {}

  private Interrupted endOfInterrupted(GatedAction<?> action, ManualGate gate) {
    Thread[] worker = new Thread[1];
    try (Crew crew = new Crew(1)) {
      Future<Interrupted> running =
          crew.start(
              () -> {
                worker[0] = Thread.currentThread();
                End end = run(action, gate);
                return new Interrupted(end, Thread.interrupted());
              });
      awaitActing(running);
      worker[0].interrupt();
      return await(running, "the interrupt");
    }
  }

  private void awaitActing(Future<?> running) {
    while (!place().hasActed()) {
      if (running.isDone()) {
        fail("an endless action ended by itself: %s", Crew.await(running));
      }
      Thread.onSpinWait();
    }
  }

  private <T> T await(Future<T> running, String after) {
    try {
      return running.get(patience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException goesOn) {
      throw new AssertionError(
          "the action goes on " + patience().toSeconds() + " s after " + after, goesOn);
    } catch (ExecutionException failure) {
      throw new AssertionError("the action failed: " + failure.getCause(), failure.getCause());
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for the action", interrupt);
    }
  }
}
