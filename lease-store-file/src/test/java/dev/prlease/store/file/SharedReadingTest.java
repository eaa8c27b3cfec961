package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.spi.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All is read, in order, whatever becomes of the helpers. */
class SharedReadingTest {
  private static final List<Integer> THINGS = IntStream.range(0, 10_250).boxed().toList();

  private final AtomicInteger reads = new AtomicInteger();

  private static List<Integer> doubled(List<Integer> some) {
    return some.stream().map(each -> 2 * each).toList();
  }

  private List<Integer> counted(List<Integer> some) {
    reads.addAndGet(some.size());
    return doubled(some);
  }

  private List<Integer> read(Scheduler scheduler) {
    return read(SharedReadingTest::doubled, scheduler);
  }

  private List<Integer> read(SharedReading.Part<Integer, Integer> helpers, Scheduler scheduler) {
    SharedReading<Integer, Integer> reading =
        new SharedReading<>(this::counted, helpers, 2, scheduler);
    THINGS.forEach(reading::add);
    return reading.read();
  }

  /** What to do with a helper. */
  private interface Fate {
    void of(Runnable helper);
  }

  private static Scheduler with(Fate fate) {
    return new Contexts.Pauses() {
      @Override
      public Handle execute(Runnable task) {
        fate.of(task);
        return () -> {};
      }
    };
  }

  @Test
  void helpers_that_never_come_are_not_needed() {
    assertThat(read(with(helper -> {}))).isEqualTo(doubled(THINGS));
    assertThat(reads).hasValue(THINGS.size());
  }

  @Test
  void helpers_that_do_it_all_leave_nothing_to_do() {
    assertThat(read(with(Runnable::run))).isEqualTo(doubled(THINGS));
    assertThat(reads).hasValue(0);
  }

  @Test
  void a_scheduler_that_refuses_keeps_nothing_from_being_read() {
    assertThat(
            read(
                with(
                    helper -> {
                      throw new RejectedExecutionException("closed");
                    })))
        .isEqualTo(doubled(THINGS));
    assertThat(reads).hasValue(THINGS.size());
  }

  @Test
  void helpers_at_work_meanwhile_are_not_waited_for() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      assertThat(
              read(
                  with(
                      helper -> {
                        Thread thread = new Thread(helper);
                        threads.add(thread);
                        thread.start();
                      })))
          .isEqualTo(doubled(THINGS));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void helpers_that_come_when_all_is_done_do_nothing() {
    List<Runnable> late = new ArrayList<>();
    assertThat(read(with(late::add))).isEqualTo(doubled(THINGS));
    late.forEach(Runnable::run);
    assertThat(reads).hasValue(THINGS.size());
  }

  @Test
  void few_things_are_read_without_help() {
    SharedReading<Integer, Integer> reading =
        new SharedReading<>(
            this::counted,
            SharedReadingTest::doubled,
            2,
            with(
                helper -> {
                  throw new AssertionError("asked for help");
                }));
    List<Integer> few = THINGS.subList(0, SharedReading.WORTH_IT - 1);
    few.forEach(reading::add);
    assertThat(reading.read()).isEqualTo(doubled(few));
  }

  /** A listing is long under way before its last entry comes. */
  @Test
  void helpers_read_while_things_are_still_coming() {
    List<Integer> helped = new ArrayList<>();
    SharedReading<Integer, Integer> reading =
        new SharedReading<>(
            this::counted,
            some -> {
              helped.addAll(some);
              return doubled(some);
            },
            1,
            with(Runnable::run));
    THINGS.forEach(reading::add);
    assertThat(helped).isEqualTo(THINGS.subList(0, 10_000));
    assertThat(reading.read()).isEqualTo(doubled(THINGS));
  }

  @Test
  void helpers_whose_reading_throws_cost_a_piece_each() {
    assertThat(
            read(
                some -> {
                  throw new IllegalStateException("cannot read");
                },
                with(helper -> assertThatThrownBy(helper::run).hasMessage("cannot read"))))
        .isEqualTo(doubled(THINGS));
    assertThat(reads).hasValue(THINGS.size());
  }

  @Test
  @Timeout(60) // no measure: whoever waits for the helper waits for ever
  void a_helper_that_hangs_is_not_waited_for() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    assertThat(
            read(
                some -> {
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  return doubled(some);
                },
                with(
                    helper -> {
                      Thread thread = new Thread(helper);
                      threads.add(thread);
                      thread.start();
                    })))
        .isEqualTo(doubled(THINGS));
    over.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
