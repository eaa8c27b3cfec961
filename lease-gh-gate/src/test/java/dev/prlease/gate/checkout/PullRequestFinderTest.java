package dev.prlease.gate.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of which pull request a branch is; with the real git's configuration. */
@Timeout(120)
class PullRequestFinderTest {
  private final GitWorld world;
  private final Path app;
  private final FakeForge forge = new FakeForge();

  PullRequestFinderTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(temporary);
    app = world.base().resolve("app");
    world.git(world.base(), "init", "-q", app.toString());
    world.commit(app, "a.txt", "a\n");
    world.git(app, "remote", "add", "origin", "git@github.com:acme/app.git");
  }

  private void config(String name, String value) {
    world.git(app, "config", name, value);
  }

  private void on(String branch) {
    world.git(app, "switch", "-q", "-C", branch);
  }

  private String destination() {
    return Checkout.open(app, world.environment())
        .destination()
        .map(Object::toString)
        .orElse("nowhere");
  }

  private String found() {
    BranchPullRequest answer = Checkout.open(app, world.environment()).pullRequest(forge);
    if (answer instanceof BranchPullRequest.Found found) {
      return found.pullRequest().key().toString();
    }
    if (answer instanceof BranchPullRequest.None none) {
      return none.why() + ". " + none.nextStep();
    }
    return ((BranchPullRequest.Several) answer).nextStep();
  }

  @Test
  @DisplayName("One, none, or several: each a clear answer")
  void answers() {
    on("feature");
    assertThat(found())
        .isEqualTo(
            "no pull request is open for feature of acme/app. "
                + "Name the pull request: --pr N; or open it: gh pr create.");
    forge.open("acme/app", 7, "main", "acme/app", "feature");
    forge.open("acme/app", 8, "main", "acme/app", "other");
    assertThat(found()).isEqualTo("acme/app#7");
    forge.open("acme/app", 9, "release", "acme/app", "feature");
    assertThat(found())
        .isEqualTo(
            "Name the one that is meant: acme/app#7 (into main), acme/app#9 (into release).");
  }

  @Test
  @DisplayName("On no branch there is none; without a remote that leads to a forge, an error")
  void nothing() {
    world.git(app, "checkout", "-q", "--detach");
    assertThat(destination()).isEqualTo("nowhere");
    assertThat(found()).contains("no branch is checked out").contains("--pr N");
    on("feature");
    world.git(app, "remote", "set-url", "origin", "/srv/git/app");
    assertThatThrownBy(this::found).isInstanceOf(CheckoutException.class);
  }

  @Test
  @DisplayName("L55 A branch started from origin/main is not of the pull request of main")
  void startedFromMain() {
    on("feature");
    config("branch.feature.remote", "origin");
    config("branch.feature.merge", "refs/heads/main");
    forge.open("acme/app", 1, "production", "acme/app", "main");
    assertThat(found()).startsWith("no pull request is open for feature of acme/app.");
    forge.open("acme/app", 7, "main", "acme/app", "feature");
    assertThat(found()).isEqualTo("acme/app#7");
    // Whatever the other side's default branch is called.
    config("branch.feature.merge", "refs/heads/trunk");
    forge.open("acme/app", 2, "production", "acme/app", "trunk");
    assertThat(found()).contains("acme/app#7 (into main), acme/app#2");
    world.git(app, "update-ref", "refs/remotes/origin/trunk", "HEAD");
    world.git(app, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    assertThat(found()).isEqualTo("acme/app#7");
    // Unless git would push there.
    assertThat(destination()).isEqualTo("feature of acme/app");
    config("push.default", "upstream");
    assertThat(destination()).isEqualTo("trunk of acme/app");
    assertThat(found()).isEqualTo("acme/app#2");
  }

  @Test
  @DisplayName("A branch may have another name over there: upstream, push.default, remote.<n>.push")
  void otherName() {
    on("local");
    config("branch.local.remote", "origin");
    config("branch.local.merge", "refs/heads/there");
    forge.open("acme/app", 7, "main", "acme/app", "there");
    assertThat(found()).isEqualTo("acme/app#7");
    config("branch.local.merge", "refs/heads/local");
    forge.open("acme/app", 8, "main", "acme/app", "me/local");
    config("remote.origin.push", "refs/heads/*:refs/heads/me/*");
    assertThat(found()).isEqualTo("acme/app#8");
  }

  @Test
  @DisplayName("A branch of a fork, pushed by pushRemote, pushDefault or pushurl")
  void fork() {
    on("feature");
    world.git(app, "remote", "add", "mine", "git@github.com:me/app.git");
    forge.open("acme/app", 7, "main", "me/app", "feature");
    assertThat(found()).startsWith("no pull request");
    config("remote.pushDefault", "mine");
    assertThat(found()).isEqualTo("acme/app#7");
    config("branch.feature.pushRemote", "origin");
    assertThat(found()).startsWith("no pull request");
    assertThat(destination()).isEqualTo("feature of acme/app");
    config("branch.feature.pushRemote", "https://token@github.com/me/app");
    assertThat(destination()).isEqualTo("feature of me/app");
    assertThat(found()).isEqualTo("acme/app#7");
    world.git(app, "config", "--unset", "branch.feature.pushRemote");
    world.git(app, "config", "--unset", "remote.pushDefault");
    config("remote.origin.pushurl", "git@github.com:me/app.git");
    assertThat(found()).isEqualTo("acme/app#7");
    // The fork has one of its own too: the base's counts.
    forge.open("me/app", 1, "main", "me/app", "feature");
    assertThat(found()).isEqualTo("acme/app#7");
  }

  @Test
  @DisplayName("What gh pr checkout made: of a fork's default branch, and by refs/pull/N/head")
  void madeByGh() {
    on("you-main");
    config("branch.you-main.remote", "https://github.com/you/app.git");
    config("branch.you-main.pushRemote", "https://github.com/you/app.git");
    config("branch.you-main.merge", "refs/heads/main");
    forge.open("acme/app", 7, "main", "you/app", "main");
    assertThat(found()).isEqualTo("acme/app#7");

    on("pr/8");
    config("branch.pr/8.remote", "origin");
    config("branch.pr/8.merge", "refs/pull/8/head");
    assertThatThrownBy(this::found)
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("acme/app#8");
    forge.open("acme/app", 8, "main", "you/app", "main");
    assertThat(found()).isEqualTo("acme/app#8");
    for (String merge : new String[] {"refs/pull/08/head", "refs/pull//head", "refs/pull/head"}) {
      config("branch.pr/8.merge", merge);
      assertThat(found()).startsWith("no pull request is open for pr/8 of acme/app");
    }
  }

  @Test
  @DisplayName("A branch that follows another one here goes where branches usually go")
  void followsLocal() {
    on("feature");
    config("branch.feature.remote", ".");
    config("branch.feature.merge", "refs/heads/main");
    forge.open("acme/app", 7, "main", "acme/app", "feature");
    assertThat(found()).isEqualTo("acme/app#7");
  }
}
