package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.guard.Verdict.Certainty;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guard says of commands, in a world that the test makes. */
class GuardTest {
  private final FakeLookups world = new FakeLookups();

  private Verdict judge(String command) {
    return new Guard(world).judge(Commands.scanner().scan(command, Commands.HERE));
  }

  private void assertDenied(String command, String key, Certainty certainty) {
    assertThat(judge(command))
        .as(command)
        .isInstanceOfSatisfying(
            Verdict.Deny.class,
            deny -> {
              assertThat(deny.held().key()).isEqualTo(LeaseKey.parse(key));
              assertThat(deny.certainty()).isEqualTo(certainty);
            });
  }

  private void assertPasses(String command) {
    assertThat(judge(command)).as(command).isInstanceOf(Verdict.NoOpinion.class);
  }

  /** acme/app#7 is of branch f and held by another session. */
  private void foreignLease() {
    world.hold("acme/app#7", "them");
    world.branch(new RepositoryId("github.com", "acme/app"), "f", "acme/app#7");
  }

  @Test
  @DisplayName("Without a lease of another session nobody is asked anything")
  void noLease() {
    assertPasses("git push -f origin f && gh pr merge 7");
    world.hold("acme/app#7", "us");
    assertPasses("git push -f origin f && gh pr merge 7");
    assertThat(world.asked).isEmpty();
  }

  @Test
  @DisplayName("L55 A push is judged by the branch that it moves over there")
  void destination() {
    foreignLease();
    assertDenied("git push origin f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin HEAD:f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin x:refs/heads/f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin :f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin --delete f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin a b +f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push https://github.com/acme/app f", "acme/app#7", Certainty.KNOWN);
    assertPasses("git push origin f:g");
    assertPasses("git push origin main");
    assertPasses("git push origin v1 --tags");
    assertPasses("git push --tags");
    assertPasses("git push origin f:refs/tags/f");
    assertPasses("git push origin refs/notes/x");
    assertPasses("git push -n origin f");
  }

