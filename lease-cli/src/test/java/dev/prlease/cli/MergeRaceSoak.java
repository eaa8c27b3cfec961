package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.soak.SoakRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes of {@code watch-and-merge} at one pull request, a hundred times; run by {@code
 * bin/soak}. Each race is drawn from a seed of its own, which a failure names: {@code --count 1
 * --seed} with it plays that race alone.
 */
@Tag("soak")
class MergeRaceSoak {
  /** Each waits for TTLs most of its time. */
  private static final int AT_A_TIME = 3;

  @Test
  void merges(@TempDir Path temp) throws Exception {
    SoakRun run = SoakRun.of(100);
    List<Callable<Map<String, Integer>>> races = new ArrayList<>();
    for (int i = 0; i < run.count(); i++) {
      // The first is played from the run's own seed.
      long seed = run.seed() + i;
      Path top = Files.createDirectory(temp.resolve("race" + i));
      races.add(() -> race(top, seed));
    }
    Map<String, Integer> sum = new TreeMap<>();
    List<Throwable> failures = new ArrayList<>();
    ExecutorService sideBySide = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      for (Future<Map<String, Integer>> each : sideBySide.invokeAll(races)) {
        try {
          each.get().forEach((what, often) -> sum.merge(what, often, Integer::sum));
        } catch (ExecutionException failed) {
          failures.add(Objects.requireNonNull(failed.getCause()));
        }
      }
    } finally {
      sideBySide.shutdownNow();
    }
    assertThat(failures).as("failures of %s races", races.size()).isEmpty();
    Map<String, String> told = new TreeMap<>();
    sum.forEach((what, often) -> told.put(what, Integer.toString(often)));
    told.put("races", Integer.toString(run.count()));
    run.tell("merges", told);
  }

  private static Map<String, Integer> race(Path top, long seed) throws Exception {
    MergeStory story = MergeStory.random(new Random(seed));
    try (MergeRace race = new MergeRace(top, story)) {
      return race.run().figures();
    } catch (Throwable failed) {
      // Those of all races are shown as one text: without their causes.
      throw new AssertionError("seed " + seed + ": " + failed, failed);
    }
  }
}
