package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of production: one thread for timers, a bounded pool for tasks. All are daemon
 * threads, made when first needed; idle pool threads end after a while.
 *
 * <p>After {@link #close} it refuses work with an {@link IllegalStateException}.
 */
public final class ThreadPoolScheduler implements Scheduler {
  /**
   * The least pool: as many threads as one {@link LeaseManager} takes when as many calls of its
   * store, its listeners and its audit sinks hang as it can bear.
   */
  public static final int MIN_POOL_SIZE = 14;

  /** The pool's size if none is asked for. */
  public static final int DEFAULT_POOL_SIZE = 16;

  private static final long IDLE_SECONDS = 30;

  private final int poolSize;
  private @Nullable ScheduledThreadPoolExecutor timers; // guarded by this
  private @Nullable ThreadPoolExecutor pool; // guarded by this
  private boolean closed; // guarded by this

  /** A scheduler with a pool of {@value #DEFAULT_POOL_SIZE} threads at most. */
  public ThreadPoolScheduler() {
    this(DEFAULT_POOL_SIZE);
  }

  /**
   * A scheduler with a pool of {@code poolSize} threads at most.
   *
   * @throws IllegalArgumentException if that is less than {@value #MIN_POOL_SIZE}
   */
  public ThreadPoolScheduler(int poolSize) {
    if (poolSize < MIN_POOL_SIZE) {
      throw new IllegalArgumentException(
          "pool size must be at least " + MIN_POOL_SIZE + ", not " + poolSize);
    }
    this.poolSize = poolSize;
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    long nanos = Math.max(0, saturatedNanos(delay));
    return timer(timers -> timers.schedule(guarded(timer), nanos, TimeUnit.NANOSECONDS));
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    long nanos = saturatedNanos(period);
    return timer(
        timers -> timers.scheduleAtFixedRate(guarded(timer), nanos, nanos, TimeUnit.NANOSECONDS));
  }

  private Handle timer(Function<ScheduledThreadPoolExecutor, Future<?>> plan) {
    try {
      Future<?> future = plan.apply(timers());
      return () -> future.cancel(false);
    } catch (RejectedExecutionException closedMeanwhile) {
      throw closedException();
    }
  }

  @Override
  public Handle execute(Runnable task) {
    try {
      Future<?> future = pool().submit(guarded(task));
      return () -> future.cancel(true);
    } catch (RejectedExecutionException closedMeanwhile) {
      throw closedException();
    }
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(saturatedNanos(duration));
  }

  @Override
  public void close() {
    ScheduledThreadPoolExecutor timersToEnd;
    ThreadPoolExecutor poolToEnd;
    synchronized (this) {
      closed = true;
      timersToEnd = timers;
      poolToEnd = pool;
    }
    if (timersToEnd != null) {
      timersToEnd.shutdownNow();
    }
    if (poolToEnd != null) {
      poolToEnd.shutdownNow();
    }
  }

  private synchronized ScheduledThreadPoolExecutor timers() {
    refuseIfClosed();
    ScheduledThreadPoolExecutor existing = timers;
    if (existing == null) {
      existing = new ScheduledThreadPoolExecutor(1, new Daemons("prlease-timer"));
      existing.setRemoveOnCancelPolicy(true);
      timers = existing;
    }
    return existing;
  }

  private synchronized ThreadPoolExecutor pool() {
    refuseIfClosed();
    ThreadPoolExecutor existing = pool;
    if (existing == null) {
      existing =
          new ThreadPoolExecutor(
              poolSize,
              poolSize,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              new Daemons("prlease-pool"));
      existing.allowCoreThreadTimeOut(true);
      pool = existing;
    }
    return existing;
  }

  private static IllegalStateException closedException() {
    return new IllegalStateException("the scheduler is closed");
  }

  private void refuseIfClosed() {
    if (closed) {
      throw closedException();
    }
  }

  /**
   * What a timer throws would end it if it is periodic, and be lost if it is not. It may be
   * anything: not all languages announce it.
   */
  private static Runnable guarded(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (Throwable failed) {
        Log.CORE.error("scheduled work failed", failed);
      }
    };
  }

  private static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return duration.isNegative() ? 0 : Long.MAX_VALUE / 2;
    }
  }

  private static final class Daemons implements ThreadFactory {
    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    Daemons(String name) {
      this.name = name;
    }

    @Override
    public Thread newThread(Runnable work) {
      Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    }
  }
}
