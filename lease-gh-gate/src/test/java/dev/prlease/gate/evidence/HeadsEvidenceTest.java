package dev.prlease.gate.evidence;

import static dev.prlease.gate.evidence.Probes.contradictory;
import static dev.prlease.gate.evidence.Probes.known;
import static dev.prlease.gate.evidence.Probes.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.spi.HeadsProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where a branch is, here and in its remote, with the real git. */
@Timeout(180)
class HeadsEvidenceTest {
  private static final String BRANCH = "fix/760-ß";

  private final GitWorld world;
  private final Path server;
  private final Path main;
  private final Path linked;
  private final HeadsProbe probe;

  HeadsEvidenceTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner")));
    server = world.serverWithMain("acme/app");
    main = world.clone("acme/app", "main");
    linked = world.base().resolve("linked");
    world.git(main, "worktree", "add", "-q", "-b", BRANCH, linked.toString());
    probe = Probes.open(world.environment(), world.base()).heads();
  }

  private ClaimTerms terms() {
    return terms(BRANCH);
  }

  private ClaimTerms terms(String branch) {
    return Probes.terms(linked, branch, GitWorld.url("acme/app"));
  }

  @Test
  @DisplayName("A branch that is not there remotely is known not to be; pushed, it is known where")
  void pushed() {
    assertThat(known(probe.remote(terms()))).isEmpty();
    String commit = world.commit(linked, "a.txt", "first\n");
    world.git(linked, "push", "-q", "origin", BRANCH);
    assertThat(known(probe.remote(terms()))).contains(commit);
    assertThat(known(probe.local(terms()))).isEqualTo(commit);
    world.git(server, "update-ref", "refs/heads/" + BRANCH, "refs/heads/main");
    assertThat(known(probe.remote(terms())))
        .as("asked of the remote, not of what was fetched once")
        .contains(world.sha(server, "main"));
    assertThat(probe.remote(terms()).source())
        .isEqualTo("git ls-remote " + GitWorld.url("acme/app") + " refs/heads/" + BRANCH);
  }

  @Test
  @DisplayName("Only the branch itself counts: no tail of a name, no expression, no tag")
  void exactly() {
    world.git(linked, "push", "-q", "origin", "HEAD:refs/heads/other/" + BRANCH);
    world.git(linked, "push", "-q", "origin", "HEAD:refs/heads/refs/heads/" + BRANCH);
    world.git(linked, "push", "-q", "origin", "HEAD:refs/tags/" + BRANCH);
    assertThat(known(probe.remote(terms()))).isEmpty();
    assertThat(known(probe.remote(terms("*")))).isEmpty();
    world.git(main, "tag", "v1");
    for (String expression :
        new String[] {"v1", "main~0", "main^{commit}", BRANCH + "@{0}", "@", "", "none"}) {
      assertThat(unknown(probe.local(terms(expression))))
          .as(expression)
          .startsWith("there is no branch " + expression);
    }
  }

  @Test
  @DisplayName("A detached head does not hide where the branch is")
  void detached() {
    String before = world.sha(linked, "HEAD");
    world.git(linked, "checkout", "-q", "--detach");
    world.commit(linked, "b.txt", "elsewhere\n");
    assertThat(known(probe.local(terms()))).isEqualTo(before);
  }

  @Test
  @DisplayName("The remote is asked where a push goes; a remote that moved is unknown")
  void pushUrl() {
    Path fork = world.server("kim/app");
    String commit = world.commit(linked, "a.txt", "first\n");
    world.git(linked, "push", "-q", "git@github.com:kim/app.git", BRANCH);
    world.git(main, "config", "remote.origin.pushurl", "git@github.com:kim/app.git");
    assertThat(unknown(probe.remote(terms())))
        .isEqualTo("the remote origin is at git@github.com:kim/app.git by now");
    ClaimTerms there = Probes.terms(linked, BRANCH, "git@github.com:kim/app.git");
    assertThat(known(probe.remote(there))).contains(commit);
    assertThat(world.sha(fork, BRANCH)).isEqualTo(commit);
    world.git(main, "config", "--add", "remote.origin.pushurl", GitWorld.url("acme/app"));
    assertThat(contradictory(probe.remote(there))).contains("several URLs");
  }

  @Test
  @DisplayName("A remote that does not answer is unknown, and its credentials are not told")
  void silent() throws Exception {
    world.beforeServing("git-upload-pack", "echo 'no entry for $BOT_TOKEN' >&2; exit 1");
    assertThat(unknown(probe.remote(terms()))).startsWith("git in " + linked + " says: ");
    String url = "https://kim:hunter2hunter2@127.0.0.1:1/acme/app.git";
    world.git(main, "config", "remote.origin.url", url);
    assertThat(unknown(probe.remote(Probes.terms(linked, BRANCH, url)))).doesNotContain("hunter2");
  }

  @Test
  @DisplayName("L66 In a worktree that is gone the one around it is not asked")
  void gone() {
    Path plain = linked.resolve("sub");
    assertThat(plain.toFile().mkdir()).isTrue();
    ClaimTerms below = Probes.terms(plain, BRANCH, GitWorld.url("acme/app"));
    assertThat(unknown(probe.local(below))).contains("not the top of a worktree");
    assertThat(unknown(probe.remote(below))).contains("not the top of a worktree");
    ClaimTerms none = Probes.terms(world.base().resolve("no"), BRANCH, GitWorld.url("acme/app"));
    assertThat(unknown(probe.local(none))).startsWith("there is no worktree at");
  }
}
