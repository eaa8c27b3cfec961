package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.MergeAction.Way;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.spi.GatedAction;
import dev.prlease.testkit.ManualGate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a try to merge, with the real gh: told by the look afterwards. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MergeActionTest {
  private static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);
  private static final MergeRequest REQUEST =
      new MergeRequest(sha('a'), MergeMethod.SQUASH, Protection.RESPECTED);
  private static final String MERGE = "PullRequestMerge";
  private static final String READ = "PrleasePullRequest";

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    scripted = Optional.of(server().pull("acme/app", 7));
    server().state().login("token-of-mine", "me");
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

  private MergeOutcome run(Way way) {
    MergeAction action = MergeAction.of(forge(), REQUEST, way);
    MergeOutcome outcome = action.run(GateTo.pull(KEY));
    GatedAction.Outcome told = action.outcome(outcome);
    assertThat(told.details()).containsEntry("head", sha('a')).containsKey("outcome");
    assertThat(told.status() == GatedAction.Status.SUCCEEDED).isEqualTo(outcome.isAccepted());
    return outcome;
  }

  private MergeOutcome merge() {
    return run(Way.NOW);
  }

  private static MergeOutcome merged(String by) {
    return new MergeOutcome.Merged(theMerge(by));
  }

  private static PullRequest.Merge theMerge(String by) {
    return new PullRequest.Merge(by, sha('f'), Optional.of(Instant.parse("2026-11-30T12:00:00Z")));
  }

  @Test
  @DisplayName("Merged, with who and what")
  void plain() {
    assertThat(merge()).isEqualTo(merged("me"));
    assertThat(merge()).isEqualTo(new MergeOutcome.AlreadyMerged(theMerge("me")));
    assertThat(server().log("merged")).hasSize(1);
  }

  @Test
  @DisplayName("L57: merged, though the answer was dropped, cut off, or a bad gateway's")
  void landedAllTheSame() {
    int number = 8;
    for (Fault fault : new Fault[] {new Fault.DroppedAfter(), new Fault.CutOff()}) {
      LeaseKey key = keyOf(server().pull("acme/app", number));
      number++;
      server().faults().next(MERGE, fault);
      assertThat(MergeAction.of(forge(), REQUEST, Way.NOW).run(GateTo.pull(key)))
          .isEqualTo(merged("me"));
    }
  }

  private static LeaseKey keyOf(ScriptedPull pull) {
    return LeaseKey.of(
        ForgeServer.HOST, pull.repository(), LeaseKey.Kind.PULL_REQUEST, pull.number());
  }

  @Test
  @DisplayName("Merged by somebody else meanwhile: already merged, by whom is told")
  void bySomebodyElse() {
    server().faults().next(MERGE, new Fault.First(() -> pull().merged("bob")));
    assertThat(merge()).isEqualTo(new MergeOutcome.AlreadyMerged(theMerge("bob")));
  }

  @Test
  @DisplayName("Merged by somebody else before, which gh takes for done")
  void beforeUs() {
    pull().merged("bob");
    assertThat(merge()).isEqualTo(new MergeOutcome.AlreadyMerged(theMerge("bob")));
    assertThat(server().log(MERGE)).isEmpty();
  }

  @Test
  @DisplayName("Merged by somebody else with another head")
  void otherHeadMerged() {
    server().faults().next(MERGE, new Fault.First(() -> pull().head(sha('b')).merged("bob")));
    assertThat(merge()).isEqualTo(new MergeOutcome.AlreadyMerged(theMerge("bob")));
  }

  @Test
  @DisplayName("L12: the head moved between look and merge: nothing is merged, both are named")
  void headMoved() {
    server().faults().next(MERGE, new Fault.First(() -> pull().head(sha('b'))));
    assertThat(merge()).isEqualTo(new MergeOutcome.HeadMoved(sha('a'), sha('b')));
    assertThat(server().log("merged")).isEmpty();
  }

  @Test
  @DisplayName("L60: 'head was modified', and it was not: not now")
  void headNotMoved() {
    server()
        .faults()
        .next(MERGE, new Fault.Refusal("", "Head branch was modified. Review and try again."));
    assertThat(merge()).isInstanceOf(MergeOutcome.NotNow.class);
  }

  @Test
  @DisplayName("Queued where there is a queue; armed where something is missing; closed")
  void queuedArmedClosed() {
    pull().queueRequired(true);
    assertThat(merge()).isEqualTo(new MergeOutcome.Queued(new PullRequest.QueueEntry("queued", 1)));
    // Asked again, gh exits with 0 and does nothing.
    assertThat(merge()).isInstanceOf(MergeOutcome.Queued.class);
    assertThat(server().log("queued")).hasSize(1);

    pull().queueRequired(false).queue(Optional.empty()).checks(ScriptedCheck.running("build"));
    assertThat(run(Way.ARM))
        .isEqualTo(new MergeOutcome.Armed(new PullRequest.AutoMerge(MergeMethod.SQUASH, "me")));

    pull().closed();
    assertThat(merge()).isEqualTo(new MergeOutcome.Closed());
  }

  @Test
  @DisplayName("What gh or the forge refuses is refused, with why")
  void refused() {
    Consumer<String> refusedBecause =
        why ->
            assertThat(merge())
                .isInstanceOfSatisfying(
                    MergeOutcome.Refused.class, no -> assertThat(no.why()).contains(why));
    pull().conflicting(true);
    refusedBecause.accept("not mergeable");
    pull().conflicting(false).review("REVIEW_REQUIRED");
    refusedBecause.accept("base branch policy prohibits the merge");
    pull().review("").draft(true);
    refusedBecause.accept("draft");
    pull().draft(false);
    server().faults().next(MERGE, new Fault.Refusal("FORBIDDEN", "Resource not accessible"));
    refusedBecause.accept("not accessible");
    assertThat(server().log("merged")).isEmpty();
  }

  @Test
  @DisplayName("What passes by itself is not now, and with a limit's end where that is told")
  void notNow() {
    for (Fault fault :
        new Fault[] {Fault.badGateway(), new Fault.DroppedBefore(), Fault.rateLimited(1)}) {
      server().faults().next(MERGE, fault);
      assertThat(merge()).isInstanceOf(MergeOutcome.NotNow.class);
    }
    assertThat(pull().state()).isEqualTo("OPEN");
  }

  @Test
  @DisplayName("The look is repeated, but not for ever: then it is unknown, and says why")
  void lookFails() {
    server().faults().nth(READ, 1, Fault.badGateway()).nth(READ, 2, new Fault.DroppedBefore());
    assertThat(merge()).isEqualTo(merged("me"));
    server().faults().clear().always(READ, Fault.badGateway());
    assertThat(merge())
        .isInstanceOfSatisfying(
            MergeOutcome.Unknown.class,
            unknown ->
                assertThat(unknown.why())
                    .contains("HTTP 502")
                    .contains("to the try itself the forge said no: ")
                    .contains("already merged"));
    int looks = server().log(READ).size();
    server().faults().clear().always(READ, Fault.rateLimited(1));
    assertThat(merge()).isInstanceOf(MergeOutcome.Unknown.class);
    assertThat(server().log(READ)).as("a limit does not end while we ask").hasSize(looks + 1);
  }

  @Test
  @DisplayName("What was not answered is told as that, and not as a no")
  void neitherAnsweredNorRead() {
    server().faults().next(MERGE, new Fault.DroppedAfter()).always(READ, Fault.badGateway());
    assertThat(merge())
        .isInstanceOfSatisfying(
            MergeOutcome.Unknown.class,
            unknown ->
                assertThat(unknown.why())
                    .contains("to the try itself no answer came that tells whether it was done: "));
    assertThat(pull().state()).isEqualTo("MERGED");
  }

  @Test
  @DisplayName("After a loss there is one look, and no more")
  void lookAfterLoss() {
    ManualGate gate = ManualGate.open(Duration.ofMinutes(10));
    server().faults().next(MERGE, new Fault.First(gate::lose)).always(READ, Fault.badGateway());
    assertThat(MergeAction.of(forge(), REQUEST, Way.NOW).run(new GateTo(KEY, gate)))
        .isInstanceOf(MergeOutcome.Unknown.class);
    assertThat(server().log(READ)).hasSize(1);
  }

  @Test
  @DisplayName("L16: protection is bypassed with a reason only, which is recorded with the head")
  void bypass() {
    MergeAction action = MergeAction.bypassing(forge(), REQUEST, "production is down");
    assertThat(action.bypass().orElseThrow().reason()).isEqualTo("production is down");
    assertThat(action.bypass().orElseThrow().details())
        .containsEntry("head", sha('a'))
        .containsEntry("method", "squash");
    assertThatThrownBy(() -> MergeAction.bypassing(forge(), REQUEST, " "))
        .isInstanceOf(IllegalArgumentException.class);
    MergeRequest bypassing = new MergeRequest(sha('a'), MergeMethod.MERGE, Protection.BYPASSED);
    assertThatThrownBy(() -> MergeAction.of(forge(), bypassing, Way.NOW))
        .isInstanceOf(IllegalArgumentException.class);
    pull().review("REVIEW_REQUIRED");
    server().state().admin("token-of-mine");
    assertThat(merge()).isInstanceOf(MergeOutcome.Refused.class);
    assertThat(action.run(GateTo.pull(KEY))).isEqualTo(merged("me"));
  }
}
