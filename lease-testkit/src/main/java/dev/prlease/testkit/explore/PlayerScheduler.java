package dev.prlease.testkit.explore;

import dev.prlease.spi.Scheduler;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;

/**
 * A player's waiting: a pause is a stop like any other, and resuming it lets its time pass. Timers
 * and tasks run when the run is over.
 */
final class PlayerScheduler implements Scheduler {
  private final Actor actor;
  private final ManualScheduler later;

  PlayerScheduler(Actor actor, ManualScheduler later) {
    this.actor = actor;
    this.later = later;
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    return later.after(delay, timer);
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    return later.every(period, timer);
  }

  @Override
  public Handle execute(Runnable task) {
    return later.execute(task);
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    if (!actor.pauseAtAStop(duration)) {
      later.pause(duration);
    }
  }

  @Override
  public void close() {
    later.close();
  }
}
