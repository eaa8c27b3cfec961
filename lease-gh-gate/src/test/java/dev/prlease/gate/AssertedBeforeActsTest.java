package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Forge;
import dev.prlease.spi.GatedAction;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lease that is lost while an action looks before it acts; the real gh. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AssertedBeforeActsTest {
  private static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);

  @TempDir Path directory = Path.of("");
  private final FakeGate gate = new FakeGate(Duration.ofMinutes(10));

  private <T> void assertStopped(ForgeServer server, String look, GatedAction<T> action) {
    server
        .faults()
        .next(
            look, new Fault.First(() -> gate.refuse(NotOwnerException.none(KEY, gate.session()))));
    assertThatThrownBy(() -> action.run(new GateTo(KEY, gate)))
        .isInstanceOf(NotOwnerException.class);
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("L11: lost while the head was looked for: nothing is merged")
  void foundHead() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      ScriptedPull pull = server.pull("acme/app", 7);
      Forge forge = GhIn.open(server, directory, "token-of-mine");
      assertStopped(
          server,
          "PrleasePullRequest",
          new FoundHeadAction(forge, MergeMethod.SQUASH, MergeAction.Way.NOW));
      assertThat(pull.state()).isEqualTo("OPEN");
    }
  }

  @Test
  @DisplayName("L11: lost while the branch was looked for: it stays, by whichever way it would go")
  void branch() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 7).merged("me");
      Forge forge = GhIn.open(server, directory, "token-of-mine");
      RepositoryId repository = new RepositoryId(ForgeServer.HOST, "acme/app");
      assertStopped(
          server, "PrleaseHeadOfBranch", new DeleteBranchAction(forge, repository, "feature"));
      assertThat(server.state().deletedBranches()).isEmpty();
      assertThat(server.log("PrleaseDeleteBranch")).isEmpty();
    }
  }
}
