package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.NotOwnerException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushPreview;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.gate.push.RebaseOutcome.Conflict;
import dev.prlease.gate.push.RebaseOutcome.Left;
import dev.prlease.gate.push.RebaseOutcome.Rebased;
import dev.prlease.gate.push.RebaseOutcome.Refused;
import dev.prlease.gate.push.Rebasing;
import dev.prlease.spi.GatedAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rebase and push as one action, with the real git. */
@Timeout(180)
class RebaseActionTest {
  private static final String REF = "refs/heads/feature";

  /** Which assertion is right before the push: look, fetch and rebase come first. */
  private static final int PUSH = 4;

  private final GitWorld world;
  private final Path server;
  private final Path mine;
  private final FakeForge forge = new FakeForge();
  private final FakeGate gate = new FakeGate(Duration.ofMinutes(10));
  private final String before;

  RebaseActionTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner")));
    server = world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.git(mine, "switch", "-q", "-c", "feature");
    world.commit(mine, "a.txt", "mine\n");
    world.git(mine, "push", "-q", "-u", "origin", "feature");
    before = world.sha(mine, "HEAD");
    forge.open("acme/app", 42, "main", "acme/app", "feature");
  }

  private String mainMoves(String file, String text) {
    Path seed = world.base().resolve("seed-acme-app");
    String commit = world.commit(seed, file, text);
    world.git(seed, "push", "-q", server.toString(), "main");
    return commit;
  }

  private RebaseAction action(Path checkout) {
    return new RebaseAction(
        Checkout.open(checkout, world.environment()), new Expectation.Included(), forge);
  }

  private RebaseOutcome rebase() throws InterruptedException {
    return action(mine).run(gate);
  }

  private static String why(RebaseOutcome outcome) {
    assertThat(outcome).isInstanceOf(Refused.class);
    return ((Refused) outcome).why();
  }

  private String there() {
    return world.sha(server, REF);
  }

  /** All that a checkout has: what is checked out, its files, what goes on. */
  private String everything(Path checkout) {
    return world.git(checkout, "status", "--porcelain=v2", "--branch")
        + world.git(checkout, "stash", "list")
        + world.git(checkout, "for-each-ref", "refs/heads", "refs/prlease");
  }

  @Test
  @DisplayName("The branch is put onto the base's newest commit and pushed; both are audited")
  void rebases() throws Exception {
    String base = mainMoves("m.txt", "main\n");
    Files.writeString(mine.resolve("unknown file"), "kept");
    RebaseAction action = action(mine);
    RebaseOutcome outcome = action.run(gate);
    String after = world.sha(mine, "HEAD");
    assertThat(outcome)
        .isEqualTo(
            new Rebased(
                before,
                after,
                base,
                new PushOutcome.Pushed(before, after, Optional.empty()),
                Left.REBASED));
    assertThat(world.sha(mine, "HEAD~1")).isEqualTo(base);
    assertThat(world.git(mine, "branch", "--show-current")).isEqualTo("feature");
    assertThat(there()).isEqualTo(after);
    assertThat(gate.certified()).containsExactly(after);
    assertThat(mine.resolve("unknown file")).exists();
    assertThat(world.git(mine, "for-each-ref", "refs/prlease")).isEmpty();
    assertThat(action.outcome(outcome).status()).isEqualTo(GatedAction.Status.SUCCEEDED);
    assertThat(action.outcome(outcome).details())
        .containsEntry("outcome", "pushed")
        .containsEntry("base", base);
    assertThat(rebase())
        .isEqualTo(
            new Rebased(
                after,
                after,
                base,
                new PushOutcome.UpToDate(after, Optional.empty()),
                Left.REBASED));
  }

  @Test
  @DisplayName("A preview refuses what the rebase would refuse, and changes nothing")
  void preview() throws Exception {
    mainMoves("m.txt", "main\n");
    String was = everything(mine);
    Rebasing rebasing = new Rebasing(Checkout.open(mine, world.environment()));
    PullRequest pullRequest = forge.read(gate.key());
    assertThat(rebasing.preview(pullRequest, new Expectation.Included()))
        .isEqualTo(new PushPreview.Would(pullRequest.repository(), REF, before, before));
    assertThat(everything(mine)).isEqualTo(was);
    Files.writeString(mine.resolve("a.txt"), "changed\n");
    assertThat(rebasing.preview(pullRequest, new Expectation.Included()))
        .isInstanceOfSatisfying(
            PushPreview.WouldNot.class,
            not -> assertThat(not.outcome().toString()).contains("in no commit: a.txt"));
  }

  @Test
  @DisplayName("A conflict names the files, and leaves everything exactly as it was")
  void conflict() throws Exception {
    String base = mainMoves("a.txt", "theirs\n");
    world.git(mine, "config", "rebase.autoStash", "true");
    String was = everything(mine);
    RebaseAction action = action(mine);
    RebaseOutcome outcome = action.run(gate);
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Conflict.class,
            conflict -> {
              assertThat(conflict.base()).isEqualTo(base);
              assertThat(conflict.files()).containsExactly("a.txt");
              assertThat(conflict.nextStep()).contains("git rebase " + base);
            });
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(Files.readString(mine.resolve("a.txt"))).isEqualTo("mine\n");
    assertThat(there()).isEqualTo(before);
    assertThat(action.outcome(outcome).details()).containsEntry("files", "a.txt");
  }

  @Test
  @DisplayName("Changes that are in no commit, or a rebase that goes on, are refused before all")
  void unfinished() throws Exception {
    mainMoves("m.txt", "main\n");
    Files.writeString(mine.resolve("a.txt"), "changed\n");
    assertThat(why(rebase())).contains("changes that are in no commit: a.txt");
    world.git(mine, "add", "a.txt");
    world.git(mine, "mv", "a.txt", "ä b.txt");
    assertThat(why(rebase())).endsWith("in no commit: a.txt, ä b.txt");
    world.git(mine, "reset", "-q", "--hard");
    world.git(mine, "mv", "a.txt", "ü.txt");
    assertThat(why(rebase())).endsWith("in no commit: ü.txt");
    world.git(mine, "reset", "-q", "--hard");
    world.git(mine, "-c", "core.editor=true", "bisect", "start");
    assertThat(why(rebase())).startsWith("a bisection is not finished in " + mine);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("Somebody pushed meanwhile: nothing is lost, and the checkout is as it was")
  void movedMeanwhile() throws Exception {
    mainMoves("m.txt", "main\n");
    String was = everything(mine);
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(
        PUSH,
        () -> {
          Path other = world.clone("acme/app", "other");
          world.git(other, "switch", "-q", "feature");
          theirs.add(world.commit(other, "b.txt", "theirs\n"));
          world.git(other, "push", "-q");
        });
    assertThat(rebase())
        .isInstanceOfSatisfying(
            Rebased.class,
            rebased -> {
              assertThat(rebased.push())
                  .isInstanceOfSatisfying(
                      PushOutcome.Moved.class,
                      moved -> assertThat(moved.found()).isEqualTo(Optional.of(theirs.get(0))));
              assertThat(rebased.checkout()).isEqualTo(Left.RESTORED);
              assertThat(rebased.succeeded()).isFalse();
            });
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(there()).isEqualTo(theirs.get(0));
    // And now it is known before anything is rebased.
    assertThat(why(rebase())).contains(theirs.get(0)).contains("never had");
    gate.head(Optional.of("0123456789012345678901234567890123456789"));
    world.git(mine, "pull", "-q", "--rebase");
    assertThat(why(rebase()))
        .isEqualTo(
            "the branch should be at 0123456789012345678901234567890123456789 over there, and is at "
                + theirs.get(0));
  }

  @Test
  @DisplayName("A lease that is lost between rebase and push leaves the checkout as it was")
  void lostInBetween() throws Exception {
    mainMoves("m.txt", "main\n");
    String was = everything(mine);
    gate.whenAsserted(
        PUSH,
        () -> {
          assertThat(world.sha(mine, "HEAD")).isNotEqualTo(before);
          gate.refuse(NotOwnerException.none(gate.key(), gate.session()));
        });
    assertThatThrownBy(this::rebase).isInstanceOf(NotOwnerException.class);
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("A loss in the middle of the rebase ends it, and puts everything back")
  void lostInTheMiddle() throws Exception {
    mainMoves("m.txt", "main\n");
    world.commit(mine, "c.txt", "second\n");
    String was = everything(mine);
    Path hook = mine.resolve(".git/hooks/post-checkout");
    Files.createDirectories(hook.getParent());
    Path up = world.base().resolve("up");
    Files.writeString(hook, "#!/bin/sh\n: >'" + up + "'; exec sleep 1000\n");
    GitWorld.executable(hook);
    java.util.concurrent.CompletableFuture<Throwable> end =
        java.util.concurrent.CompletableFuture.supplyAsync(
            () -> {
              try {
                return new AssertionError("it ended with " + rebase());
              } catch (Throwable thrown) {
                return thrown;
              }
            });
    while (!Files.exists(up) && !end.isDone()) {
      Thread.onSpinWait();
    }
    Files.delete(hook);
    gate.refuse(NotOwnerException.none(gate.key(), gate.session()));
    gate.lose();
    assertThat(end.get()).isInstanceOf(NotOwnerException.class);
    assertThat(end.get().getSuppressed()).isEmpty();
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("Another branch that is checked out meanwhile is neither pushed nor reset")
  void switched() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "branch", "other", "origin/main");
    String other = world.sha(mine, "other");
    Path hook = mine.resolve(".git/hooks/post-rewrite");
    Files.createDirectories(hook.getParent());
    Files.writeString(hook, "#!/bin/sh\ngit symbolic-ref HEAD refs/heads/other\n");
    GitWorld.executable(hook);
    assertThat(rebase())
        .isInstanceOfSatisfying(
            RebaseOutcome.Stuck.class,
            stuck -> {
              assertThat(stuck.why()).contains("refs/heads/other at " + other);
              assertThat(stuck.nextStep()).contains("refs/heads/feature").contains(before);
            });
    assertThat(there()).isEqualTo(before);
    assertThat(world.sha(mine, "other")).isEqualTo(other);
    assertThat(world.sha(mine, "feature")).isNotEqualTo(before);
  }

  @Test
  @DisplayName("Lost with another branch checked out: that one is not reset, and both are told")
  void lostAndSwitched() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "branch", "other", "origin/main");
    String other = world.sha(mine, "other");
    NotOwnerException lost = NotOwnerException.none(gate.key(), gate.session());
    gate.whenAsserted(
        PUSH,
        () -> {
          world.git(mine, "switch", "-q", "other");
          gate.refuse(lost);
        });
    assertThat(rebase())
        .isInstanceOfSatisfying(
            RebaseOutcome.Stuck.class,
            stuck ->
                assertThat(stuck.why())
                    .startsWith(lost.getMessage())
                    .contains("was not put back: it is at refs/heads/other at " + other));
    assertThat(there()).isEqualTo(before);
    assertThat(world.sha(mine, "other")).isEqualTo(other);
  }

  @Test
  @DisplayName("The server refuses the push: the checkout is as it was")
  void serverRefuses() throws Exception {
    mainMoves("m.txt", "main\n");
    String was = everything(mine);
    Path hook = server.resolve("hooks/update");
    Files.writeString(hook, "#!/bin/sh\necho protected >&2; exit 1\n");
    GitWorld.executable(hook);
    assertThat(rebase())
        .isInstanceOfSatisfying(
            Rebased.class,
            rebased -> {
              assertThat(rebased.push()).isInstanceOf(PushOutcome.Refused.class);
              assertThat(rebased.checkout()).isEqualTo(Left.RESTORED);
            });
    assertThat(everything(mine)).isEqualTo(was);
  }

  @Test
  @DisplayName("Another branch that is checked out does not replace the pull request's")
  void stranger() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "switch", "-q", "--no-track", "-c", "unrelated", "origin/main");
    world.commit(mine, "x.txt", "x\n");
    String was = everything(mine);
    assertThat(why(rebase()))
        .isEqualTo("unrelated is checked out, and the branch of acme/app#42 is feature");
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("Nor does one that was started from it, and has more: as in a stack")
  void startedFromIt() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "switch", "-q", "-c", "experiment");
    world.commit(mine, "x.txt", "private\n");
    String was = everything(mine);
    String why = "experiment is checked out, and the branch of acme/app#42 is feature";

    assertThat(why(rebase())).isEqualTo(why);
    assertThat(everything(mine)).isEqualTo(was);
    assertThat(there()).isEqualTo(before);

    world.git(mine, "branch", "-q", "-u", "origin/feature");
    assertThat(rebase().succeeded()).isTrue();
    assertThat(there()).isEqualTo(world.sha(mine, "HEAD"));
  }

  private RebaseOutcome.Stuck stuck() throws InterruptedException {
    RebaseOutcome outcome = rebase();
    assertThat(outcome).isInstanceOf(RebaseOutcome.Stuck.class);
    return (RebaseOutcome.Stuck) outcome;
  }

  private void serverRefusesAll() throws IOException {
    Path hook = server.resolve("hooks/pre-receive");
    Files.writeString(hook, "#!/bin/sh\necho protected >&2; exit 1\n");
    GitWorld.executable(hook);
  }

  @Test
  @DisplayName("A commit made while the push is refused stays on the branch, and is told")
  void committedWhilePushed() throws Exception {
    mainMoves("m.txt", "main\n");
    serverRefusesAll();
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(PUSH, () -> theirs.add(world.commit(mine, "precious.txt", "theirs\n")));
    RebaseOutcome.Stuck stuck = stuck();
    assertThat(stuck.why()).contains("moved refs/heads/feature").contains(theirs.get(0));
    assertThat(stuck.nextStep()).contains(before).doesNotContain("reset");
    assertThat(world.sha(mine, "feature")).isEqualTo(theirs.get(0));
    assertThat(mine.resolve("precious.txt")).exists();
  }

  @Test
  @DisplayName("So does one that is amended onto the rebased one")
  void amendedWhilePushed() throws Exception {
    mainMoves("m.txt", "main\n");
    serverRefusesAll();
    gate.whenAsserted(PUSH, () -> world.git(mine, "commit", "-q", "--amend", "-m", "better"));
    RebaseOutcome.Stuck stuck = stuck();
    assertThat(stuck.why()).contains("moved refs/heads/feature");
    assertThat(world.git(mine, "log", "-1", "--format=%s", "feature")).isEqualTo("better");
  }

  @Test
  @DisplayName("A commit made as the lease is lost stays on the branch; both are told")
  void committedAndLost() throws Exception {
    mainMoves("m.txt", "main\n");
    NotOwnerException lost = NotOwnerException.none(gate.key(), gate.session());
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(
        PUSH,
        () -> {
          theirs.add(world.commit(mine, "precious.txt", "theirs\n"));
          gate.refuse(lost);
        });
    assertThat(stuck().why()).startsWith(lost.getMessage()).contains(theirs.get(0));
    assertThat(world.sha(mine, "feature")).isEqualTo(theirs.get(0));
  }

  @Test
  @DisplayName("Where nothing was rebased nothing is put back")
  void nothingRebased() throws Exception {
    String second = world.commit(mine, "b.txt", "second\n");
    serverRefusesAll();
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(PUSH - 1, () -> theirs.add(world.commit(mine, "precious.txt", "theirs\n")));
    assertThat(rebase())
        .isInstanceOfSatisfying(
            Rebased.class,
            rebased -> {
              assertThat(rebased.before()).isEqualTo(second).isEqualTo(rebased.after());
              assertThat(rebased.push()).isInstanceOf(PushOutcome.Refused.class);
              assertThat(rebased.checkout()).isEqualTo(Left.RESTORED);
            });
    assertThat(world.sha(mine, "feature")).isEqualTo(theirs.get(0));
    assertThat(mine.resolve("precious.txt")).exists();
  }

  @Test
  @DisplayName("A commit made as the rebase begins is neither pushed with it nor thrown away")
  void committedAsItBegins() throws Exception {
    mainMoves("m.txt", "main\n");
    gate.whenAsserted(PUSH - 1, () -> world.commit(mine, "precious.txt", "theirs\n"));
    RebaseOutcome.Stuck stuck = stuck();
    assertThat(stuck.why()).contains("somebody committed " + world.sha(mine, "feature"));
    assertThat(stuck.nextStep()).contains("prlease push");
    assertThat(there()).isEqualTo(before);
    assertThat(mine.resolve("precious.txt")).exists();
  }

  @Test
  @DisplayName("A commit made while the base is fetched is not rebased")
  void committedWhileFetched() throws Exception {
    mainMoves("m.txt", "main\n");
    List<String> theirs = new ArrayList<>();
    gate.whenAsserted(2, () -> theirs.add(world.commit(mine, "precious.txt", "theirs\n")));
    assertThat(why(rebase())).contains("somebody else works in").contains(theirs.get(0));
    assertThat(world.sha(mine, "feature")).isEqualTo(theirs.get(0));
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("A change to what the rebase brought stays, and so does the rebase under it")
  void changedWhilePushed() throws Exception {
    String base = mainMoves("m.txt", "main\n");
    serverRefusesAll();
    gate.whenAsserted(PUSH, () -> write(mine.resolve("m.txt"), "theirs\n"));
    assertThat(stuck().nextStep()).contains("git reset --keep " + before);
    assertThat(Files.readString(mine.resolve("m.txt"))).isEqualTo("theirs\n");
    assertThat(world.sha(mine, "feature~1")).isEqualTo(base);
    assertThat(world.git(mine, "status", "--porcelain")).isEqualTo("M m.txt");
  }

  @Test
  @DisplayName("A rebase that somebody else began meanwhile goes on, with what they solved")
  void rebaseOfAnother() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "switch", "-q", "-c", "other", "main");
    world.commit(mine, "a.txt", "theirs\n");
    world.git(mine, "switch", "-q", "feature");
    gate.whenAsserted(PUSH - 1, this::beginAnother);
    RebaseOutcome.Stuck stuck = stuck();
    assertThat(stuck.why()).contains("that was not begun here");
    assertThat(stuck.nextStep()).doesNotContain("abort");
    assertThat(world.git(mine, "status")).contains("rebas");
    assertThat(Files.readString(mine.resolve("a.txt"))).isEqualTo("solved by hand\n");
    assertThat(there()).isEqualTo(before);
    // Where it began before, nothing is even tried.
    assertThat(why(rebase())).contains("is not finished in " + mine);
  }

  @Test
  @DisplayName("The same while the base is fetched, and as the lease is lost")
  void rebaseOfAnotherAndLost() throws Exception {
    mainMoves("m.txt", "main\n");
    world.git(mine, "switch", "-q", "-c", "other", "main");
    world.commit(mine, "a.txt", "theirs\n");
    world.git(mine, "switch", "-q", "feature");
    gate.whenAsserted(2, this::beginAnother);
    assertThat(why(rebase())).contains("is not finished in " + mine);
    assertThat(Files.readString(mine.resolve("a.txt"))).isEqualTo("solved by hand\n");
    world.git(mine, "rebase", "--abort");
    NotOwnerException lost = NotOwnerException.none(gate.key(), gate.session());
    gate.whenAsserted(
        PUSH - 1,
        () -> {
          beginAnother();
          gate.refuse(lost);
        });
    assertThat(stuck().why()).startsWith(lost.getMessage()).contains("not begun here");
    assertThat(Files.readString(mine.resolve("a.txt"))).isEqualTo("solved by hand\n");
  }

  private void beginAnother() {
    // It stops at a conflict, which somebody solves then.
    assertThatThrownBy(() -> world.git(mine, "rebase", "other")).hasMessageContaining("a.txt");
    write(mine.resolve("a.txt"), "solved by hand\n");
    world.git(mine, "add", "a.txt");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  @DisplayName("L59 What the forge is to merge by itself is not rebased")
  void inHand() throws Exception {
    mainMoves("m.txt", "main\n");
    String was = everything(mine);
    forge.armedBy("alice", forge.read(gate.key()));
    assertThat(why(rebase())).startsWith("acme/app#42 is armed for auto-merge by alice: ");
    Rebasing rebasing = new Rebasing(Checkout.open(mine, world.environment()));
    assertThat(rebasing.preview(forge.read(gate.key()), new Expectation.Included()))
        .isInstanceOf(PushPreview.WouldNot.class);
    assertThat(everything(mine)).isEqualTo(was);
  }

  @Test
  @DisplayName("A detached head and a linked worktree are rebased where they are")
  void checkouts() throws Exception {
    mainMoves("m.txt", "main\n");
    Path linked = world.base().resolve("linked worktree");
    world.git(mine, "checkout", "-q", "--detach");
    world.git(mine, "worktree", "add", "-q", linked.toString(), "feature");
    assertThat(action(linked).run(gate).succeeded()).isTrue();
    String after = world.sha(linked, "HEAD");
    assertThat(world.git(linked, "branch", "--show-current")).isEqualTo("feature");
    assertThat(world.sha(mine, "HEAD")).isEqualTo(before);

    world.git(mine, "reset", "-q", "--hard", after);
    String base = mainMoves("n.txt", "main\n");
    assertThat(rebase().succeeded()).isTrue();
    assertThat(world.git(mine, "branch", "--show-current")).isEmpty();
    assertThat(world.sha(mine, "HEAD~1")).isEqualTo(base);
    assertThat(there()).isEqualTo(world.sha(mine, "HEAD"));
    assertThat(world.sha(linked, "HEAD")).isEqualTo(after);
  }

  @Test
  @DisplayName("A fork's pull request: the base comes from upstream, the branch goes to the fork")
  void fork() throws Exception {
    Path fork = world.server("me/app");
    world.git(mine, "push", "-q", fork.toString(), "feature");
    world.git(mine, "remote", "rename", "origin", "upstream");
    forge.forget();
    forge.open("acme/app", 42, "main", "me/app", "feature");
    String base = mainMoves("m.txt", "main\n");
    assertThat(why(rebase())).endsWith("pushes to me/app");
    world.git(mine, "remote", "add", "fork", GitWorld.url("me/app"));
    assertThat(rebase().succeeded()).isTrue();
    assertThat(world.sha(fork, REF + "~1")).isEqualTo(base);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("A shallow clone whose history does not reach the base is told to fetch the rest")
  void shallow() throws Exception {
    mainMoves("m.txt", "main\n");
    world.commit(mine, "c.txt", "second\n");
    world.git(mine, "push", "-q");
    world.git(
        world.base(),
        "clone",
        "-q",
        "--depth=1",
        "-b",
        "feature",
        GitWorld.url("acme/app"),
        "thin");
    RebaseOutcome outcome = action(world.base().resolve("thin")).run(gate);
    assertThat(why(outcome)).contains("do not meet");
    assertThat(((Refused) outcome).nextStep()).contains("git fetch --unshallow");
  }

  @Test
  @DisplayName("Other branches of a stack stay where they are, submodules too")
  void stack() throws Exception {
    world.serverWithMain("acme/library");
    world.git(mine, "branch", "-q", "lower");
    world.git(mine, "submodule", "--quiet", "add", GitWorld.url("acme/library"), "lib");
    world.git(mine, "commit", "-q", "-m", "library");
    world.git(mine, "push", "-q");
    world.commit(mine.resolve("lib"), "inner.txt", "not committed in the outer one\n");
    world.git(mine, "commit", "-q", "-a", "-m", "library changed");
    Files.writeString(mine.resolve("lib/base.txt"), "changed inside\n");
    world.git(mine, "config", "rebase.updateRefs", "true");
    mainMoves("m.txt", "main\n");
    assertThat(rebase().succeeded()).isTrue();
    assertThat(world.sha(mine, "lower")).isEqualTo(before);
    assertThat(Files.readString(mine.resolve("lib/base.txt"))).isEqualTo("changed inside\n");
  }
}
