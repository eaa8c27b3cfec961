package dev.prlease.spi;

import static dev.prlease.spi.Clock.UNKNOWN_UNCERTAINTY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a sampled clock does in each case, one by one. */
final class SampledClockTest {
  private final SimulatedTime world = new SimulatedTime();
  private final SampledClock clock = start(Sampling.DEFAULTS);

  private SampledClock start(Sampling how) {
    return SampledClock.start(world, world, world, how);
  }

  private static void assertUnknown(SampledClock clock) {
    assertThat(clock.uncertainty()).isEqualTo(UNKNOWN_UNCERTAINTY);
  }

  private static void assertKnown(SampledClock clock) {
    assertThat(clock.uncertainty()).isLessThan(UNKNOWN_UNCERTAINTY);
  }

  @Test
  void before_the_first_sample_it_does_not_know_the_time() {
    assertUnknown(clock);
    assertThat(clock.trouble()).isPresent();
    assertThat(world.asked).as("reading asks nobody").isZero();
  }

  @Test
  void half_the_round_trip_is_the_uncertainty_of_a_fresh_sample() {
    world.there = Duration.ofMillis(30);
    world.back = Duration.ofMillis(10);
    assertThat(clock.sample()).isTrue();
    assertThat(clock.trouble()).isEmpty();
    Clock.Reading read = clock.reading();
    assertThat(read.uncertainty()).isBetween(Duration.ofMillis(20), Duration.ofMillis(21));
    assertThat(Duration.between(read.now(), world.truth())).isEqualTo(Duration.ofMillis(-10));
    assertThat(read.ticks()).isEqualTo(world.ticks());
  }

  @Test
  void drift_widens_the_uncertainty_and_skew_and_resolution_add_to_it() {
    SampledClock wide =
        start(
            Sampling.DEFAULTS
                .withDriftPpm(1000)
                .withSkew(Duration.ofMillis(70))
                .withResolution(Duration.ofSeconds(1)));
    world.resolution = Duration.ofSeconds(1);
    wide.sample();
    world.pass(Duration.ofSeconds(20));
    assertThat(wide.uncertainty())
        .as("1 ms of round trip, 500 ms of resolution, 70 ms of skew, 20 ms of drift")
        .isBetween(Duration.ofMillis(591), Duration.ofMillis(592));
  }

  @Test
  void the_first_beat_samples_and_then_one_each_period() {
    world.beat();
    assertThat(world.asked).isEqualTo(1);
    assertKnown(clock);
    for (int i = 0; i < 90; i++) {
      world.pass(Duration.ofSeconds(1));
      world.beat();
      clock.reading();
    }
    assertThat(world.asked).isEqualTo(4);
  }

  @Test
  void a_step_of_the_wall_clock_is_infinite_uncertainty_until_sampled_again() {
    for (Duration step : new Duration[] {Duration.ofMillis(60), Duration.ofMinutes(-10)}) {
      clock.sample();
      assertKnown(clock);
      world.set(step);
      assertUnknown(clock);
      assertThat(clock.trouble()).hasValueSatisfying(it -> assertThat(it).contains("stepped"));
      world.set(step.negated());
      assertUnknown(clock); // that it is back proves nothing
      assertThat(world.waitingTasks()).as("it asks at once").isEqualTo(1);
      world.runTasks();
      assertKnown(clock);
    }
  }

  @Test
  void a_step_that_nobody_reads_in_is_seen_by_the_beat() {
    clock.sample();
    world.set(Duration.ofMinutes(5));
    int asked = world.asked;
    world.beat();
    assertThat(world.asked).isEqualTo(asked + 1);
    assertKnown(clock);
  }

  @Test
  void a_small_disagreement_is_uncertainty_and_no_step() {
    clock.sample();
    Duration before = clock.uncertainty();
    world.set(Duration.ofMillis(40));
    assertThat(clock.uncertainty().minus(before)).isEqualTo(Duration.ofMillis(40));
    world.set(Duration.ofMillis(-40));
    assertThat(clock.uncertainty().minus(before)).as("once seen").isEqualTo(Duration.ofMillis(40));
  }

