package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.RecordingAuditSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real lease that ends while the real gh hangs. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LossDuringMergeTest {
  static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);
  private static final MergeRequest REQUEST =
      new MergeRequest(sha('a'), MergeMethod.SQUASH, Protection.RESPECTED);

  @TempDir Path directory = Path.of("");

  @Test
  @DisplayName("Broken: gh is ended, the outcome is no success, all of it recorded, no try follows")
  void broken() throws Exception {
    InMemoryLeaseStore store = new InMemoryLeaseStore();
    RecordingAuditSink audit = new RecordingAuditSink();
    try (ForgeServer server = ForgeServer.start();
        LeaseManager manager = LeaseManager.on(store).audit(audit).build();
        LeaseManager operators = LeaseManager.on(store).build()) {
      server.pull("acme/app", 7);
      server.faults().always("PullRequestMerge", new Fault.HangsBefore(new CountDownLatch(1)));
      MergeAction action =
          MergeAction.of(
              GhIn.open(server, directory, "token-of-mine"), REQUEST, MergeAction.Way.NOW);
      PrLease lease = manager.acquire(KEY, SessionId.of("mine"), Ttl.ofSeconds(6));
      try (Keeper keeper =
          lease.keepAlive(
              KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS),
              LeaseListener.NONE)) {
        CompletableFuture<MergeOutcome> merging =
            CompletableFuture.supplyAsync(() -> run(lease, action));
        server.await("PullRequestMerge");
        List<ProcessHandle> children = gh();
        assertThat(children).isNotEmpty();
        var unused = operators.breakLease(KEY, SessionId.of("operator"), "it hangs");
        assertThat(merging.get())
            .isInstanceOfSatisfying(
                MergeOutcome.NotNow.class,
                not -> assertThat(not.why()).contains("the lease was over: gh was ended"));
        assertThat(children).allSatisfy(LossDuringMergeTest::assertGone);
        assertThat(keeper.end()).isPresent();
      }
      AuditEvent failed = audit.ofType(AuditEvent.Type.ACTION_FAILED).get(0);
      assertThat(failed.details())
          .containsEntry("action", "merge")
          .containsEntry("outcome", "not-now")
          .containsKey("lease_lost");
      assertThatThrownBy(() -> lease.run(action)).isInstanceOf(NotOwnerException.class);
      assertThat(server.log("PullRequestMerge")).hasSize(1);
    }
  }

  @Test
  @DisplayName("Killed: gh is gone with the process that held the lease, and nothing is merged")
  void killed() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 7);
      server.faults().always("PullRequestMerge", new Fault.HangsBefore(new CountDownLatch(1)));
      ProcessBuilder builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              MergingMain.class.getName());
      Map<String, String> environment = builder.environment();
      environment.clear();
      environment.putAll(server.environment(directory, "token-of-mine"));
      Process process = builder.inheritIO().start();
      try {
        server.await("PullRequestMerge");
        List<ProcessHandle> children = process.descendants().toList();
        assertThat(children).isNotEmpty();
        process.destroyForcibly();
        assertThat(process.waitFor()).isEqualTo(137);
        for (ProcessHandle child : children) {
          while (runs(child)) {
            Thread.onSpinWait();
          }
        }
      } finally {
        process.destroyForcibly();
      }
      assertThat(server.log("merged")).isEmpty();
    }
  }

  private static MergeOutcome run(PrLease lease, MergeAction action) {
    try {
      return lease.run(action);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private static List<ProcessHandle> gh() {
    List<ProcessHandle> found = new ArrayList<>();
    ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("/gh"))
        .forEach(found::add);
    return found;
  }

  private static void assertGone(ProcessHandle process) {
    assertThat(runs(process)).as("process %s runs", process.pid()).isFalse();
  }

  /**
   * What ended stays in the table until somebody waits for it, which in a container may be never.
   */
  private static boolean runs(ProcessHandle process) {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      String text = Files.readString(stat);
      return process.isAlive() && text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return false;
    }
  }
}
