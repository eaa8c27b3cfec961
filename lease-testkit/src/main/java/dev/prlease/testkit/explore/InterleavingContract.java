package dev.prlease.testkit.explore;

import dev.prlease.testkit.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * What happens between sessions, call by call, as a suite: a fixed set of scenarios, in every order
 * on a fast store and in a sample of orders on a slow one, and random orders whose seed a failure
 * tells.
 *
 * <p>Applied like {@link dev.prlease.testkit.LeaseStoreContract}, with the same {@link
 * StoreFixture}; {@link #effort} says how much.
 */
public abstract class InterleavingContract {
  /** How many schedules are played. */
  public enum Effort {
    /** All there are, also where fewer would show as much: minutes, for a soak. */
    EXHAUSTION,
    /** All there are, but of the largest scenarios: for stores that take microseconds. */
    EVERY_SCHEDULE,
    /** A fixed sample and some random ones: for stores that take milliseconds. */
    SAMPLE
  }

  /** The system property by which the random orders of a failure are played again. */
  public static final String SEED = "prlease.testkit.seed";

  private static final long FIXED_SEED = 1051;
  private static final int SAMPLE = 3;
  private static final int LARGE_SAMPLE = 300;

  private final List<AutoCloseable> toClose = new ArrayList<>();

  /** For subclasses. */
  protected InterleavingContract() {}

  /** Makes a fresh, empty place for slots; called once a test, which closes it. */
  protected abstract StoreFixture newPlace() throws Exception;

  /**
   * The seed of the random orders: what the system property {@value #SEED} says, or another one
   * each time. A failure tells it.
   */
  protected long seed() {
    return Optional.ofNullable(System.getProperty(SEED))
        .map(Long::valueOf)
        .orElseGet(() -> new Random().nextLong());
  }

  /** How many schedules are played; a sample unless overridden. */
  protected Effort effort() {
    return Effort.SAMPLE;
  }

  private Explorer explorer() throws Exception {
    StoreFixture place = newPlace();
    Explorer explorer = new Explorer(place::open);
    toClose.add(explorer);
    toClose.add(place);
    return explorer;
  }

  @BeforeEach
  final void nothingIsOpen() {
    toClose.clear();
  }

  @AfterEach
  final void closePlaces() throws Exception {
    for (AutoCloseable each : toClose) {
      each.close();
    }
  }

  @Test
  void two_sessions_of_three_acts_hold_one_lease_in_every_order_of_their_calls() throws Exception {
    explore(Scenarios.pairs(), Stops.BEFORE_CALLS);
  }

  @Test
  void two_sessions_of_three_acts_hold_one_lease_in_every_order_of_calls_and_answers()
      throws Exception {
    // While no time passes, what a session does between an answer and its next call touches nothing
    // that others see, so these orders show what those of the calls alone do not only if managers
    // of
    // one JVM share what they should not. For that a few programs are enough.
    boolean all = effort() == Effort.EXHAUSTION;
    explore(all ? Scenarios.pairs() : Scenarios.pairsOfEachKind(), Stops.AROUND_CALLS);
  }

  @Test
  void time_crashes_lost_answers_and_older_programs_change_nothing_about_that() throws Exception {
    explore(Scenarios.troubled(), Stops.BEFORE_CALLS);
  }

  @Test
  void processes_of_one_session_operators_and_skewed_clocks_change_nothing_about_that()
      throws Exception {
    explore(Scenarios.others(), Stops.BEFORE_CALLS);
  }

  @Test
  void writes_whose_trace_an_older_program_wipes_out_change_nothing_about_that() throws Exception {
    explore(Scenarios.untraceable(), Stops.BEFORE_CALLS);
    sample(Scenarios.untraceable(), Stops.AROUND_CALLS, FIXED_SEED, scaled(LARGE_SAMPLE));
  }

  @Test
  void garbage_that_is_collected_meanwhile_changes_nothing_about_that() throws Exception {
    int each = effort() == Effort.EXHAUSTION ? LARGE_SAMPLE : scaled(LARGE_SAMPLE) / 3;
    sample(Scenarios.collected(), Stops.BEFORE_CALLS, FIXED_SEED, each);
    sample(Scenarios.collected(), Stops.AROUND_CALLS, FIXED_SEED, each);
  }

  @Test
  void trouble_between_a_call_and_its_answer_changes_nothing_about_that() throws Exception {
    List<Scenario> all = new ArrayList<>(Scenarios.troubled());
    all.addAll(Scenarios.others());
    sample(all, Stops.AROUND_CALLS, FIXED_SEED, scaled(LARGE_SAMPLE));
  }

  @Test
  void writes_that_land_late_change_nothing_about_that() throws Exception {
    sample(Scenarios.late(), Stops.BEFORE_CALLS, FIXED_SEED, scaled(LARGE_SAMPLE));
    sample(Scenarios.late(), Stops.AROUND_CALLS, FIXED_SEED, scaled(LARGE_SAMPLE));
  }

  @Test
  void random_orders_with_another_seed_each_time_change_nothing_about_that() throws Exception {
    long seed = seed();
    LoggerFactory.getLogger(InterleavingContract.class).info("random schedules, seed {}", seed);
    List<Scenario> all = new ArrayList<>(Scenarios.troubled());
    all.addAll(Scenarios.others());
    all.addAll(Scenarios.late());
    all.addAll(Scenarios.untraceable());
    all.addAll(Scenarios.collected());
    try {
      sample(all, Stops.AROUND_CALLS, seed, scaled(LARGE_SAMPLE) / 4);
    } catch (AssertionError found) {
      throw new AssertionError(
          found.getMessage() + "\nplayed again by -D" + SEED + "=" + seed, found);
    }
  }

  private void explore(List<Scenario> scenarios, Stops stops) throws Exception {
    if (effort() == Effort.SAMPLE) {
      sample(scenarios, stops, FIXED_SEED, SAMPLE);
      return;
    }
    Explorer explorer = explorer();
    int schedules = 0;
    for (Scenario scenario : scenarios) {
      schedules += explorer.exhaust(scenario, stops);
    }
    LoggerFactory.getLogger(InterleavingContract.class)
        .info("{} scenarios, {} schedules, {}", scenarios.size(), schedules, stops);
  }

  private void sample(List<Scenario> scenarios, Stops stops, long seed, int schedules)
      throws Exception {
    Explorer explorer = explorer();
    int each = Math.max(SAMPLE, schedules);
    for (Scenario scenario : scenarios) {
      explorer.sample(scenario, stops, seed, each);
    }
    LoggerFactory.getLogger(InterleavingContract.class)
        .info("{} scenarios, {} schedules of each, {}", scenarios.size(), each, stops);
  }

  private int scaled(int schedules) {
    return effort() == Effort.SAMPLE ? SAMPLE : schedules;
  }
}
