package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.function.Supplier;

/** A host's scheduler that has no thread or no timer to give now and then. */
final class FussyScheduler implements Scheduler {
  /** What is refused. */
  enum Refusing {
    NOTHING,
    TASKS,
    TIMERS,
    BOTH
  }

  private final Scheduler scheduler;
  private Refusing refusing = Refusing.NOTHING;
  private int refusalsLeft;
  private Supplier<Throwable> refusal = () -> new IllegalStateException("no room");
  int refused;

  FussyScheduler(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** The next so many calls of that kind are refused. */
  synchronized void refuse(Refusing what, int times, Supplier<Throwable> why) {
    refusing = what;
    refusalsLeft = times;
    refusal = why;
  }

  private synchronized void refuseIf(Refusing what) {
    if (refusalsLeft > 0 && (refusing == what || refusing == Refusing.BOTH)) {
      refusalsLeft--;
      refused++;
      throw Sneaky.raise(refusal.get());
    }
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    refuseIf(Refusing.TIMERS);
    return scheduler.after(delay, timer);
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    return scheduler.every(period, timer);
  }

  @Override
  public Handle execute(Runnable task) {
    refuseIf(Refusing.TASKS);
    return scheduler.execute(task);
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    scheduler.pause(duration);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