  @Test
  @DisplayName("Without a refspec it is the branch that is checked out")
  void current() {
    foreignLease();
    world.site.branch = Optional.of("f");
    assertDenied("git push", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin HEAD", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin \"$(git branch --show-current)\"", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge --squash", "acme/app#7", Certainty.KNOWN);
    world.site.branch = Optional.of("g");
    assertPasses("git push");
    assertPasses("git push origin HEAD");
    assertPasses("gh pr merge --squash");
  }

  @Test
  @DisplayName("L55 A branch that tracks another one over there moves that one")
  void tracking() {
    foreignLease();
    world.site.branch = Optional.of("local");
    world.site.usual = Optional.of(List.of("f"));
    assertDenied("git push", "acme/app#7", Certainty.KNOWN);
    world.site.usual = Optional.empty();
    assertDenied("git push", "acme/app#7", Certainty.POSSIBLE);
  }

  @Test
  @DisplayName("L55 A branch that is named moves what the configuration maps it to")
  void mapped() {
    foreignLease();
    world.site.targets.put("local", List.of("refs/heads/f"));
    world.site.targets.put("f", List.of("refs/for/f"));
    assertDenied("git push origin local", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin refs/heads/local", "acme/app#7", Certainty.KNOWN);
    assertPasses("git push origin f");
    assertDenied("git push origin +f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin f:f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push origin --delete f", "acme/app#7", Certainty.KNOWN);
    assertPasses("git push origin +local");
  }

  @Test
  @DisplayName("A lease that cannot be read may be anybody's")
  void unreadable() {
    world.unreadable.add(LeaseKey.parse("acme/app#7"));
    world.branch(new RepositoryId("github.com", "acme/app"), "f", "acme/app#7");
    assertDenied("git push origin f", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertPasses("gh pr merge 8");
    assertPasses("git push origin g");
    assertThat(judge("gh pr merge 7"))
        .isInstanceOfSatisfying(
            Verdict.Deny.class,
            deny ->
                assertThat(String.join("\n", Denial.lines(deny, Instant.EPOCH, "")))
                    .contains("cannot be read", "prlease doctor")
                    .doesNotContain("adopt"));
  }

  @Test
  @DisplayName("What prlease run starts has its own pull request's lease, and no other")
  void ownRun() {
    foreignLease();
    world.hold("acme/app#9", "them");
    world.branch(new RepositoryId("github.com", "acme/app"), "nine", "acme/app#9");
    world.site.branch = Optional.of("f");
    assertPasses("prlease run --pr 9 -- gh pr merge 9");
    assertPasses("prlease run --pr=9 --wait 10m -- git push origin nine");
    assertPasses("prlease run --key acme/app#9 -- bash -c 'git push origin nine'");
    assertPasses("prlease run --repo acme/app --pr 9 -- gh pr merge 9");
    assertPasses("prlease do exec 9 -- gh pr merge 9");
    assertPasses("prlease run -- git push");
    assertPasses("prlease run -- gh pr merge --squash");
    assertDenied("prlease run --pr 9 -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("prlease run --pr 9 -- git push origin f", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "prlease run --repo other/app --pr 9 -- gh pr merge 9", "acme/app#9", Certainty.KNOWN);
    assertDenied("prlease run --pr $N -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("prlease run -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("prlease do exec 9 -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertPasses("prlease run --pr 9 -- make && prlease merge 7");
  }

  @Test
  @DisplayName("A remote that is not there yet may be any, and one made on the way is what it is")
  void remotesToCome() {
    foreignLease();
    assertDenied("git push x HEAD:f", "acme/app#7", Certainty.KNOWN);
    assertDenied("git push x $B", "acme/app#7", Certainty.POSSIBLE);
    assertPasses("git push x HEAD:g");
    String made = "cd /elsewhere && git init && git remote add x ";
    assertDenied(
        made + "https://github.com/acme/app.git && git push x f", "acme/app#7", Certainty.KNOWN);
    assertDenied(made + "\"$U\" && git push x f", "acme/app#7", Certainty.POSSIBLE);
    assertPasses(made + "https://github.com/other/thing && git push x f");
    world.site.branch = Optional.of("f");
    assertDenied("find . -name x -exec git push \\;", "acme/app#7", Certainty.KNOWN);
    assertDenied("git config alias.zz 'push --force'; git zz", "acme/app#7", Certainty.KNOWN);
  }

  @Test
  @DisplayName("A run whose lease is in another store has none that anybody here heeds")
  void runElsewhere() {
    foreignLease();
    world.variables.put("PRLEASE_HOME", "/home/u/p");
    world.variables.put("HOME", "/home/u");
    assertDenied(
        "prlease run --store file:/x --pr 7 -- git push origin f", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "prlease run --pr 7 --store=file:/x -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "prlease do exec 7 --store file:/x -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    for (String before :
        List.of(
            "PRLEASE_HOME=/x ",
            "PRLEASE_STORE=file:/x ",
            "HOME=/x ",
            "env PRLEASE_HOME=/x ",
            "export PRLEASE_HOME=/x; ",
            "unset PRLEASE_HOME; ",
            "env -i ",
            "env -u PRLEASE_HOME ",
            "PRLEASE_HOME=$D ",
            "prlease run --store file:/x --pr 1 -- ")) {
      assertDenied(before + "prlease run --pr 7 -- gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    }
    world.site.branch = Optional.of("f");
    assertDenied("PRLEASE_HOME=/x prlease run -- git push", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "PRLEASE_HOME=/x prlease run --pr 7 -- env -u PRLEASE_HOME git push",
        "acme/app#7",
        Certainty.KNOWN);
    assertPasses("prlease run --store file:/ours --pr 7 -- gh pr merge 7");
    assertPasses("PRLEASE_HOME=/home/u/p HOME=/home/u prlease run --pr 7 -- gh pr merge 7");
    assertPasses("PRLEASE_STORE=file:/ours prlease run --pr 7 -- gh pr merge 7");
    assertPasses("prlease run --pr 7 -- env PRLEASE_HOME=/x gh pr merge 7");
  }

  @Test
  @DisplayName("A request goes to the host that gh was told, or may go to any")
  void requestsToHosts() {
    world.hold("ghe.example.com/acme/app#7", "them");
    world.site.remotes.put("origin", new RepositoryId("ghe.example.com", "acme/app"));
    world.site.branch = Optional.of("f");
    world.branch(
        new RepositoryId("ghe.example.com", "acme/app"), "f", "ghe.example.com/acme/app#7");
    List<String> requests =
        List.of(
            "-X DELETE repos/acme/app/git/refs/heads/f",
            "-X DELETE repos/acme/app/git/refs/heads%2Ff",
            "-X PATCH repos/acme/app/git/refs/heads/f -f sha=0 -F force=true",
            "repos/acme/app/merges -f base=f -f head=main",
            "repos/acme/app/merge-upstream -f branch=f",
            "-X PUT repos/acme/app/contents/f.txt -f branch=f",
            "-X DELETE repos/{owner}/{repo}/git/refs/heads/{branch}",
            "-X PUT repos/acme/app/pulls/7/merge");
    for (String host : List.of("ghe.example.com", "")) {
      world.variables.put("GH_HOST", host);
      for (String request : requests) {
        assertDenied("gh api " + request, "ghe.example.com/acme/app#7", Certainty.KNOWN);
        assertDenied(
            "cd /elsewhere; GH_HOST=$H GH_REPO=acme/app gh api " + request.replace("{branch}", "f"),
            "ghe.example.com/acme/app#7",
            Certainty.KNOWN);
      }
    }
    assertDenied(
        "curl -X DELETE https://ghe.example.com/api/v3/repos/acme/app/git/refs/heads/f",
        "ghe.example.com/acme/app#7",
        Certainty.KNOWN);
    assertDenied(
        "gh api -X DELETE repos/acme/app/git/refs/heads/$B",
        "ghe.example.com/acme/app#7",
        Certainty.POSSIBLE);
    assertPasses("GH_HOST=other.example.com gh api -X DELETE repos/acme/app/git/refs/heads/f");
    assertPasses("gh api --hostname other.example.com -X DELETE repos/acme/app/git/refs/heads/f");
    assertPasses("curl -X DELETE https://api.github.com/repos/acme/app/git/refs/heads/f");
    assertPasses("gh api -X DELETE repos/acme/app/git/refs/heads/g");
    assertPasses("gh api -X DELETE repos/acme/app/git/refs/tags/f");
    assertPasses("gh api -X DELETE repos/acme/other/git/refs/heads/f");
    assertPasses("gh api -X DELETE 'repos/acme/a b/git/refs/heads/f'");
  }

  @Test
  @DisplayName("A push that the command line configures is judged by what can be known of that")
  void configured() {
    foreignLease();
    assertDenied("git -c remote.origin.pushurl=$U push origin g", "acme/app#7", Certainty.POSSIBLE);
    assertDenied(
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=push.default GIT_CONFIG_VALUE_0=x git push origin g",
        "acme/app#7",
        Certainty.POSSIBLE);
    assertPasses("git -c user.name=\"$N\" push origin g");
    assertPasses("git -c push.default=current push origin g");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git push --all", "git push --mirror", "git push origin :",
            "git push origin 'refs/heads/*'",
        "git push origin $B", "git push $ARGS", "git push origin HEAD:$B", "git push $R main",
        "git push 'unclosed", "echo 'git push' | sh", "git $V push", "cd $D && git push"
      })
  @DisplayName("What cannot be told is denied while a lease of another could be hit")
  void unclear(String command) {
    assertPasses(command);
    world.hold("acme/app#7", "us");
    assertPasses(command);
    foreignLease();
    assertDenied(command, "acme/app#7", Certainty.POSSIBLE);
  }

  @Test
  @DisplayName("A lease elsewhere keeps nobody from anything here, and no forge is asked")
  void elsewhere() {
    world.hold("other/thing#7", "them");
    assertPasses("git push origin f");
    assertPasses("git push origin $B");
    assertPasses("gh pr merge 7");
    assertPasses("gh pr merge $N");
    assertPasses("echo 'git push' | sh");
    assertThat(world.asked).isEmpty();
  }

  @Test
  @DisplayName("A branch of a fork is of the pull request that it was opened from")
  void fork() {
    world.hold("acme/app#9", "them");
    world.site.remotes.put("me", new RepositoryId("github.com", "me/app"));
    world.branch(new RepositoryId("github.com", "me/app"), "f", "acme/app#9");
    assertDenied("git push me f", "acme/app#9", Certainty.KNOWN);
    assertDenied("git push https://github.com/me/app f", "acme/app#9", Certainty.KNOWN);
    assertPasses("git push origin f");
    assertPasses("git push me g");
    world.site.remotes.remove("me");
    assertDenied("git push https://github.com/me/app f", "acme/app#9", Certainty.KNOWN);
  }

  @Test
  @DisplayName("A pull request is found by number, address and branch")
  void pullRequests() {
    foreignLease();
    assertDenied("gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge '#7'", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge f", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge me:f", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "gh pr merge https://github.com/Acme/App/pull/7/files", "acme/app#7", Certainty.KNOWN);
    assertDenied("cd /tmp && gh pr merge -R acme/app 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge -R Acme/App 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("GH_REPO=acme/app gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr close 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge --admin 7", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh api -X PUT repos/acme/app/pulls/7/merge", "acme/app#7", Certainty.KNOWN);
    assertDenied(
        "curl -X PUT https://api.github.com/repos/acme/app/pulls/7/merge",
        "acme/app#7",
        Certainty.KNOWN);
    assertDenied(
        "gh api -X PATCH repos/acme/app/git/refs/heads/f -f sha=0", "acme/app#7", Certainty.KNOWN);
    assertDenied("gh pr merge $N", "acme/app#7", Certainty.POSSIBLE);
    assertDenied(
        "gh api graphql -f query='mutation{mergePullRequest}'", "acme/app#7", Certainty.POSSIBLE);
    assertPasses("gh pr merge 8");
    assertPasses("gh pr merge 70");
    assertPasses("gh pr merge g");
    assertPasses("gh pr merge -R other/app 7");
    assertPasses("gh pr merge https://github.com/acme/app/pull/8");
    assertPasses("gh pr merge https://ghe.example.com/acme/app/pull/7");
    assertPasses("gh pr merge -R ghe.example.com/acme/app 7");
    assertPasses("gh api -X PUT repos/acme/app/pulls/8/merge");
  }

  @Test
  @DisplayName("What gh pr checkout made is merged by its number")
  void checkedOut() {
    foreignLease();
    world.site.branch = Optional.of("whatever");
    world.site.pullRequest = Optional.of(7L);
    assertDenied("gh pr merge", "acme/app#7", Certainty.KNOWN);
    world.site.pullRequest = Optional.of(8L);
    assertPasses("gh pr merge");
  }

  @Test
  @DisplayName("A session that the command names is the one that acts")
  void namedSession() {
    foreignLease();
    assertPasses("PRLEASE_SESSION=them git push origin f");
    assertPasses("export PRLEASE_SESSION=them; gh pr merge 7");
    assertDenied("PRLEASE_SESSION=$S git push origin f", "acme/app#7", Certainty.KNOWN);
  }

  @Test
  @DisplayName("While the forge is silent only what could hit the lease is denied")
  void silentForge() {
    foreignLease();
    world.silent =
        Optional.of(
            new ForgeException(
                ForgeException.Kind.UNREACHABLE,
                Optional.empty(),
                "no network",
                "",
                Optional.empty(),
                null));
    assertDenied("git push origin f", "acme/app#7", Certainty.POSSIBLE);
    assertDenied("gh pr merge f", "acme/app#7", Certainty.POSSIBLE);
    assertDenied("gh pr merge 7", "acme/app#7", Certainty.KNOWN);
    assertPasses("gh pr merge 8");
    assertPasses("git push https://github.com/other/thing f");
  }

  @Test
  @DisplayName("What is not found has no pull requests, unless somebody holds a lease on one")
  void unknownRepository() {
    foreignLease();
    world.silent =
        Optional.of(
            new ForgeException(
                ForgeException.Kind.NOT_FOUND,
                Optional.empty(),
                "none",
                "",
                Optional.empty(),
                null));
    assertDenied("git push origin f", "acme/app#7", Certainty.POSSIBLE);
    assertPasses("git push https://github.com/acme/other f");
  }

  @Test
  @DisplayName("A remote that is no forge has no pull requests")
  void localRemote() {
    foreignLease();
    assertPasses("git push /srv/backup.git f");
  }

  @Test
  @DisplayName("The lines of git's own hook are judged by the reference over there")
  void prePush() {
    foreignLease();
    String oid = "0".repeat(40);
    assertThat(pushed("refs/heads/x " + oid + " refs/heads/f " + oid))
        .isInstanceOf(Verdict.Deny.class);
    assertThat(pushed("(delete) " + oid + " refs/heads/f " + oid)).isInstanceOf(Verdict.Deny.class);
    assertThat(pushed("refs/heads/f " + oid + " refs/heads/g " + oid))
        .isInstanceOf(Verdict.NoOpinion.class);
    assertThat(pushed("refs/tags/f " + oid + " refs/tags/f " + oid))
        .isInstanceOf(Verdict.NoOpinion.class);
    assertThat(pushed("")).isInstanceOf(Verdict.NoOpinion.class);
    assertThat(pushed("garbage")).isInstanceOf(Verdict.Deny.class);
  }

  private Verdict pushed(String line) {
    return new Guard(world)
        .judge(PushedRefs.read("https://github.com/acme/app.git", line + "\n", Commands.HERE));
  }
}
