package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Processes that share a few keys are killed at random moments. After each kill the key that the
 * victim was at is acquired by somebody else, at the latest when its TTL is over; and in the end
 * all journals together must show one owner at a time, growing fences, no lock file replaced, and
 * an audit in which nothing is missing. All the while another process collects the slots that were
 * released a little while ago, many of them just when somebody acquires them, and is killed too.
 */
final class KilledLeaseWorkers {
  /**
   * What came of it.
   *
   * @param kills how many were killed
   * @param holding how many of them while they held a lease
   * @param holdings how many there were in all
   * @param events how many of them were looked for in the audit, and found
   * @param collected how many slots were collected meanwhile
   */
  record Result(int kills, int holding, int holdings, int events, int collected) {
    static final Result NONE = new Result(0, 0, 0, 0, 0);

    Result plus(Result more) {
      return new Result(
          kills + more.kills,
          holding + more.holding,
          holdings + more.holdings,
          events + more.events,
          collected + more.collected);
    }
  }

  private static final int WORKERS = 2;

  /** Of so many kills of a worker one comes with a kill of the collector. */
  private static final int KILLS_A_COLLECTOR = 4;

  private static final int MOST_BYTES_BEFORE_A_KILL = 8_000;
  private static final long MOST_MICROS_BEFORE_A_KILL = 3_000;
  private static final WaitOptions PATIENT =
      new WaitOptions(Duration.ofSeconds(60), WaitOptions.MIN_POLL);

  private final Path home;
  private final Random random;
  private final Path own;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Journal> journals = new ArrayList<>();
  private final List<Worker> collectors = new ArrayList<>();
  private int started;
  private int holding;

  private record Worker(Process process, Path journal) {
    Journal kill() throws IOException, InterruptedException {
      end();
      return Journal.read(journal);
    }

    void end() throws InterruptedException {
      process.toHandle().destroyForcibly();
      process.waitFor();
    }
  }

  KilledLeaseWorkers(Path home, Random random) throws IOException {
    this.home = Files.createDirectory(home, OwnedFile.OWNER_ONLY_DIRECTORY);
    this.random = random;
    this.own = home.resolve("own.journal");
  }

  /** Kills {@code kills} workers, one by one, and checks everything. */
  Result run(int kills) throws IOException, InterruptedException {
    Map<LeaseKey, LockFile> locks = new HashMap<>();
    try (FileLeaseStore store = LeaseWorker.openStore(home);
        LeaseManager manager =
            LeaseManager.on(store)
                .audit(AuditWriter.open(home.toString(), LeaseWorker.AUDIT_BYTES))
                .build()) {
      for (LeaseKey key : LeaseWorker.KEYS) {
        acquireAndRelease(manager, key, "first");
        locks.put(key, lockOf(key).orElseThrow());
      }
      while (workers.size() < WORKERS) {
        workers.add(start());
      }
      collectors.add(startCollector());
      for (int i = 1; i <= kills; i++) {
        Worker victim = workers.remove(0);
        awaitSomeTurns(victim);
        LockSupport.parkNanos(
            TimeUnit.MICROSECONDS.toNanos(random.nextLong(MOST_MICROS_BEFORE_A_KILL)));
        if (random.nextInt(KILLS_A_COLLECTOR) == 0) {
          collectors.get(collectors.size() - 1).end();
          collectors.add(startCollector());
        }
        Journal end = victim.kill();
        workers.add(start());
        journals.add(end);
        holding += end.endsHolding() ? 1 : 0;
        acquireAndRelease(manager, end.last().orElseThrow(), "after-" + i);
      }
      awaitSomethingCollected();
      for (Worker each : workers) {
        journals.add(each.kill());
      }
      for (LeaseKey key : LeaseWorker.KEYS) {
        acquireAndRelease(manager, key, "last");
        assertThat(lockOf(key)).as("the lock of %s", key).contains(locks.get(key));
      }
      // One of ours may have lapsed before it was released, if this process was stopped for so
      // long.
      assertThat(store.list(LeaseFilter.ALL))
          .as("every slot can be read")
          .allMatch(
              slot ->
                  slot instanceof ListedSlot.Found found
                      && found.slot() instanceof LeaseSlot.Held held
                      && held.record().isExpired(Contexts.real().clock().now()));
    } finally {
      workers.forEach(worker -> worker.process().destroyForcibly());
      collectors.forEach(collector -> collector.process().destroyForcibly());
    }
    journals.add(Journal.read(own));
    return check(kills);
  }

