package dev.prlease.cli.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tells on threads of the real scheduler; only the patience of who waits is of virtual time. */
@Timeout(60)
class BackgroundReportTest {
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final CountDownLatch reads = new CountDownLatch(1);
  private final CountDownLatch reached = new CountDownLatch(1);
  private final AtomicBoolean gaveUp = new AtomicBoolean();
  private final ManualClock clock = new ManualClock();
  private final Scheduler threads = new ThreadPoolScheduler();
  private final Scheduler pauses = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);

  @AfterEach
  void end() {
    reads.countDown();
    threads.close();
  }

  /** Takes nothing until it {@link #reads}. */
  private final class Reader implements Report {
    @Override
    public void accept(WatchEvent event) {
      awaitReading();
      told.add(event instanceof WatchEvent.Warned warned ? warned.what() : event.toString());
    }

    @Override
    public void end(WatchResult result) {
      awaitReading();
      told.add("end");
    }

    private void awaitReading() {
      reached.countDown();
      try {
        reads.await();
      } catch (InterruptedException over) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private BackgroundReport report() {
    return new BackgroundReport(
        new Reader(), new Pool(threads, pauses), clock, () -> gaveUp.set(true));
  }

  private static WatchEvent event(int number) {
    return new WatchEvent.Warned("event " + number);
  }

  @Test
  void all_is_told_in_order_and_the_end_last() {
    reads.countDown();
    BackgroundReport report =
        new BackgroundReport(new Reader(), threads, new SystemClock(), () -> gaveUp.set(true));
    for (int i = 0; i < 500; i++) {
      report.accept(event(i));
    }
    report.end(new WatchResult.Closed());
    assertThat(told).hasSize(501).endsWith("event 499", "end");
    assertThat(told.get(0)).isEqualTo("event 0");
    assertThat(gaveUp).isFalse();
  }

  @Test
  void a_reader_that_takes_nothing_keeps_nobody_waiting_for_ever() throws Exception {
    BackgroundReport report = report();
    long before = clock.ticks();
    report.accept(event(1));
    report.accept(event(2));
    reached.await();
    report.end(new WatchResult.Closed());
    assertThat(told).isEmpty();
    assertThat(gaveUp).isTrue();
    assertThat(Duration.ofNanos(clock.ticks() - before))
        .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
  }

  @Test
  void whoever_is_interrupted_waits_a_moment_only_and_stays_so() throws Exception {
    BackgroundReport report = report();
    long before = clock.ticks();
    report.accept(event(1));
    reached.await();
    Thread.currentThread().interrupt();
    report.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Duration.ofNanos(clock.ticks() - before)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void what_nobody_reads_is_kept_up_to_a_bound_and_what_is_left_out_is_told() {
    // By real time: where pauses take none, patience is over before the reader gets a processor.
    BackgroundReport report =
        new BackgroundReport(new Reader(), threads, new SystemClock(), () -> gaveUp.set(true));
    for (int i = 0; i < 1_500; i++) {
      report.accept(event(i));
    }
    reads.countDown();
    report.end(new WatchResult.Closed());
    assertThat(told).hasSizeBetween(1_000, 1_003).contains("event 1499", "end");
    assertThat(told).anyMatch(line -> line.contains("events are left out here"));
  }

  /** Tasks run on threads of one scheduler, and pauses pass the time of another. */
  private record Pool(Scheduler threads, Scheduler time) implements Scheduler {
    @Override
    public Handle after(Duration delay, Runnable timer) {
      return time.after(delay, timer);
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      return time.every(period, timer);
    }

    @Override
    public Handle execute(Runnable task) {
      return threads.execute(task);
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      time.pause(duration);
    }

    @Override
    public void close() {}
  }
}
