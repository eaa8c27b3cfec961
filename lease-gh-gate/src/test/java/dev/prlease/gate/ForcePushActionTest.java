package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.FakeForge;
import dev.prlease.gate.git.GitWorld;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Moved;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.Refused;
import dev.prlease.gate.push.PushOutcome.Unknown;
import dev.prlease.gate.push.PushOutcome.UpToDate;
import dev.prlease.gate.push.PushPreview;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.gate.push.Pushing;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pinned pushes, with the real git and servers of this machine that bear a forge's name. */
@Timeout(180)
class ForcePushActionTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String BRANCH = "fix/ümlaut-ß";
  private static final String REF = "refs/heads/" + BRANCH;

  private final GitWorld world;
  private final Path server;
  private final Path mine;
  private final FakeForge forge = new FakeForge();
  private final FakeGate gate = new FakeGate(LONG);
  private final List<String> certified = new ArrayList<>();
  private final String before;

  ForcePushActionTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner")));
    server = world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.git(mine, "switch", "-q", "-c", BRANCH);
    world.commit(mine, "a.txt", "first\n");
    world.git(mine, "push", "-q", "-u", "origin", BRANCH);
    before = world.sha(mine, "HEAD");
    forge.open("acme/app", 42, "main", "acme/app", BRANCH);
  }

  private String amend(Path checkout, String text) throws IOException {
    Files.writeString(checkout.resolve("a.txt"), text);
    world.git(checkout, "commit", "-q", "-a", "--amend", "-m", text);
    return world.sha(checkout, "HEAD");
  }

  private PushOutcome push(String... words) throws InterruptedException {
    return pushFrom(mine, words);
  }

  private PushOutcome pushFrom(Path checkout, String... words) throws InterruptedException {
    return pushWith(world.environment(), checkout, words);
  }

  private PushOutcome pushWith(Map<String, String> environment, Path checkout, String... words)
      throws InterruptedException {
    return action(environment, checkout, PushRequest.parse(List.of(words))).run(gate);
  }

  private ForcePushAction action(
      Map<String, String> environment, Path checkout, PushRequest request) {
    return new ForcePushAction(
        Checkout.open(checkout, environment), request, forge, certified::add);
  }

  private String there() {
    return world.sha(server, REF);
  }

  private static String why(PushOutcome outcome) {
    assertThat(outcome).isInstanceOf(Refused.class);
    return ((Refused) outcome).why();
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
    assertThat(certified).containsExactly(after);
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
    Pushing pushing = new Pushing(Checkout.open(mine, world.environment()), certified::add);
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
    assertThat(certified).isEmpty();
  }

  @Test
  @DisplayName(
      "What is there already is no push, but handed on: an answer may have been lost before")
  void upToDate() throws Exception {
    assertThat(push()).isEqualTo(new UpToDate(before, Optional.empty()));
    assertThat(certified).containsExactly(before);
    String after = amend(mine, "second\n");
    world.git(mine, "push", "-q", "--force");
    assertThat(push("--expect", before)).isEqualTo(new UpToDate(after, Optional.empty()));
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
              forge,
              commit -> {});
      both.add(CompletableFuture.supplyAsync(() -> run(action)));
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

  private String pushedByAnother(String text) {
    Path theirs = world.clone("acme/app", "theirs");
    world.git(theirs, "switch", "-q", BRANCH);
    String commit = world.commit(theirs, "b.txt", text);
    world.git(theirs, "push", "-q", "origin", BRANCH);
    return commit;
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
    assertThat(certified).isEmpty();
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
    gate.whenAsserted(() -> theirs.add(pushedByAnother("theirs\n")));
    assertThat(push())
        .isInstanceOfSatisfying(
            Moved.class,
            moved -> {
              assertThat(moved.expected()).isEqualTo(before);
              assertThat(moved.found()).contains(theirs.get(0));
            });
    world.git(server, "update-ref", REF, before);
    gate.whenAsserted(() -> world.git(server, "update-ref", "-d", REF));
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
    assertThat(certified).isEmpty();
  }

  @Test
  @DisplayName("What is pushed is what was looked at, though the local branch goes on")
  void localBranchMoves() throws Exception {
    String shown = amend(mine, "second\n");
    gate.whenAsserted(() -> world.commit(mine, "late.txt", "late\n"));
    assertThat(push()).isEqualTo(new Pushed(before, shown, Optional.empty()));
    assertThat(there()).isEqualTo(shown);
  }

  @Test
  @DisplayName("L55 The destination is worked out from refspec and configuration, never assumed")
  void destination() throws Exception {
    String after = amend(mine, "second\n");
    world.git(mine, "config", "push.default", "upstream");
    world.git(mine, "config", "branch." + BRANCH + ".merge", "refs/heads/main");
    for (String[] words : new String[][] {{}, {"origin"}, {"origin", BRANCH}}) {
      assertThat(why(push(words))).startsWith("this would move refs/heads/main, and not " + REF);
    }
    assertThat(why(push("origin", "HEAD:refs/for/main"))).contains("move refs/for/main, and not");
    assertThat(why(push("origin", BRANCH + ":main"))).contains("move refs/heads/main, and not");
    assertThat(why(push("origin", "HEAD:new"))).contains("move refs/heads/new, and not");
    assertThat(why(push("origin", ":" + BRANCH))).contains("would delete " + REF);
    assertThat(why(push("origin", "nonsense"))).contains("nonsense does not match any");
    assertThat(why(push("nowhere"))).contains("git would not push");
    assertThat(there()).isEqualTo(before);
    assertThat(push("origin", "+HEAD:" + REF)).isInstanceOf(Pushed.class);
    world.git(mine, "config", "branch." + BRANCH + ".merge", REF);
    world.git(mine, "config", "push.default", "simple");
    world.git(mine, "switch", "-q", "-c", "local");
    world.git(mine, "config", "remote.origin.push", "refs/heads/local:" + REF);
    String third = amend(mine, "third\n");
    assertThat(push()).isEqualTo(new Pushed(after, third, Optional.empty()));
  }

  @Test
  @DisplayName("Tags and several refspecs: nothing but the pull request's branch may move")
  void severalRefspecs() throws Exception {
    String after = amend(mine, "second\n");
    world.git(mine, "tag", "-a", "-m", "one", "v1");
    world.git(mine, "branch", "-q", "another");
    assertThat(why(push("origin", "v1"))).startsWith("this would move refs/tags/v1, and not");
    assertThat(why(push("origin", BRANCH, "v1")))
        .startsWith("this would move refs/tags/v1 besides");
    assertThat(why(push("origin", "refs/heads/*"))).contains("refs/heads/another besides");
    assertThat(why(push("origin", BRANCH, "another:" + REF))).contains("git would not push");
    world.git(mine, "branch", "-q", "-D", "another");
    world.git(mine, "config", "push.followTags", "true");
    assertThat(push("origin", "+refs/heads/*:refs/heads/*"))
        .isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(world.git(server, "tag")).isEmpty();
    // A tag's commit may be what a branch is set to.
    amend(mine, "third\n");
    assertThat(push("origin", "v1:" + BRANCH)).isEqualTo(new UpToDate(after, Optional.empty()));
  }

  @Test
  @DisplayName("A detached head, a linked worktree, a shallow clone")
  void checkouts() throws Exception {
    Path linked = world.base().resolve("linked worktree");
    world.git(mine, "checkout", "-q", "--detach");
    world.git(mine, "worktree", "add", "-q", linked.toString(), BRANCH);
    String second = amend(linked, "second\n");
    assertThat(pushFrom(linked)).isEqualTo(new Pushed(before, second, Optional.empty()));

    assertThat(why(push())).contains("You are not currently on a branch");
    world.git(mine, "reset", "-q", "--hard", second);
    String third = amend(mine, "third\n");
    assertThat(push("origin", "HEAD:" + BRANCH))
        .isEqualTo(new Pushed(second, third, Optional.empty()));

    world.git(
        world.base(), "clone", "-q", "--depth=1", "-b", BRANCH, GitWorld.url("acme/app"), "thin");
    Path thin = world.base().resolve("thin");
    String fourth = amend(thin, "fourth\n");
    assertThat(pushFrom(thin)).isEqualTo(new Pushed(third, fourth, Optional.empty()));
    assertThat(world.git(thin, "rev-parse", "--is-shallow-repository")).isEqualTo("true");
  }

  @Test
  @DisplayName("In a hook's environment the directory says which repository is meant")
  void hookEnvironment() throws Exception {
    String after = amend(mine, "second\n");
    Path theirs = world.clone("acme/app", "theirs");
    Map<String, String> hook = new HashMap<>(world.environment());
    hook.put("GIT_DIR", theirs.resolve(".git").toString());
    hook.put("GIT_INDEX_FILE", theirs.resolve(".git/index").toString());
    assertThat(pushWith(hook, mine)).isEqualTo(new Pushed(before, after, Optional.empty()));
  }

  @Test
  @DisplayName(
      "pushurl leads to a fork: its pull request's branch is there; two of them are refused")
  void pushUrl() throws Exception {
    Path fork = world.server("me/app");
    world.git(mine, "push", "-q", fork.toString(), BRANCH);
    String after = amend(mine, "second\n");
    world.git(mine, "config", "remote.origin.pushurl", "ssh://git@ssh.github.com/me/app.git");
    world.git(mine, "config", "url.git@github.com:.insteadOf", "ssh://git@ssh.github.com/");
    assertThat(why(push()))
        .isEqualTo("origin pushes to me/app, and the branch of acme/app#42 is in acme/app");
    forge.forget();
    forge.open("acme/app", 42, "main", "me/app", BRANCH);
    assertThat(push()).isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(world.sha(fork, REF)).isEqualTo(after);
    assertThat(there()).isEqualTo(before);

    String secret = "https://x:hunter2hunter2@github.com/";
    world.git(mine, "config", "--add", "url.git@github.com:.insteadOf", secret);
    assertThat(why(push(secret + "acme/app", BRANCH)))
        .startsWith("https://github.com/acme/app pushes to acme/app, and the branch of");

    amend(mine, "third\n");
    world.git(mine, "config", "--add", "remote.origin.pushurl", GitWorld.url("acme/app"));
    assertThat(why(push())).startsWith("origin has several URLs to push to");
    assertThat(push(GitWorld.url("me/app"), BRANCH)).isInstanceOf(Pushed.class);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("What leads to no forge, and a pull request that is over or homeless, are refused")
  void refusals() throws Exception {
    amend(mine, "second\n");
    assertThat(why(push(server.toString(), BRANCH))).contains("leads to no repository of a forge");
    forge.forget();
    forge.open("acme/app", 42, "main", "", BRANCH);
    assertThat(why(push())).contains("the repository of acme/app#42's branch is gone");
    forge.forget();
    forge.close(forge.open("acme/app", 42, "main", "acme/app", BRANCH));
    assertThat(why(push())).isEqualTo("acme/app#42 is closed");
    world.git(mine, "remote", "remove", "origin");
    forge.forget();
    forge.open("acme/app", 42, "main", "acme/app", BRANCH);
    assertThat(why(push())).isEqualTo("there is no remote that git would push to");
    assertThat(there()).isEqualTo(before);
  }

  private void hook(Path repository, String name, String script) throws IOException {
    Path file = repository.resolve("hooks").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    GitWorld.executable(file);
  }

  @Test
  @DisplayName("The server's rules are told in its own words, without secrets")
  void serverRefuses() throws Exception {
    amend(mine, "second\n");
    hook(server, "update", "echo \"GH006: Protected branch; key $BOT_TOKEN\" >&2; exit 1");
    Map<String, String> secret = world.environmentWith("BOT_TOKEN", "hunter2hunter2");
    assertThat(why(pushWith(secret, mine)))
        .startsWith("acme/app refused to move " + REF + " (hook declined): GH006: Protected branch")
        .doesNotContain("hunter2");
    assertThat(there()).isEqualTo(before);
    assertThat(certified).isEmpty();
  }

  @Test
  @DisplayName("The repository's own pre-push hook runs, finds the lease, and may refuse")
  void prePushHook() throws Exception {
    String after = amend(mine, "second\n");
    hook(
        mine.resolve(".git"),
        "pre-push",
        "printf '%s %s' \"$PRLEASE_KEY\" \"$1\" >seen; cat >>seen; [ ! -e no ] || { echo not now >&2; exit 1; }");
    Files.writeString(mine.resolve("no"), "");
    assertThat(why(push())).contains("not now");
    assertThat(there()).isEqualTo(before);
    Files.delete(mine.resolve("no"));
    assertThat(push()).isInstanceOf(Pushed.class);
    assertThat(Files.readString(mine.resolve("seen")))
        .isEqualTo("acme/app#42 origin" + after + " " + after + " " + REF + " " + before + "\n");
  }

  @Test
  @DisplayName("An answer that is lost: where the branch is decides; if it is not there, unknown")
  void lostAnswer() throws Exception {
    String after = amend(mine, "second\n");
    hook(server, "post-receive", "kill -9 $PPID");
    assertThat(push()).isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(certified).containsExactly(after);

    amend(mine, "third\n");
    hook(server, "pre-receive", "kill -9 $PPID");
    assertThat(push())
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(unknown.found()).contains(after);
              assertThat(unknown.nextStep()).contains("may still land");
            });
    assertThat(certified).containsExactly(after);
  }

  @Test
  @DisplayName("A record that cannot be written is told, and the push is a push all the same")
  void unrecorded() throws Exception {
    String after = amend(mine, "second\n");
    NotOwnerException lost = NotOwnerException.none(gate.key(), gate.session());
    ForcePushAction action =
        new ForcePushAction(
            Checkout.open(mine, world.environment()),
            PushRequest.parse(List.of()),
            forge,
            commit -> {
              throw lost;
            });
    PushOutcome outcome = action.run(gate);
    assertThat(outcome).isEqualTo(new Pushed(before, after, Optional.of(lost)));
    assertThat(action.outcome(outcome).details()).containsEntry("unrecorded", lost.getMessage());
  }

  @Test
  @DisplayName("A lease that is over, or not ours any more, pushes nothing")
  void over() throws Exception {
    amend(mine, "second\n");
    gate.refuse(NotOwnerException.none(gate.key(), gate.session()));
    assertThatThrownBy(this::push).isInstanceOf(NotOwnerException.class);
    // Not even the forge is asked, which here knows nothing.
    forge.forget();
    FakeGate past = new FakeGate(Duration.ofSeconds(-1));
    assertThatThrownBy(
            () -> action(world.environment(), mine, PushRequest.parse(List.of())).run(past))
        .isInstanceOf(LeaseExpiredException.class);
    ForcePushAction action = action(world.environment(), mine, PushRequest.parse(List.of()));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> action.run(gate)).isInstanceOf(InterruptedException.class);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("A loss that is told while git is being started ends it")
  void earlyLoss() throws Exception {
    amend(mine, "second\n");
    world.beforeServing("git-receive-pack", "exec sleep 1000");
    gate.afterDeadlineAsked(gate::tellLoss);
    assertThatThrownBy(this::push).isInstanceOf(LeaseExpiredException.class);
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("A git that was not started is started again, once; then it is told")
  void notStarted() throws Exception {
    String after = amend(mine, "second\n");
    Path bin = Files.createDirectory(world.base().resolve("bin"));
    String path = world.environment().getOrDefault("PATH", "");
    Path tries = world.base().resolve("tries");
    Files.writeString(
        bin.resolve("git"),
        "#!/bin/sh\ncase \"$*\" in *--force-with-lease*) echo x >>'"
            + tries
            + "'; [ $(wc -l <'"
            + tries
            + "') -gt $FAILURES ] || exit 125;; esac\nPATH='"
            + path
            + "' exec git \"$@\"\n");
    GitWorld.executable(bin.resolve("git"));
    Map<String, String> failing = new HashMap<>(world.environment());
    failing.put("PATH", bin + ":" + path);
    failing.put("FAILURES", "2");
    assertThat(why(pushWith(failing, mine))).endsWith("git was not started");
    assertThat(tries).hasContent("x\nx");
    Files.delete(tries);
    failing.put("FAILURES", "1");
    assertThat(pushWith(failing, mine)).isEqualTo(new Pushed(before, after, Optional.empty()));
  }

  @Test
  @DisplayName("Submodules are not pushed along; what git would push along must be there already")
  void submodules() throws Exception {
    Path library = world.serverWithMain("acme/library");
    world.git(mine, "submodule", "--quiet", "add", GitWorld.url("acme/library"), "lib");
    world.git(mine, "commit", "-q", "-m", "library");
    String second = world.sha(mine, "HEAD");
    assertThat(push()).isEqualTo(new Pushed(before, second, Optional.empty()));
    String libraryBefore = world.sha(library, "main");
    String inner = world.commit(mine.resolve("lib"), "l.txt", "changed\n");
    world.git(mine, "commit", "-q", "-a", "-m", "library changed");
    world.git(mine, "config", "push.recurseSubmodules", "on-demand");
    assertThat(why(push())).contains("not be found on any remote");
    assertThat(world.sha(library, "main")).isEqualTo(libraryBefore);
    assertThat(there()).isEqualTo(second);

    // The submodule is a checkout of its own, with pull requests of its own.
    forge.forget();
    forge.open("acme/app", 42, "main", "acme/library", "main");
    assertThat(pushFrom(mine.resolve("lib")))
        .isEqualTo(new Pushed(libraryBefore, inner, Optional.empty()));
  }

  @Test
  @DisplayName("A missing credential is an error at once: nobody is asked")
  void noPrompt() throws Exception {
    amend(mine, "second\n");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> refuse(server));
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/acme/app";
      Map<String, String> direct = new HashMap<>(world.environment());
      direct.put("NO_PROXY", "127.0.0.1");
      direct.put("no_proxy", "127.0.0.1");
      assertThat(why(pushWith(direct, mine, url, BRANCH))).contains("terminal prompts disabled");
      assertThat(answers).isNotCompletedExceptionally();
    }
  }

  /** Answers every request with the wish for a password, until the socket is closed. */
  private static void refuse(ServerSocket server) {
    String answer =
        """
        HTTP/1.1 401 Unauthorized\r
        WWW-Authenticate: Basic realm="here"\r
        Content-Length: 0\r
        Connection: close\r
        \r
        """;
    try {
      while (true) {
        try (Socket client = server.accept()) {
          BufferedReader request =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
          for (String line = request.readLine(); line != null && !line.isEmpty(); ) {
            line = request.readLine();
          }
          client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException closed) {
      // The test has seen enough.
    }
  }

  @Test
  @DisplayName("The actions are found by their names; wrong words are refused in one clear line")
  void providers() {
    Map<String, GatedActionProvider> found =
        ServiceLoader.load(GatedActionProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .collect(Collectors.toMap(GatedActionProvider::name, each -> each));
    GatedActionProvider push = Optional.ofNullable(found.get("force-push")).orElseThrow();
    GatedActionProvider rebase = Optional.ofNullable(found.get("rebase")).orElseThrow();
    assertThat(push.create(List.of("origin", "HEAD"), Map.of()).name()).isEqualTo("force-push");
    assertThat(rebase.create(List.of("--expect", before), Map.of()).name()).isEqualTo("rebase");
    assertThatThrownBy(() -> push.create(List.of("--all"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--all is refused: ");
    assertThatThrownBy(() -> rebase.create(List.of("origin"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rebase takes nothing but --expect COMMIT");
  }
}