  private Worker start() throws IOException {
    String name = "w" + ++started;
    return start(
        LeaseWorker.class,
        List.of(home.toString(), name, Long.toString(random.nextLong())),
        home.resolve(name + ".journal"));
  }

  private Worker startCollector() throws IOException {
    return start(
        SlotCollectingWorker.class,
        List.of(home.toString()),
        home.resolve("collector" + ++started));
  }

  private static Worker start(Class<?> main, List<String> arguments, Path journal)
      throws IOException {
    Process process =
        new ProcessBuilder(Forked.java(Forked.classPath(), main, arguments))
            .redirectOutput(journal.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Worker(process, journal);
  }

  /** Waits until it has done some of its work: at first it only loads classes. */
  private void awaitSomeTurns(Worker worker) throws IOException {
    int bytes = 200 + random.nextInt(MOST_BYTES_BEFORE_A_KILL);
    while (Files.size(worker.journal()) < bytes) {
      assertThat(worker.process().isAlive()).as("a worker").isTrue();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private void awaitSomethingCollected() throws IOException {
    while (collected() == 0) {
      assertThat(collectors.get(collectors.size() - 1).process().isAlive())
          .as("the collector")
          .isTrue();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private int collected() throws IOException {
    int collected = 0;
    for (Worker each : collectors) {
      String told = Files.readString(each.journal());
      assertThat(told).as("what a collector told").matches("\\.*");
      collected += told.length();
    }
    return collected;
  }

  private void acquireAndRelease(LeaseManager manager, LeaseKey key, String name)
      throws IOException, InterruptedException {
    Journal.Writer journal =
        new Journal.Writer(
            line ->
                Files.writeString(own, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    for (int turn = 1; ; turn++) {
      SessionId session = SessionId.of(name + "-" + key.number() + "-" + turn);
      try (PrLease lease = manager.acquire(key, session, LeaseWorker.TTL, PATIENT)) {
        journal.got(lease.record());
        journal.gives(lease.record());
        lease.release();
        journal.gave(lease.record());
        return;
      } catch (LeaseExpiredException stopped) {
        // This process was stopped for longer than the TTL, and is told so.
        journal.lost(stopped.code());
      }
    }
  }

  private Optional<LockFile> lockOf(LeaseKey key) throws IOException {
    return LockFile.at(
        home.resolve("leases").resolve("soak__kill__pr-" + key.number() + ".json.lock"));
  }

  private Result check(int kills) throws IOException {
    List<Journal.Holding> all = new ArrayList<>();
    journals.forEach(journal -> all.addAll(journal.holdings()));
    for (LeaseKey key : LeaseWorker.KEYS) {
      checkOneOwnerAtATime(
          all.stream()
              .filter(each -> each.key.equals(key.toString()))
              .sorted(Comparator.comparingLong(each -> each.fence))
              .toList());
    }
    return new Result(kills, holding, all.size(), checkAudit(all), collected());
  }

  private static void checkOneOwnerAtATime(List<Journal.Holding> holdings) {
    for (int i = 1; i < holdings.size(); i++) {
      Journal.Holding before = holdings.get(i - 1);
      Journal.Holding after = holdings.get(i);
      assertThat(after.fence).as("%s and %s", before, after).isGreaterThan(before.fence);
      assertThat(after.from).as("%s while %s", after, before).isGreaterThanOrEqualTo(before.to);
      if (!before.isReleasing) {
        assertThat(after.begun)
            .as("%s, before the killed %s was over", after, before)
            .isGreaterThanOrEqualTo(before.until);
      }
    }
  }

  private int checkAudit(List<Journal.Holding> holdings) throws IOException {
    Set<String> told = new HashSet<>();
    try (Stream<AuditLog.Line> lines = AuditLog.at(home.resolve(AuditLog.FILE_NAME)).lines()) {
      lines.forEach(
          line -> {
            if (line instanceof AuditLog.Line.Event event) {
              AuditEvent.Type type = event.event().type();
              boolean begins =
                  type == AuditEvent.Type.ACQUIRED || type == AuditEvent.Type.RECLAIMED;
              told.add(
                  (begins ? "begins" : type.text())
                      + " "
                      + event.event().session()
                      + " "
                      + event.event().fence());
            }
          });
    }
    List<String> due = new ArrayList<>();
    for (Journal.Holding each : holdings) {
      String who = each.session + " " + new Fence(each.fence);
      due.add("begins " + who);
      if (each.isReleasedInTime) {
        due.add("released " + who);
      }
    }
    assertThat(due.stream().filter(each -> !told.contains(each)))
        .as("what the audit in %s does not tell", home)
        .isEmpty();
    return due.size();
  }
}
