package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ThreadPoolSchedulerTest {
  private static final int SIZE = ThreadPoolScheduler.MIN_POOL_SIZE;

  private final ThreadPoolScheduler scheduler = new ThreadPoolScheduler(SIZE);
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    scheduler.close();
  }

  @Test
  void timers_run_on_one_daemon_thread_and_tasks_on_daemon_threads_of_a_pool() throws Exception {
    BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    scheduler.after(Duration.ZERO, () -> threads.add(Thread.currentThread()));
    Thread first = threads.take();
    scheduler.after(Duration.ofMillis(-5), () -> threads.add(Thread.currentThread()));
    assertThat(threads.take()).isSameAs(first);
    assertThat(first.isDaemon()).isTrue();
    scheduler.execute(() -> threads.add(Thread.currentThread()));
    Thread pooled = threads.take();
    assertThat(pooled).isNotSameAs(first);
    assertThat(pooled.isDaemon()).isTrue();
  }

  @Test
  void a_timer_fires_though_every_pool_thread_is_blocked() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    for (int i = 0; i < SIZE; i++) {
      scheduler.execute(() -> await(release));
    }
    scheduler.execute(() -> log.add("task"));
    scheduler.after(Duration.ofMillis(1), () -> log.add("timer"));
    assertThat(log.take()).isEqualTo("timer");
    assertThat(log).isEmpty();
    release.countDown();
    assertThat(log.take()).isEqualTo("task");
  }

  @Test
  void a_periodic_timer_survives_what_it_throws_and_stops_when_cancelled() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Scheduler.Handle handle =
        scheduler.every(
            Duration.ofMillis(1),
            () -> {
              log.add("run");
              if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("the first one fails");
              }
            });
    log.take();
    log.take();
    log.take();
    handle.cancel();
    handle.cancel();
    // What comes after a cancelled timer on its one thread finds it ended.
    CountDownLatch after = new CountDownLatch(1);
    scheduler.after(Duration.ZERO, after::countDown);
    after.await();
    int seen = runs.get();
    CountDownLatch later = new CountDownLatch(1);
    scheduler.after(Duration.ofMillis(20), later::countDown);
    later.await();
    assertThat(runs).hasValue(seen);
  }

  @Test
  void cancelling_interrupts_a_task_that_runs_and_its_thread_goes_on() throws Exception {
    SynchronousQueue<String> started = new SynchronousQueue<>();
    Scheduler.Handle handle =
        scheduler.execute(
            () -> {
              try {
                started.put("started");
                new CountDownLatch(1).await();
              } catch (InterruptedException expected) {
                log.add("interrupted");
              }
            });
    started.take();
    handle.cancel();
    assertThat(log.take()).isEqualTo("interrupted");
  }

  @Test
  void closing_interrupts_tasks_drops_timers_and_refuses_more() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    scheduler.after(Duration.ofDays(400_000), () -> log.add("never"));
    scheduler.execute(
        () -> {
          started.countDown();
          await(new CountDownLatch(1));
          log.add("ended");
        });
    started.await();
    scheduler.close();
    scheduler.close();
    assertThat(log.take()).isEqualTo("ended");
    assertThatThrownBy(() -> scheduler.after(Duration.ZERO, () -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> scheduler.execute(() -> {})).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_pause_is_interruptible_and_a_pool_too_small_is_refused() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> scheduler.pause(Duration.ofDays(1)))
        .isInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> new ThreadPoolScheduler(SIZE - 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
