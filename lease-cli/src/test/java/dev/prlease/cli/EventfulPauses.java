package dev.prlease.cli;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.Deque;

/** A scheduler during whose pauses something happens. */
record EventfulPauses(Scheduler scheduler, Deque<Runnable> events) implements Scheduler {
  @Override
  public Handle after(Duration delay, Runnable timer) {
    return scheduler.after(delay, timer);
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    return scheduler.every(period, timer);
  }

  @Override
  public Handle execute(Runnable task) {
    return scheduler.execute(task);
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    if (!events.isEmpty()) {
      events.pop().run();
    }
    scheduler.pause(duration);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
