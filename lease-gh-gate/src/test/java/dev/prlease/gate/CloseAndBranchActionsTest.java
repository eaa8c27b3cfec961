package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Forge;
import dev.prlease.spi.GatedAction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing, disarming and deleting a branch, with the real gh. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CloseAndBranchActionsTest {
  private static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    scripted = Optional.of(server().pull("acme/app", 7));
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private ScriptedPull pull() {
    return scripted.orElseThrow();
  }

  private Forge forge() {
    return GhIn.open(server(), directory, "token-of-mine");
  }

  private CloseOutcome close() {
    CloseAction action = new CloseAction(forge());
    CloseOutcome outcome = action.run(GateTo.pull(KEY));
    GatedAction.Outcome told = action.outcome(outcome);
    assertThat(told.details()).containsKey("outcome");
    assertThat(told.status() == GatedAction.Status.SUCCEEDED)
        .isEqualTo(outcome instanceof CloseOutcome.Closed);
    return outcome;
  }

  @Test
  @DisplayName("Closed counts, whoever did it and whatever was answered; merged is told by whom")
  void closing() {
    server().faults().next("PullRequestClose", Fault.badGateway());
    assertThat(close())
        .isInstanceOfSatisfying(
            CloseOutcome.StillOpen.class, no -> assertThat(no.why()).contains("502"));
    server().faults().next("PullRequestClose", new Fault.Refusal("FORBIDDEN", "not yours"));
    assertThat(close())
        .isInstanceOfSatisfying(
            CloseOutcome.StillOpen.class, no -> assertThat(no.why()).contains("not yours"));
    server().faults().next("PrleasePullRequest", new Fault.Halved());
    server().faults().next("PullRequestClose", Fault.badGateway());
    assertThat(close())
        .isInstanceOfSatisfying(
            CloseOutcome.Unknown.class, no -> assertThat(no.why()).contains("cut off"));
    server().faults().next("PullRequestClose", new Fault.DroppedAfter());
    assertThat(close()).isEqualTo(new CloseOutcome.Closed());
    assertThat(close()).isEqualTo(new CloseOutcome.Closed());
    assertThat(server().log("closed")).hasSize(1);
    pull().merged("bob");
    assertThat(close())
        .isInstanceOfSatisfying(
            CloseOutcome.Merged.class, merged -> assertThat(merged.merge().by()).isEqualTo("bob"));
  }

  @Test
  @DisplayName("Disarmed counts, whatever was answered; armed still is thrown, merged is told")
  void disarming() {
    DisarmAction action = new DisarmAction(forge());
    pull().checks(ScriptedCheck.running("build")).armed(Optional.of("bob"));
    server().faults().next("PullRequestAutoMergeDisable", Fault.badGateway());
    assertThatThrownBy(() -> action.run(GateTo.pull(KEY)))
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("502");
    server().faults().next("PullRequestAutoMergeDisable", new Fault.DroppedAfter());
    PullRequest now = action.run(GateTo.pull(KEY));
    assertThat(action.outcome(now).status()).isEqualTo(GatedAction.Status.SUCCEEDED);
    assertThat(action.run(GateTo.pull(KEY))).as("once more").isEqualTo(now);
    pull().merged("bob");
    GatedAction.Outcome late = action.outcome(action.run(GateTo.pull(KEY)));
    assertThat(late.status()).isEqualTo(GatedAction.Status.FAILED);
    assertThat(late.details())
        .containsEntry("outcome", "already-merged")
        .containsEntry("merged_by", "bob");
  }

  @Test
  @DisplayName("Out of the queue, too: queued still is no success, whatever was answered")
  void dequeuing() {
    DisarmAction action = new DisarmAction(forge());
    pull().queueRequired(true).queue(Optional.of("QUEUED"));
    server().faults().next("PrleaseDequeue", Fault.badGateway());
    assertThatThrownBy(() -> action.run(GateTo.pull(KEY)))
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("502");
    GatedAction.Outcome still = action.outcome(forge().read(KEY));
    assertThat(still.status()).isEqualTo(GatedAction.Status.FAILED);
    assertThat(still.details()).containsEntry("outcome", "still-queued");
    server().faults().next("PrleaseDequeue", new Fault.DroppedAfter());
    GatedAction.Outcome out = action.outcome(action.run(GateTo.pull(KEY)));
    assertThat(out.status()).isEqualTo(GatedAction.Status.SUCCEEDED);
    assertThat(out.details()).containsEntry("outcome", "disarmed");
    assertThat(server().log("dequeued")).hasSize(1);
    assertThat(server().log("PullRequestAutoMergeDisable")).isEmpty();
  }

  private String delete(String repository, String branch) {
    RepositoryId where = new RepositoryId(ForgeServer.HOST, repository);
    return new DeleteBranchAction(forge(), where, branch).run(GateTo.pull(KEY));
  }

  private void assertKept(String branch, String why) {
    assertThatThrownBy(() -> delete("acme/app", branch))
        .isInstanceOfSatisfying(
            ForgeException.class,
            kept -> assertThat(kept.kind()).isEqualTo(ForgeException.Kind.REFUSED))
        .hasMessageEndingWith(why);
  }

  @Test
  @DisplayName("L58: a branch is deleted once its pull request is merged, and nobody else needs it")
  void deleting() {
    assertKept("feature", "is kept: the pull request is not merged");
    pull().merged("bob");
    ScriptedPull other = server().pull("acme/app", 8).base("release").head(sha('b'));
    assertKept("feature", "is kept: github.localhost/acme/app#8 uses it, too");
    assertKept("main", "is kept: it is the branch that was merged into");
    other.closed();
    server().faults().next("PrleaseDeleteBranch", Fault.badGateway());
    assertThatThrownBy(() -> delete("acme/app", "feature"))
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("502");
    assertThat(server().log("deleted")).isEmpty();
    server().state().pushed("acme/app", "feature", sha('c'));
    assertThatThrownBy(() -> delete("acme/app", "feature"))
        .isInstanceOfSatisfying(
            ForgeException.class,
            moved -> assertThat(moved.kind()).isEqualTo(ForgeException.Kind.HEAD_MOVED));
    server().state().pushed("acme/app", "feature", sha('a'));
    assertThat(delete("acme/app", "feature")).isEqualTo("feature");
    assertThat(delete("acme/app", "feature")).as("once more").isEqualTo("feature");
    assertThat(server().log("deleted")).hasSize(1);
  }

  @Test
  @DisplayName("A fork's branch is deleted there, though it is named as the base is")
  void ofAFork() {
    pull().headRepository(Optional.of("eve/app")).branch("main").merged("bob");
    server().state().fork("eve/app", "acme/app");
    assertThat(delete("eve/app", "main")).isEqualTo("main");
    assertThat(server().state().deletedBranches()).containsExactly("eve/app:main");
  }
}
