package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Our handles and a program of version 1 take turns on one key, as fast as they can, and write down
 * when they are in and out: two that are in at once are a broken lock.
 *
 * <p>In one case old slots are collected meanwhile, as if a day had passed since each release.
 *
 * <p>Whoever released and tries again at once nearly always wins, and each would do all its rounds
 * in a row, meeting nobody. So both draw breath after a turn, for a random time about as long as a
 * turn.
 */
class HammerTest {
  private static final int ROUNDS = 500;
  private static final String TEXT = "Owner/repo#7";
  private static final LeaseKey KEY = LeaseKey.parse(TEXT);
  private static final SessionId OURS = SessionId.of("ours");

  /** What is vacant is garbage at once: the next day has come. */
  private static final CollectRequest EVERYTHING =
      new CollectRequest(
          new SystemClock().now().plus(Duration.ofDays(1)),
          Instant.EPOCH,
          CollectRequest.Mode.REMOVE,
          Optional.empty(),
          () -> true);

  private final Path temp;
  private final Path journal;

  HammerTest(@TempDir(factory = InMemory.class) Path temp) {
    this.temp = temp;
    this.journal = temp.resolve("journal");
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvSource({
    "PRLEASE, false, false",
    "PRLEASE, true, false",
    "AMPLIHACK, false, true",
    "AMPLIHACK, true, false"
  })
  void both_hammer_one_key_and_never_overlap(FileLayout layout, boolean rewrites, boolean collects)
      throws IOException, InterruptedException {
    Process theirs = start(layout, rewrites);
    int dropped = 0;
    int removed = 0;
    try (FileLeaseStore store =
            FileLeaseStore.open(
                temp.resolve("leases"),
                FileStoreOptions.DEFAULTS.withLayout(layout),
                Contexts.real());
        LeaseManager manager = LeaseManager.on(store).build()) {
      for (int i = 0; i < ROUNDS; i++) {
        if (hold(manager, store)) {
          dropped++;
        }
        if (collects) {
          removed += store.collect(EVERYTHING).removed().size();
        }
      }
    }
    assertThat(theirs.waitFor()).as(Files.readString(temp.resolve("peer.log"))).isZero();
    int changes = checkJournal();
    assertThat(changes).as("how often the key changed hands").isGreaterThan(ROUNDS / 10);
    if (collects) {
      assertThat(removed).as("how often the slot was removed").isGreaterThan(ROUNDS / 10);
    }
    if (rewrites) {
      assertThat(dropped)
          .as("how often a lease of ours lost its fields")
          .isGreaterThan(ROUNDS / 50);
    }
  }

  private Process start(FileLayout layout, boolean rewrites) throws IOException {
    Peer peer = new Peer(temp, temp.resolve("leases"), layout);
    List<String> command =
        peer.breathing("hammer", TEXT, "theirs", Integer.toString(ROUNDS), journal.toString());
    if (rewrites) {
      command.add("--rewrite-on-refusal");
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(temp.resolve("peer.log").toFile())
        .start();
  }

  /** A turn of ours. Returns whether the other one, refused, dropped our fields meanwhile. */
  private boolean hold(LeaseManager manager, FileLeaseStore store) throws IOException {
    boolean dropped;
    try (PrLease lease = acquire(manager)) {
      note("enter ours\n");
      pause(2_000);
      dropped = recordIn(store).orElseThrow().grantId().isEmpty();
      // P14: also when its record has just lost our fields.
      lease.assertOwned();
      note("leave ours\n");
      lease.release();
      assertThat(recordIn(store).map(LeaseRecord::owner)).isNotEqualTo(Optional.of(OURS));
    }
    pause(ThreadLocalRandom.current().nextInt(3_000));
    return dropped;
  }

  private static PrLease acquire(LeaseManager manager) {
    while (true) {
      if (manager.tryAcquire(KEY, OURS, Ttl.DEFAULT) instanceof Acquisition.Granted granted) {
        return granted.lease();
      }
      pause(1_000);
    }
  }

  private static void pause(long micros) {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  private static Optional<LeaseRecord> recordIn(FileLeaseStore store) {
    return store.load(KEY) instanceof LeaseSlot.Held held
        ? Optional.of(held.record())
        : Optional.empty();
  }

  private void note(String line) throws IOException {
    Files.write(
        journal, line.getBytes(UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Returns how often a turn was followed by one of the other. */
  private int checkJournal() throws IOException {
    List<String> lines = Files.readAllLines(journal);
    assertThat(lines).hasSize(4 * ROUNDS);
    int changes = 0;
    for (int i = 0; i < lines.size(); i += 2) {
      String enter = lines.get(i);
      assertThat(enter).startsWith("enter ");
      assertThat(lines.get(i + 1)).as("line %d", i + 2).isEqualTo(enter.replace("enter", "leave"));
      changes += i > 0 && !enter.equals(lines.get(i - 2)) ? 1 : 0;
    }
    return changes;
  }
}
