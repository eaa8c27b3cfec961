package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.UpToDate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a push goes: worked out by git, and compared with where the pull request's branch is. */
final class PushDestinationTest extends PushingTest {
  PushDestinationTest(@TempDir Path temporary) throws IOException {
    super(temporary);
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
}
