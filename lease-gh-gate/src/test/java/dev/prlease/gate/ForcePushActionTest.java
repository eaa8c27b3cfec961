package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Moved;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.UpToDate;
import dev.prlease.gate.push.PushPreview;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.gate.push.Pushing;
import dev.prlease.spi.GatedAction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pinned pushes: what must be there, and what comes there. */
final class ForcePushActionTest extends PushingTest {
  /** Which assertion is right before the push: the look before it is one, too. */
  private static final int PUSH = 2;

  ForcePushActionTest(@TempDir Path temporary) throws IOException {
    super(temporary);
  }

  @Test
  @DisplayName("A branch is pushed, its commit handed on for the record, and both are audited")
  void pushes() throws Exception {
    String after = amend(mine, "second\n");
    ForcePushAction action =
        action(world.environment(), mine, PushRequest.parse(List.of("origin", BRANCH)));
    PushOutcome outcome = action.run(gate);
    assertThat(outcome).isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(there()).isEqualTo(after);
    assertThat(gate.certified()).containsExactly(after);
    assertThat(world.sha(mine, "refs/remotes/origin/" + BRANCH)).isEqualTo(after);
    assertThat(action.outcome(outcome))
        .isEqualTo(
            new GatedAction.Outcome(
                GatedAction.Status.SUCCEEDED,
                Map.of("outcome", "pushed", "before", before, "head", after)));
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("A preview tells what would be pushed, without a lease, and changes nothing")
  void preview() throws Exception {
    Pushing pushing = new Pushing(Checkout.open(mine, world.environment()));
    PullRequest pullRequest = forge.read(gate.key());
    assertThat(pushing.preview(PushRequest.parse(List.of()), pullRequest))
        .isEqualTo(new PushPreview.WouldNot(new UpToDate(before, Optional.empty())));
    String after = amend(mine, "second\n");
    assertThat(pushing.preview(PushRequest.parse(List.of()), pullRequest))
        .isEqualTo(new PushPreview.Would(pullRequest.repository(), REF, before, after));
    assertThat(pushing.preview(PushRequest.parse(List.of("origin", "HEAD:main")), pullRequest))
        .isInstanceOfSatisfying(
            PushPreview.WouldNot.class,
            not -> assertThat(why(not.outcome())).contains("refs/heads/main"));
    pushedByAnother("theirs\n");
    assertThat(pushing.preview(PushRequest.parse(List.of("--expect", before)), pullRequest))
        .isInstanceOfSatisfying(
            PushPreview.WouldNot.class, not -> assertThat(not.outcome()).isInstanceOf(Moved.class));
    assertThat(gate.certified()).isEmpty();
  }

  @Test
  @DisplayName(
      "What is there already is no push, but handed on: an answer may have been lost before")
  void upToDate() throws Exception {
    assertThat(push()).isEqualTo(new UpToDate(before, Optional.empty()));
    assertThat(gate.certified()).containsExactly(before);
    String after = amend(mine, "second\n");
    world.git(mine, "push", "-q", "--force");
    assertThat(push("--expect", before)).isEqualTo(new UpToDate(after, Optional.empty()));
  }

  @Test
  @DisplayName("What the record keeps must be there; a commit that the user names comes before it")
  void recorded() throws Exception {
    String after = amend(mine, "second\n");
    String other = "0123456789012345678901234567890123456789";
    gate.head(Optional.of(other));
    assertThat(push())
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.expected()).isEqualTo(other);
              assertThat(moved.nextStep()).contains("pushed or certified last under this lease");
            });
    assertThat(push("--expect", before)).isEqualTo(new Pushed(before, after, Optional.empty()));
    gate.head(Optional.of(after));
    world.git(mine, "reset", "-q", "--hard", before);
    assertThat(push()).isEqualTo(new Pushed(after, before, Optional.empty()));
    gate.head(Optional.of("garbage"));
    assertThat(push()).isEqualTo(new UpToDate(before, Optional.empty()));
  }

  @Test
  @DisplayName("A recorded commit that the local branch never had is somebody else's work")
  void recordedOfAnother() throws Exception {
    String theirs = pushedByAnother("theirs\n");
    String after = amend(mine, "second\n");
    gate.head(Optional.of(theirs));
    PushOutcome refused = push();
    assertThat(why(refused)).contains("is at " + theirs).contains("never had");
    assertThat(((PushOutcome.Refused) refused).nextStep()).contains("--expect COMMIT");
    assertThat(there()).isEqualTo(theirs);
    assertThat(push("--expect", theirs)).isEqualTo(new Pushed(theirs, after, Optional.empty()));
  }

  @Test
  @DisplayName("L59 Nothing is pushed beside what the forge is to merge by itself")
  void inHand() throws Exception {
    PullRequest pullRequest = forge.read(gate.key());
    forge.armedBy("alice", pullRequest);
    assertThat(push()).isInstanceOf(UpToDate.class);
    amend(mine, "second\n");
    PushOutcome armed = push();
    assertThat(why(armed)).startsWith("acme/app#42 is armed for auto-merge by alice: ");
    assertThat(((PushOutcome.Refused) armed).nextStep())
        .contains("gh pr merge 42 -R github.com/acme/app --disable-auto");
    forge.forget();
    forge.queued(pullRequest);
    PushOutcome queued = push();
    assertThat(why(queued)).startsWith("acme/app#42 is in the merge queue: ");
    assertThat(((PushOutcome.Refused) queued).nextStep()).contains(pullRequest.url());
    assertThat(
            new Pushing(Checkout.open(mine, world.environment()))
                .preview(PushRequest.parse(List.of()), forge.read(gate.key())))
        .isEqualTo(new PushPreview.WouldNot(queued));
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("Two sessions that push at once: one wins, the other is told where the branch is")
  void race() throws Exception {
    Path theirs = world.clone("acme/app", "theirs");
    world.git(theirs, "switch", "-q", BRANCH);
    String mineAfter = amend(mine, "mine\n");
    String theirsAfter = amend(theirs, "theirs\n");
    CyclicBarrier allLooked = new CyclicBarrier(2);
    gate.whenAsserted(() -> awaitAll(allLooked));
    List<CompletableFuture<PushOutcome>> both = new ArrayList<>();
    for (Path each : List.of(mine, theirs)) {
      ForcePushAction action =
          new ForcePushAction(
              Checkout.open(each, world.environment()),
              PushRequest.parse(List.of("--expect", before)),
              forge);
      // A thread for each: the common pool may have one only, and they wait for each other.
      both.add(CompletableFuture.supplyAsync(() -> run(action), task -> new Thread(task).start()));
    }
    List<PushOutcome> outcomes = List.of(both.get(0).get(), both.get(1).get());
    boolean mineWon = outcomes.get(0) instanceof Pushed;
    String winner = mineWon ? mineAfter : theirsAfter;
    assertThat(there()).isEqualTo(winner);
    assertThat(outcomes.get(mineWon ? 0 : 1))
        .isEqualTo(new Pushed(before, winner, Optional.empty()));
    assertThat(outcomes.get(mineWon ? 1 : 0))
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.expected()).isEqualTo(before);
              assertThat(moved.found()).contains(winner);
            });
  }

  private static void awaitAll(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (Exception broken) {
      throw new AssertionError(broken);
    }
  }

  private PushOutcome run(ForcePushAction action) {
    try {
      return action.run(gate);
    } catch (InterruptedException nobodyInterrupts) {
      throw new AssertionError(nobodyInterrupts);
    }
  }

  @Test
  @DisplayName("L56 A fetch in between defeats the bare lease, and not this")
  void fetchInBetween() throws Exception {
    amend(mine, "second\n");
    String theirs = pushedByAnother("theirs\n");
    world.git(mine, "fetch", "-q");
    // So the bare lease would overwrite it.
    assertThat(world.git(mine, "push", "--dry-run", "--porcelain", "--force-with-lease"))
        .contains("(forced update)");
    assertThat(push("--expect", before))
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.expected()).isEqualTo(before);
              assertThat(moved.found()).contains(theirs);
              assertThat(moved.nextStep()).contains("--expect COMMIT");
            });
    PushOutcome unsaid = push();
    assertThat(why(unsaid))
        .contains(theirs)
        .contains(world.sha(mine, "HEAD"))
        .contains("never had");
    assertThat(there()).isEqualTo(theirs);
    assertThat(gate.certified()).isEmpty();
    // Integrated, it goes; or if the user says so.
    assertThat(push("--expect", theirs)).isInstanceOf(Pushed.class);
  }

  @Test
  @DisplayName("What the branch had is no stranger: among its commits, or in its reflog only")
  void included() throws Exception {
    String theirs = pushedByAnother("theirs\n");
    world.git(mine, "pull", "-q", "--rebase");
    String after = world.commit(mine, "c.txt", "mine\n");
    assertThat(push()).isEqualTo(new Pushed(theirs, after, Optional.empty()));
    world.git(mine, "reset", "-q", "--hard", "HEAD~2");
    assertThat(push()).isEqualTo(new Pushed(after, before, Optional.empty()));
    // Without a reflog nobody can tell.
    Path other = world.clone("acme/app", "other");
    world.git(other, "switch", "-q", "--no-track", "-c", "own", "origin/main");
    world.git(other, "update-ref", "refs/heads/own", "origin/main");
    world.git(other, "reflog", "expire", "--expire=all", "refs/heads/own");
    assertThat(why(pushFrom(other, "origin", "own:" + BRANCH))).contains("never had");
  }

  @Test
  @DisplayName("Moved or deleted after it was looked at: both commits are told, nothing is pushed")
  void movedMeanwhile() throws Exception {
    amend(mine, "second\n");
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(PUSH, () -> theirs.add(pushedByAnother("theirs\n")));
    assertThat(push())
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.expected()).isEqualTo(before);
              assertThat(moved.found()).contains(theirs.get(0));
            });
    world.git(server, "update-ref", REF, before);
    gate.whenAsserted(PUSH, () -> world.git(server, "update-ref", "-d", REF));
    assertThat(push())
        .isInstanceOfSatisfying(Moved.class, moved -> assertThat(moved.found()).isEmpty());
    gate.whenAsserted(() -> {});
    assertThat(push("--expect", before))
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.found()).isEmpty();
              assertThat(moved.nextStep()).contains("gone");
            });
    assertThat(why(push("origin", BRANCH))).contains("is gone");
    assertThat(gate.certified()).isEmpty();
  }

  @Test
  @DisplayName("What is pushed is what was looked at, though the local branch goes on")
  void localBranchMoves() throws Exception {
    String shown = amend(mine, "second\n");
    gate.whenAsserted(PUSH, () -> world.commit(mine, "late.txt", "late\n"));
    assertThat(push()).isEqualTo(new Pushed(before, shown, Optional.empty()));
    assertThat(there()).isEqualTo(shown);
  }
}
