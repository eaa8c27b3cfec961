package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class ManualSchedulerTest {
  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler = new ManualScheduler(clock);
  private final List<String> done = new ArrayList<>();

  @Test
  void timers_run_at_their_instant_in_order_of_due_time_then_of_planning() {
    Instant start = clock.now();
    List<Instant> times = new ArrayList<>();
    scheduler.after(Duration.ofSeconds(2), () -> done.add("b"));
    scheduler.after(Duration.ofSeconds(1), () -> done.add("a"));
    scheduler.after(Duration.ofSeconds(2), () -> done.add("c"));
    scheduler.every(Duration.ofSeconds(1), () -> times.add(clock.now()));
    scheduler.advance(Duration.ofSeconds(3));
    assertThat(done).containsExactly("a", "b", "c");
    assertThat(times)
        .containsExactly(start.plusSeconds(1), start.plusSeconds(2), start.plusSeconds(3));
  }

  @Test
  void timers_work_where_ticks_wrap_around() {
    scheduler.every(Duration.ofMinutes(4), () -> done.add("tick"));
    scheduler.advance(Duration.ofMinutes(20));
    assertThat(done).hasSize(5);
    assertThat(clock.ticks()).as("ticks have wrapped").isNegative();
  }

  @Test
  void a_timer_planned_by_a_timer_runs_within_the_same_advance() {
    scheduler.after(
        Duration.ofSeconds(1),
        () -> scheduler.after(Duration.ofSeconds(1), () -> done.add("second")));
    scheduler.advance(Duration.ofSeconds(2));
    assertThat(done).containsExactly("second");
  }

  @Test
  void cancelled_work_does_not_run() {
    scheduler.after(Duration.ofSeconds(1), () -> done.add("timer")).cancel();
    Scheduler.Handle periodic = scheduler.every(Duration.ofSeconds(1), () -> done.add("period"));
    scheduler.execute(() -> done.add("task")).cancel();
    scheduler.advance(Duration.ofSeconds(1));
    periodic.cancel();
    scheduler.advance(Duration.ofSeconds(5));
    assertThat(done).containsExactly("period");
    assertThat(scheduler.plannedTimers()).isZero();
  }

  @Test
  void tasks_run_in_order_when_time_is_let_pass_even_none() {
    scheduler.execute(() -> done.add("one"));
    scheduler.execute(() -> done.add("two"));
    assertThat(done).isEmpty();
    scheduler.runDue();
    assertThat(done).containsExactly("one", "two");
  }

  @Test
  void a_pause_inside_a_task_lets_time_pass() {
    Instant start = clock.now();
    scheduler.after(Duration.ofSeconds(1), () -> done.add("timer"));
    scheduler.execute(
        () -> {
          try {
            scheduler.pause(Duration.ofSeconds(2));
          } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
          }
          done.add("task");
        });
    scheduler.runDue();
    assertThat(done).containsExactly("timer", "task");
    assertThat(clock.now()).isEqualTo(start.plusSeconds(2));
  }

  @Test
  void a_pause_on_another_thread_ends_when_enough_time_was_let_pass() {
    try (Crew crew = new Crew(1)) {
      Future<Instant> paused =
          crew.start(
              () -> {
                scheduler.pause(Duration.ofSeconds(10));
                return clock.now();
              });
      while (scheduler.plannedTimers() == 0) {
        Thread.onSpinWait();
      }
      scheduler.advance(Duration.ofSeconds(9));
      assertThat(paused.isDone()).isFalse();
      scheduler.advance(Duration.ofSeconds(1));
      assertThat(Crew.await(paused)).isEqualTo(ManualClock.START.plusSeconds(10));
    }
  }

  @Test
  void a_pause_is_interrupted_also_before_it_starts() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> scheduler.pause(Duration.ofSeconds(1)))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).as("the flag was taken").isFalse();
  }

  @Test
  void a_single_threaded_scheduler_passes_time_by_itself() throws InterruptedException {
    ManualScheduler alone = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
    alone.after(Duration.ofSeconds(1), () -> done.add("timer"));
    alone.pause(Duration.ofSeconds(1));
    assertThat(done).containsExactly("timer");
  }

  @Test
  void what_work_throws_surfaces_once_the_rest_has_run() {
    scheduler.execute(
        () -> {
          throw new IllegalStateException("oops");
        });
    scheduler.after(Duration.ofSeconds(1), () -> done.add("later"));
    assertThatThrownBy(() -> scheduler.advance(Duration.ofSeconds(1)))
        .isInstanceOf(AssertionError.class)
        .hasRootCauseMessage("oops");
    assertThat(done).containsExactly("later");
    scheduler.runDue();
  }

  @Test
  void setting_the_wall_clock_triggers_nothing() {
    scheduler.after(Duration.ofSeconds(1), () -> done.add("timer"));
    clock.stepWall(Duration.ofDays(1));
    scheduler.runDue();
    assertThat(done).isEmpty();
    clock.advanceTicks(Duration.ofSeconds(1));
    scheduler.runDue();
    assertThat(done).containsExactly("timer");
  }

  @Test
  void a_closed_scheduler_takes_no_work_and_runs_none() {
    scheduler.after(Duration.ofSeconds(1), () -> done.add("timer"));
    scheduler.close();
    scheduler.close();
    scheduler.advance(Duration.ofSeconds(1));
    assertThat(done).isEmpty();
    assertThatThrownBy(() -> scheduler.execute(() -> {})).isInstanceOf(IllegalStateException.class);
  }
}