  @Test
  void two_hundred_millionths_of_what_passed_are_no_step_either() {
    clock.sample();
    world.pass(Duration.ofSeconds(200));
    world.set(Duration.ofMillis(85));
    assertKnown(clock);
    world.set(Duration.ofMillis(10));
    assertUnknown(clock);
  }

  @Test
  void L20_after_a_sleep_it_shows_the_later_time_though_it_does_not_know_it() {
    clock.sample();
    world.sleep(Duration.ofHours(1));
    assertUnknown(clock);
    assertThat(Duration.between(clock.now(), world.truth()).abs())
        .isLessThan(Duration.ofMillis(10));
    world.set(Duration.ofHours(-3));
    assertThat(Duration.between(SimulatedTime.START, clock.now())).isPositive();
  }

  @Test
  void failed_samples_widen_and_after_the_endurance_it_does_not_know_the_time() {
    clock.sample();
    Duration first = clock.uncertainty();
    world.answers = false;
    for (int i = 0; i < 299; i++) {
      world.pass(Duration.ofSeconds(1));
      world.beat();
    }
    assertThat(clock.uncertainty()).isGreaterThan(first).isLessThan(Duration.ofSeconds(1));
    assertThat(clock.trouble()).contains("the authority is gone");
    assertThat(world.asked).as("asks each second once one has failed").isGreaterThan(200);
    world.pass(Duration.ofSeconds(2));
    assertUnknown(clock);
    world.answers = true;
    world.beat();
    assertKnown(clock);
  }

