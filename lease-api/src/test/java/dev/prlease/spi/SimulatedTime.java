package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine and an authority under one true time, which tests let pass: the machine's ticks run
 * wrong by some millionths, it sleeps, its wall clock is set; the authority answers after a round
 * trip, from a node whose clock is off.
 *
 * <p>It is clock, scheduler and source in one, for one thread.
 */
final class SimulatedTime implements Clock, Scheduler, SampledClock.Source {
  static final Instant START = Instant.parse("2026-10-25T00:59:58.5Z");

  private Instant truth = START;
  private Instant wall = START.minusSeconds(600); // ten minutes behind, as machines are
  private long ticks = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos(); // about to wrap

  /** By how many millionths ticks and wall run fast. */
  long ppm;

  Duration there = Duration.ofMillis(1);
  Duration back = Duration.ofMillis(1);
  Duration nodeIsAhead = Duration.ZERO;
  Duration resolution = Duration.ofNanos(1);
  boolean answers = true;
  int asked;

  private final List<Runnable> timers = new ArrayList<>();
  private final List<Runnable> tasks = new ArrayList<>();
  boolean refuses;

  /** Lets time pass; nothing is run. */
  void pass(Duration by) {
    long machine = by.toNanos() + by.toNanos() / 1_000_000 * ppm;
    truth = truth.plus(by);
    wall = wall.plusNanos(machine);
    ticks += machine;
  }

  /** Lets time pass with the machine asleep: its wall clock is right about that, its ticks not. */
  void sleep(Duration by) {
    truth = truth.plus(by);
    wall = wall.plus(by);
  }

  /** Somebody sets the wall clock. */
  void set(Duration by) {
    wall = wall.plus(by);
  }

  Instant truth() {
    return truth;
  }

  /** Runs the timers as if they were due, and then the tasks. */
  void beat() {
    List.copyOf(timers).forEach(Runnable::run);
    runTasks();
  }

  void runTasks() {
    List<Runnable> now = List.copyOf(tasks);
    tasks.clear();
    now.forEach(Runnable::run);
  }

  int waitingTasks() {
    return tasks.size();
  }

  int timers() {
    return timers.size();
  }

  @Override
  public Instant ask() {
    asked++;
    pass(there);
    Instant shown = truth.plus(nodeIsAhead);
    pass(back);
    if (!answers) {
      throw new IllegalStateException("the authority is gone");
    }
    long step = resolution.toNanos();
    long nanos = shown.getNano() + shown.getEpochSecond() % 1000 * 1_000_000_000L;
    return shown.minusNanos(Math.floorMod(nanos, step));
  }

  @Override
  public Instant now() {
    return wall;
  }

  @Override
  public long ticks() {
    return ticks;
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    throw new UnsupportedOperationException("no single timers are needed");
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  @Override
  public Handle execute(Runnable task) {
    if (refuses) {
      throw new IllegalStateException("closed");
    }
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  @Override
  public void pause(Duration duration) {
    throw new UnsupportedOperationException("nothing pauses");
  }

  @Override
  public void close() {
    refuses = true;
  }
}
