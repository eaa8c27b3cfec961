package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.process.CommandEnd;
import dev.prlease.spi.AuditEvent;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.RecordingAuditSink;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A command under a real lease with its keeper: renewed, broken, its program killed and stopped.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeptCommandTest {
  private static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);
  private static final KeepAliveOptions KEPT =
      KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS);

  /** Acts for ever: each line is the time, in milliseconds, of one more act. */
  private static final String ACTING =
      "exec 9>\"$1/acts\"; while :; do echo $((${EPOCHREALTIME/[.,]/} / 1000)) >&9; sleep 0.01; done";

  @TempDir Path directory = Path.of("");
  private final RecordingAuditSink audit = new RecordingAuditSink();

  private List<String> bash(String script) {
    return List.of("bash", "-c", script, "test", directory.toString());
  }

  private BufferedReader pipe(String name) throws IOException {
    return Files.newBufferedReader(directory.resolve(name));
  }

  private void makePipe(String name) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("mkfifo", directory.resolve(name).toString())
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  private static List<String> readToEnd(BufferedReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  @Test
  @DisplayName("Renewals keep the command alive far beyond the first deadline")
  void renewed() throws Exception {
    try (LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).audit(audit).build();
        PrLease lease = manager.acquire(KEY, SessionId.random(), Ttl.ofSeconds(2));
        Keeper keeper = lease.keepAlive(KEPT, LeaseListener.NONE);
        ExecAction action =
            // More than two TTLs, in real time: there is no other for a real process.
            ExecAction.prepare(bash("sleep 5; exit 7"), System.getenv(), directory)) {
      assertThat(lease.run(action)).isEqualTo(new CommandEnd.Exited(7));
      assertThat(keeper.end()).isEmpty();
    }
    assertThat(audit.ofType(AuditEvent.Type.ACTION_FAILED))
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.details())
                    .containsEntry("action", "exec")
                    .containsEntry("exit_code", "7"));
  }

  @Test
  @DisplayName("When an operator breaks the lease, the command's tree ends, and the audit says why")
  void broken() throws Exception {
    makePipe("held");
    InMemoryLeaseStore store = new InMemoryLeaseStore();
    try (LeaseManager manager = LeaseManager.on(store).audit(audit).build();
        LeaseManager operator = LeaseManager.on(store).build();
        PrLease lease = manager.acquire(KEY, SessionId.random(), Ttl.ofSeconds(6));
        Keeper keeper = lease.keepAlive(KEPT, LeaseListener.NONE);
        ExecAction action =
            ExecAction.prepare(
                bash("exec 9>\"$1/held\"; sleep 1000 & echo up >&9; wait"),
                System.getenv(),
                directory)) {
      CompletableFuture<CommandEnd> end =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return lease.run(action);
                } catch (Exception failed) {
                  throw new AssertionError(failed);
                }
              });
      try (BufferedReader held = pipe("held")) {
        assertThat(held.readLine()).isEqualTo("up");
        operator.breakLease(KEY, SessionId.random(), "the test wants it");
        assertThat(readToEnd(held)).isEmpty();
      }
      assertThat(end.get()).isEqualTo(new CommandEnd.Ended(143, CommandEnd.Reason.ASKED));
      assertThat(keeper.end()).containsInstanceOf(LeaseEnd.Lost.class);
    }
    assertThat(audit.ofType(AuditEvent.Type.ACTION_FAILED))
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.details())
                    .containsEntry("ended", "asked")
                    .containsEntry("lease_lost", "not-owner"));
  }

  @Test
  @DisplayName("Closing the manager gives the lease back when the command has ended, not before")
  void closedInItsGrace() throws Exception {
    makePipe("acts");
    LeaseManager manager = LeaseManager.on(new InMemoryLeaseStore()).audit(audit).build();
    PrLease lease = manager.acquire(KEY, SessionId.random(), Ttl.ofSeconds(6));
    try (ExecAction action =
        ExecAction.prepare(bash("trap '' TERM; " + ACTING), System.getenv(), directory)) {
      CompletableFuture<CommandEnd> end =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return lease.run(action);
                } catch (Exception failed) {
                  throw new AssertionError(failed);
                }
              });
      try (BufferedReader acts = pipe("acts")) {
        assertThat(acts.readLine()).isNotNull();
        manager.close();
        long free = InstantSource.system().millis();
        assertThat(audit.ofType(AuditEvent.Type.RELEASED)).hasSize(1);
        assertThat(readToEnd(acts))
            .isNotEmpty()
            .allSatisfy(act -> assertThat(Long.parseLong(act)).isLessThanOrEqualTo(free));
      }
      assertThat(end.get()).isInstanceOf(CommandEnd.Ended.class);
    }
  }

  private Process start(long ttlSeconds, List<String> command) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LeasedMain.class.getName(),
                Long.toString(ttlSeconds)));
    words.addAll(command);
    return new ProcessBuilder(words)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  /** No lease that was granted or renewed before now lasts longer. */
  private static long latestDeadline(long ttlSeconds) {
    return InstantSource.system().millis() + 1000 * ttlSeconds;
  }

  @Test
  @DisplayName("kill -9 of the program alone: its command does not outlive the lease")
  void killed() throws Exception {
    makePipe("acts");
    Process program = start(5, bash(ACTING));
    try (BufferedReader acts = pipe("acts")) {
      assertThat(acts.readLine()).isNotNull();
      program.destroyForcibly().waitFor();
      long deadline = latestDeadline(5);
      assertThat(readToEnd(acts))
          .allSatisfy(act -> assertThat(Long.parseLong(act)).isLessThan(deadline));
    }
  }

  @Test
  @DisplayName(
      "kill -STOP of the program alone: its command does not outlive the lease, and then it is lost")
  void stopped() throws Exception {
    makePipe("acts");
    Process program = start(3, bash(ACTING));
    try (BufferedReader acts = pipe("acts")) {
      long first = Long.parseLong(acts.readLine());
      // Let it live on renewals first, a TTL long.
      for (long act = first; act < first + 3000; act = Long.parseLong(acts.readLine())) {
        assertThat(program.isAlive()).isTrue();
      }
      signal("STOP", program);
      long deadline = latestDeadline(3);
      List<String> rest = readToEnd(acts);
      assertThat(rest)
          .isNotEmpty()
          .allSatisfy(act -> assertThat(Long.parseLong(act)).isLessThan(deadline));
    } finally {
      signal("CONT", program);
    }
    assertThat(program.waitFor()).isEqualTo(76);
  }

  private static void signal(String name, Process process)
      throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }
}
