package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LaneTest {
  private static final Lane.Bounds NEVER_LATE =
      new Lane.Bounds(2, 0, Duration.ofDays(1), Duration.ofDays(1));

  private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    scheduler.close();
  }

  private Lane lane(Duration timeout) {
    return new Lane("test", scheduler, new Lane.Bounds(2, 0, timeout, timeout));
  }

  @Test
  void no_more_than_its_width_run_at_once_and_another_lane_is_not_held_up() throws Exception {
    Lane lane = lane(Duration.ofDays(1));
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      lane.submit(
          () -> {
            log.add("in");
            awaitQuietly(release);
          });
    }
    log.take();
    log.take();
    lane(Duration.ofDays(1)).submit(() -> log.add("other lane"));
    assertThat(log.take()).isEqualTo("other lane");
    assertThat(log).isEmpty();
    release.countDown();
    assertThat(log.take()).isEqualTo("in");
  }

  @Test
  void what_takes_too_long_is_interrupted_and_what_comes_after_is_not() throws Exception {
    Lane lane = lane(Duration.ofMillis(5));
    lane.submit(
        () -> {
          awaitQuietly(new CountDownLatch(1));
          log.add("interrupted: " + Thread.currentThread().isInterrupted());
        });
    assertThat(log.take()).isEqualTo("interrupted: true");
    lane.submit(() -> log.add("clear: " + !Thread.currentThread().isInterrupted()));
    assertThat(log.take()).isEqualTo("clear: true");
  }

  @Test
  void what_is_late_has_a_stand_in_and_when_it_returns_no_more_than_the_width_run() {
    TestClock clock = new TestClock();
    ThreadedScheduler threads = new ThreadedScheduler(clock);
    Lane lane =
        new Lane("test", threads, new Lane.Bounds(1, 2, Duration.ofSeconds(1), Duration.ofDays(1)));
    boolean[] goOn = new boolean[1];
    for (int i = 0; i < 6; i++) {
      String name = "task " + i;
      lane.submit(
          () -> {
            log.add(name);
            threads.standStill(() -> goOn[0]);
          });
    }
    threads.advance(Duration.ofMillis(999));
    assertThat(log).containsExactly("task 0");
    threads.advance(Duration.ofMillis(1));
    assertThat(log).containsExactly("task 0", "task 1");
    threads.advance(Duration.ofSeconds(1));
    assertThat(log).containsExactly("task 0", "task 1", "task 2");
    threads.advance(Duration.ofHours(1));
    assertThat(log).as("as many stand-ins as there are").hasSize(3);
    assertThat(lane.isIdle()).isFalse();
    goOn[0] = true;
    threads.advance(Duration.ZERO);
    assertThat(log).hasSize(6);
    assertThat(lane.isIdle()).isTrue();
    assertThat(threads.mostAtOnce()).isEqualTo(3);
    goOn[0] = false;
    lane.submit(() -> threads.standStill(() -> goOn[0]));
    lane.submit(() -> log.add("second"));
    threads.advance(Duration.ofMillis(500));
    assertThat(log).as("its width is one again").hasSize(6);
    goOn[0] = true;
    threads.advance(Duration.ZERO);
    threads.close();
  }

  @Test
  void what_throws_ends_neither_lane_nor_mailbox() throws Exception {
    Mailbox mailbox = new Mailbox(lane(Duration.ofDays(1)));
    CountDownLatch reached = new CountDownLatch(1);
    mailbox.post(
        Mailbox.Kind.REPLACEABLE,
        () -> {
          reached.countDown();
          throw new IllegalStateException("bad listener");
        });
    reached.await();
    mailbox.post(Mailbox.Kind.LAST, () -> log.add("next"));
    assertThat(log.take()).isEqualTo("next");
  }

  @Test
  void a_mailbox_keeps_the_order_and_drops_what_was_overtaken() {
    TestClock clock = new TestClock();
    TestScheduler manual = new TestScheduler(clock);
    Mailbox mailbox = new Mailbox(new Lane("test", manual, NEVER_LATE));
    for (String news : List.of("r1", "r2", "lost")) {
      mailbox.post(
          news.startsWith("r") ? Mailbox.Kind.REPLACEABLE : Mailbox.Kind.LAST, () -> log.add(news));
    }
    manual.runTasks();
    assertThat(log).containsExactly("r2", "lost");
  }

  @Test
  void nothing_is_read_after_the_last_letter() {
    TestScheduler manual = new TestScheduler(new TestClock());
    Mailbox mailbox = new Mailbox(new Lane("test", manual, NEVER_LATE));
    mailbox.post(Mailbox.Kind.REPLACEABLE, () -> log.add("renewed"));
    mailbox.post(Mailbox.Kind.LAST, () -> log.add("ended"));
    mailbox.post(Mailbox.Kind.REPLACEABLE, () -> log.add("renewed late"));
    manual.runTasks();
    mailbox.post(Mailbox.Kind.LAST, () -> log.add("ended again"));
    manual.runTasks();
    assertThat(log).containsExactly("renewed", "ended");
  }

  @Test
  void P13_an_interrupt_that_a_task_leaves_behind_does_not_hit_the_next() {
    TestScheduler manual = new TestScheduler(new TestClock());
    Lane lane = new Lane("test", manual, NEVER_LATE);
    lane.submit(() -> Thread.currentThread().interrupt());
    lane.submit(() -> log.add("interrupted: " + Thread.currentThread().isInterrupted()));
    manual.runTasks();
    assertThat(log).containsExactly("interrupted: false");
  }

  @Test
  void what_is_offered_to_a_full_lane_is_not_taken() {
    TestScheduler manual = new TestScheduler(new TestClock());
    Lane lane = new Lane("test", manual, NEVER_LATE);
    assertThat(lane.offer(() -> log.add("first"), 2)).isTrue();
    assertThat(lane.offer(() -> log.add("second"), 2)).isTrue();
    assertThat(lane.offer(() -> log.add("third"), 2)).isFalse();
    lane.submit(() -> log.add("must"));
    manual.runTasks();
    assertThat(log).containsExactly("first", "second", "must");
    assertThat(lane.offer(() -> log.add("again"), 2)).isTrue();
  }

  @Test
  void a_task_is_run_though_the_scheduler_plans_no_timers_any_more() {
    TestScheduler manual = new TestScheduler(new TestClock());
    Lane lane = new Lane("test", new WithoutTimers(manual), NEVER_LATE);
    lane.submit(() -> log.add("first"));
    lane.submit(() -> log.add("second"));
    manual.runTasks();
    assertThat(log).containsExactly("first", "second");
    assertThat(lane.isIdle()).isTrue();
  }

  /** A scheduler that was closed while its tasks are still worked off. */
  private record WithoutTimers(Scheduler tasks) implements Scheduler {
    @Override
    public Handle after(Duration delay, Runnable timer) {
      throw new IllegalStateException("the scheduler is closed");
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      throw new IllegalStateException("the scheduler is closed");
    }

    @Override
    public Handle execute(Runnable task) {
      return tasks.execute(task);
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      tasks.pause(duration);
    }

    @Override
    public void close() {}
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
