package dev.prlease.testkit.explore;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Plays scenarios in every order, or in many, and fails when something happens that must not. A
 * failure tells the story in a dozen lines, and the schedule to {@link #replay} it by.
 *
 * <p>Each schedule has a key of its own, so one place serves for all. Used by one thread.
 */
public final class Explorer implements AutoCloseable {
  private final Supplier<? extends LeaseStore> opener;
  private final List<LeaseStore> openings = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(Explorer::daemon);
  private long runs;

  /** Explores on the place that {@code opener} opens, once for each player. */
  public Explorer(Supplier<? extends LeaseStore> opener) {
    this.opener = opener;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "player");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Plays every schedule of {@code scenario}.
   *
   * @return how many there were
   */
  public int exhaust(Scenario scenario, Stops stops) {
    int schedules = 0;
    List<Integer> plan = List.of();
    do {
      Chooser chooser = Chooser.following(plan);
      play(scenario, stops, chooser, Trace.Story.SHORT);
      schedules++;
      plan = chooser.next();
    } while (!plan.isEmpty());
    return schedules;
  }

  /** Plays {@code schedules} random schedules, the same for the same seed. */
  public void sample(Scenario scenario, Stops stops, long seed, int schedules) {
    Random seeds = new Random(seed);
    for (int i = 0; i < schedules; i++) {
      play(scenario, stops, Chooser.random(seeds.nextLong()), Trace.Story.SHORT);
    }
  }

  /** Plays the schedule that a failure told, and tells the whole story if it fails again. */
  public void replay(Scenario scenario, Stops stops, String schedule) {
    List<Integer> plan = new ArrayList<>();
    for (String each : schedule.trim().split(" +", -1)) {
      if (!each.isEmpty()) {
        plan.add(Integer.valueOf(each));
      }
    }
    play(scenario, stops, Chooser.following(plan), Trace.Story.WHOLE);
  }

  private void play(Scenario scenario, Stops stops, Chooser chooser, Trace.Story story) {
    LeaseKey key = LeaseKey.pullRequest("explore/schedules", ++runs);
    new Run(scenario, stops, key, chooser, story, this::opening).play(threads);
  }

  private LeaseStore opening(int number) {
    while (openings.size() <= number) {
      openings.add(opener.get());
    }
    return openings.get(number);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    openings.forEach(LeaseStore::close);
  }
}