  @Test
  void a_slow_answer_makes_nothing_worse_unless_the_last_good_one_is_old() {
    clock.sample();
    world.there = Duration.ofSeconds(2);
    clock.sample();
    assertThat(clock.uncertainty()).isLessThan(Duration.ofMillis(100));
    world.pass(Duration.ofSeconds(151));
    clock.sample();
    assertThat(clock.uncertainty()).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void an_answer_that_came_during_a_sleep_is_of_no_use() {
    SampledClock asleep =
        SampledClock.start(
            () -> {
              world.sleep(Duration.ofMinutes(1));
              return world.ask();
            },
            world,
            world,
            Sampling.DEFAULTS);
    assertThat(asleep.sample()).isFalse();
    assertUnknown(asleep);
  }

  @Test
  void an_answer_that_contradicts_the_last_is_believed_once_another_says_the_same() {
    clock.sample();
    world.nodeIsAhead = Duration.ofMinutes(-10);
    assertThat(clock.sample()).isFalse();
    assertUnknown(clock);
    assertThat(clock.trouble()).hasValueSatisfying(it -> assertThat(it).contains("contradict"));
    world.nodeIsAhead = Duration.ofMinutes(10);
    assertThat(clock.sample()).isFalse();
    assertUnknown(clock);
    assertThat(clock.sample()).isTrue();
    assertThat(Duration.between(world.truth(), clock.now()).toMinutes()).isBetween(9L, 10L);
    assertThat(clock.uncertainty()).isLessThan(Duration.ofMillis(10));
  }

  @Test
  void the_answer_to_anything_else_is_a_sample_too() {
    clock.sample();
    world.pass(Duration.ofSeconds(10));
    Duration before = clock.uncertainty();
    SampledClock.Trip trip = clock.trip();
    assertThat(trip.answered(world.ask())).isTrue();
    assertThat(clock.uncertainty()).isLessThan(before);
  }

  @Test
  void an_authority_that_was_set_is_noticed_by_whoever_calls_it_next() {
    clock.sample();
    world.nodeIsAhead = Duration.ofSeconds(20);
    SampledClock.Trip first = clock.trip();
    assertThat(first.answered(world.ask())).isFalse();
    assertUnknown(clock);
    SampledClock.Trip second = clock.trip();
    assertThat(second.answered(world.ask())).isTrue();
    assertThat(Duration.between(world.truth(), clock.now()).toSeconds()).isBetween(19L, 20L);
  }

  @Test
  void a_trip_puts_off_no_sample_of_the_clocks_own() {
    world.beat();
    int asked = world.asked;
    for (int i = 0; i < 31; i++) {
      world.pass(Duration.ofSeconds(1));
      clock.trip().answered(world.truth());
      world.beat();
    }
    assertThat(world.asked).isEqualTo(asked + 1);
  }

  @Test
  void it_stands_still_rather_than_go_back() {
    world.there = Duration.ofMillis(40); // so it thinks that the time is later by up to 20 ms
    world.back = Duration.ZERO;
    SampledClock ahead = start(Sampling.DEFAULTS);
    world.there = Duration.ZERO;
    world.back = Duration.ofMillis(40);
    ahead.sample();
    world.there = Duration.ofMillis(40);
    world.back = Duration.ZERO;
    Instant before = ahead.now();
    world.there = Duration.ofMillis(1);
    ahead.sample();
    Clock.Reading after = ahead.reading();
    assertThat(after.now()).isAfterOrEqualTo(before);
    assertThat(Duration.between(after.now(), world.truth()).abs())
        .isLessThanOrEqualTo(after.uncertainty());
  }

  @Test
  void a_source_that_answers_nonsense_is_a_failed_sample() {
    SampledClock mad = SampledClock.start(() -> Instant.MAX, world, world, Sampling.DEFAULTS);
    assertThat(mad.sample()).isFalse();
    SampledClock nothing =
        SampledClock.start(SampledClockTest::nothing, world, world, Sampling.DEFAULTS);
    assertThat(nothing.sample()).isFalse();
    assertUnknown(nothing);
  }

  @SuppressWarnings("NullAway") // what no source may do
  private static Instant nothing() {
    return null;
  }

  @Test
  void an_interrupted_sample_keeps_the_flag() {
    SampledClock interrupted =
        SampledClock.start(
            () -> {
              throw new InterruptedException();
            },
            world,
            world,
            Sampling.DEFAULTS);
    assertThat(interrupted.sample()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void closing_stops_the_sampling_and_so_in_the_end_the_knowing() {
    world.beat();
    assertThat(world.timers()).isEqualTo(1);
    clock.close();
    clock.close();
    assertThat(world.timers()).isZero();
    assertKnown(clock);
    world.pass(Duration.ofMinutes(6));
    assertUnknown(clock);
  }

  @Test
  void a_scheduler_that_refuses_work_harms_no_reader() {
    clock.sample();
    world.close();
    world.set(Duration.ofMinutes(1));
    assertUnknown(clock);
    world.beat();
    assertUnknown(clock);
  }

  @Test
  void a_wrong_way_of_sampling_is_refused_with_all_that_is_wrong() {
    assertThatThrownBy(
            () ->
                new Sampling(
                    Duration.ZERO,
                    Duration.ofSeconds(-1),
                    -1,
                    Duration.ofSeconds(-1),
                    Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("period")
        .hasMessageContaining("endurance")
        .hasMessageContaining("driftPpm")
        .hasMessageContaining("skew")
        .hasMessageContaining("resolution");
  }

  @Test
  void a_skewed_clock_is_as_uncertain_as_its_machine_and_the_skew() {
    Clock skewed = new SkewedClock(clock, Duration.ofSeconds(2));
    clock.sample();
    Clock.Reading machine = clock.reading();
    assertThat(skewed.reading())
        .isEqualTo(
            new Clock.Reading(
                machine.now(), machine.ticks(), machine.uncertainty().plusSeconds(2)));
    assertThat(skewed.uncertainty()).isEqualTo(machine.uncertainty().plusSeconds(2));
    assertThat(skewed.now()).isEqualTo(machine.now());
    assertThat(skewed.ticks()).isEqualTo(machine.ticks());
    assertThatThrownBy(() -> new SkewedClock(clock, Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
