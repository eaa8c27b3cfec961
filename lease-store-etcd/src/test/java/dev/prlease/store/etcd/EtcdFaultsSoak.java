package dev.prlease.store.etcd;

import dev.prlease.testkit.soak.SoakRun;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * P7, P10: processes fight for a few keys on a cluster of three to which things happen; run by
 * {@code bin/soak}.
 */
@Tag("soak")
final class EtcdFaultsSoak {
  /** Each episode has fresh keys, so that histories stay short, and another TTL in turn. */
  private static final int FAULTS_AN_EPISODE = 20;

  private static final int PROCESSES = 3;
  private static final int SHORT_TTL = 4;
  private static final int LONG_TTL = 3_600;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(90);

  private final Map<ClusterFaults.Kind, Integer> struck = new EnumMap<>(ClusterFaults.Kind.class);
  private FightCheck.Result sum = FightCheck.Result.NONE;
  private int troubles;

  @Test
  void etcd_faults() throws Exception {
    SoakRun run = SoakRun.of(80);
    Random random = new Random(run.seed());
    try (ClusterFaults faults = new ClusterFaults()) {
      for (int done = 0; done < run.count(); done += FAULTS_AN_EPISODE) {
        int count = Math.min(FAULTS_AN_EPISODE, run.count() - done);
        int ttl = done / FAULTS_AN_EPISODE % 2 == 0 ? SHORT_TTL : LONG_TTL;
        try {
          episode(faults, count, ttl, random);
        } catch (AssertionError | RuntimeException wrong) {
          throw new AssertionError(
              "with seed " + run.seed() + ", after " + done + " faults: " + wrong.getMessage(),
              wrong);
        }
      }
    }
    Map<String, String> figures = new TreeMap<>();
    struck.forEach((kind, times) -> figures.put(kind.toString(), Integer.toString(times)));
    figures.put("faults", Integer.toString(run.count()));
    figures.put("grants", Integer.toString(sum.grants()));
    figures.put("writes", Integer.toString(sum.writes()));
    figures.put("writes of unknown outcome", Integer.toString(sum.unknown()));
    figures.put("writes of unknown outcome that took effect", Integer.toString(sum.landed()));
    figures.put("calls without an answer of use", Integer.toString(troubles));
    run.tell("etcd-faults", figures);
  }

  private void episode(ClusterFaults faults, int count, int ttl, Random random) {
    String prefix = "soak/" + UUID.randomUUID();
    List<FighterProcess> processes = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        List<List<EtcdEndpoint>> fighters = new ArrayList<>();
        fighters.add(faults.endpoints());
        fighters.add(faults.endpoints());
        fighters.add(List.of(faults.endpoints().get(i))); // whatever becomes of that one
        processes.add(new FighterProcess("p" + i, prefix, ttl, random.nextLong(), fighters));
      }
      awaitGrants(processes);
      for (int i = 0; i < count; i++) {
        struck.merge(faults.strike(random), 1, Integer::sum);
        awaitGrants(processes);
      }
      List<Note> notes = new ArrayList<>();
      for (FighterProcess each : processes) {
        FighterProcess.Ended ended = each.end();
        notes.addAll(ended.notes());
        troubles += ended.troubles();
      }
      sum = sum.plus(Fighters.check(faults.nodes().endpoint(0), prefix, () -> notes));
    } finally {
      processes.forEach(FighterProcess::close);
    }
  }

  /** Once all is well again, each process gets something. */
  private static void awaitGrants(List<FighterProcess> processes) {
    for (FighterProcess each : processes) {
      int before = each.grants();
      long end = System.nanoTime() + PATIENCE;
      while (each.grants() == before) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError("a process was granted nothing any more");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }
}
