package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.soak.SoakRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes killed at random moments, a thousand times; run by {@code bin/soak}. */
@Tag("soak")
class KillsSoak {
  /** Each episode has a home of its own, so that journals and logs stay small. */
  private static final int KILLS_AN_EPISODE = 20;

  private static final int EPISODES_AT_A_TIME = 3;

  @Test
  void kill_leases(@TempDir(factory = InMemory.class) Path temp) throws Exception {
    SoakRun run = SoakRun.of(1_000);
    Random seeds = new Random(run.seed());
    List<Callable<KilledLeaseWorkers.Result>> episodes = new ArrayList<>();
    for (int done = 0; done < run.count(); done += KILLS_AN_EPISODE) {
      int kills = Math.min(KILLS_AN_EPISODE, run.count() - done);
      Path home = temp.resolve("kills" + done);
      long seed = seeds.nextLong();
      episodes.add(
          () -> {
            KilledLeaseWorkers.Result result =
                new KilledLeaseWorkers(home, new Random(seed)).run(kills);
            Forked.delete(home);
            return result;
          });
    }
    KilledLeaseWorkers.Result sum = KilledLeaseWorkers.Result.NONE;
    List<Throwable> failures = new ArrayList<>();
    // Each waits for TTLs most of its time.
    ExecutorService sideBySide = Executors.newFixedThreadPool(EPISODES_AT_A_TIME);
    try {
      for (Future<KilledLeaseWorkers.Result> each : sideBySide.invokeAll(episodes)) {
        try {
          sum = sum.plus(each.get());
        } catch (ExecutionException failed) {
          failures.add(Objects.requireNonNull(failed.getCause()));
        }
      }
    } finally {
      sideBySide.shutdownNow();
    }
    assertThat(failures)
        .as("failures of %s episodes (seed %s)", episodes.size(), run.seed())
        .isEmpty();
    run.tell(
        "kill-leases",
        Map.of(
            "kills", Integer.toString(sum.kills()),
            "kills while holding", Integer.toString(sum.holding()),
            "holdings", Integer.toString(sum.holdings()),
            "audit events looked for", Integer.toString(sum.events()),
            "slots collected meanwhile", Integer.toString(sum.collected())));
  }

  @Test
  void kill_audit(@TempDir(factory = InMemory.class) Path temp) throws Exception {
    SoakRun run = SoakRun.of(1_000);
    Random random = new Random(run.seed());
    int events = 0;
    int files = 0;
    int torn = 0;
    for (int done = 0; done < run.count(); done += KILLS_AN_EPISODE) {
      int kills = Math.min(KILLS_AN_EPISODE, run.count() - done);
      Path home = temp.resolve("audit" + done);
      KilledAuditWriters.Result result = new KilledAuditWriters(home, random).run(kills);
      events += result.events();
      files += result.files();
      torn += result.torn();
      Forked.delete(home);
    }
    run.tell(
        "kill-audit",
        Map.of(
            "kills", Integer.toString(run.count()),
            "events, each there once", Integer.toString(events),
            "files of the audit", Integer.toString(files),
            "torn lines", Integer.toString(torn)));
  }
}
