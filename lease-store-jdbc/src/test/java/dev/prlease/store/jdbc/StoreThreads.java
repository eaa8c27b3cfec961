package dev.prlease.store.jdbc;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What stores in tests wait and sample by: threads of their own, which no manager is blamed for.
 */
final class StoreThreads implements Scheduler {
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          4,
          work -> {
            Thread thread = new Thread(work, "of-a-store");
            thread.setDaemon(true);
            return thread;
          });

  private static Handle handle(Future<?> future) {
    return () -> future.cancel(false);
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    return handle(threads.schedule(timer, delay.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    long nanos = period.toNanos();
    return handle(threads.scheduleAtFixedRate(timer, nanos, nanos, TimeUnit.NANOSECONDS));
  }

  @Override
  public Handle execute(Runnable task) {
    return handle(threads.submit(task));
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
