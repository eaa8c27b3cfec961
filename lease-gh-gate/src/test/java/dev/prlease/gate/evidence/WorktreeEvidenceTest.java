package dev.prlease.gate.evidence;

import static dev.prlease.gate.evidence.Probes.contradictory;
import static dev.prlease.gate.evidence.Probes.known;
import static dev.prlease.gate.evidence.Probes.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.api.claim.WorktreeState.Changes;
import dev.prlease.api.claim.WorktreeState.Gone;
import dev.prlease.api.claim.WorktreeState.Present;
import dev.prlease.api.claim.WorktreeState.Registration;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.fixture.LateGit;
import dev.prlease.spi.WorktreeProbe;
import dev.prlease.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is at a worktree's path, with the real git. */
@Timeout(180)
class WorktreeEvidenceTest {
  private final GitWorld world;
  private final Path main;
  private final Path linked;
  private final ManualClock clock = new ManualClock();
  private final WorktreeProbe probe;

  WorktreeEvidenceTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(Files.createDirectory(temporary.resolve("mein Ordner ß")));
    world.serverWithMain("acme/app");
    main = world.clone("acme/app", "main");
    linked = world.base().resolve("linked");
    world.git(main, "worktree", "add", "-q", "-b", "fix/760", linked.toString());
    probe = Probes.open(clock, world.environment(), world.base()).worktrees();
  }

  private Evidence<WorktreeState> look(Path path) {
    return probe.look(path.toString(), Probes.self());
  }

  private Present present(Path path) {
    return (Present) known(look(path));
  }

  private static Present clean(Path path, String branch) {
    return new Present(
        path.toString(),
        Optional.of(path.toString()),
        Registration.REGISTERED,
        Changes.NONE,
        Optional.of(branch));
  }

  private static void remove(Path directory) throws IOException {
    try (var paths = Files.walk(directory)) {
      for (Path each : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  @DisplayName("A worktree that is clean, registered and its own top level, main or linked")
  void clean() {
    assertThat(present(linked)).isEqualTo(clean(linked, "fix/760"));
    assertThat(present(main)).isEqualTo(clean(main, "main"));
    world.git(main, "worktree", "lock", "--reason", "on a stick", linked.toString());
    assertThat(present(linked)).isEqualTo(clean(linked, "fix/760"));
    Evidence<WorktreeState> evidence = look(linked);
    assertThat(evidence.at()).isEqualTo(clock.now());
    assertThat(evidence.source()).contains("git").contains(linked.toString());
  }

  @Test
  @DisplayName("Staged, unstaged, untracked: each is a change, whatever the configuration hides")
  void changes() throws Exception {
    Path file = linked.resolve("base.txt");
    Files.writeString(file, "changed\n");
    assertThat(present(linked).changes()).as("unstaged").isEqualTo(Changes.SOME);
    world.git(linked, "add", "base.txt");
    assertThat(present(linked).changes()).as("staged").isEqualTo(Changes.SOME);
    world.git(linked, "reset", "-q", "--hard");
    assertThat(present(linked).changes()).isEqualTo(Changes.NONE);

    world.git(linked, "config", "status.showUntrackedFiles", "no");
    Path unknown = Files.writeString(linked.resolve("new file"), "");
    assertThat(present(linked).changes()).as("untracked").isEqualTo(Changes.SOME);
    Files.writeString(world.base().resolve("main/.git/info/exclude"), "new file\n");
    assertThat(present(linked).changes()).as("ignored").isEqualTo(Changes.NONE);
    Files.delete(unknown);

    world.serverWithMain("acme/library");
    world.git(linked, "submodule", "--quiet", "add", GitWorld.url("acme/library"), "lib");
    world.git(linked, "config", "-f", ".gitmodules", "submodule.lib.ignore", "all");
    world.git(linked, "add", ".gitmodules");
    world.git(linked, "commit", "-q", "-m", "library");
    assertThat(present(linked).changes()).isEqualTo(Changes.NONE);
    Files.writeString(linked.resolve("lib/base.txt"), "changed\n");
    assertThat(present(linked).changes()).as("in a submodule").isEqualTo(Changes.SOME);
  }

  @Test
  @DisplayName("A look writes nothing: not even the index is refreshed")
  void readsOnly() throws Exception {
    Path index = main.resolve(".git/worktrees/linked/index");
    Files.setLastModifiedTime(linked.resolve("base.txt"), FileTime.fromMillis(1_000_000_000_000L));
    byte[] before = Files.readAllBytes(index);
    assertThat(present(linked).changes()).isEqualTo(Changes.NONE);
    assertThat(Files.readAllBytes(index)).isEqualTo(before);
  }

  @Test
  @DisplayName("A detached head is no branch; another branch is told")
  void branches() {
    world.git(linked, "checkout", "-q", "--detach");
    assertThat(present(linked).branch()).isEmpty();
    world.git(linked, "switch", "-q", "-c", "other");
    assertThat(present(linked).branch()).contains("other");
  }

  @Test
  @DisplayName("A symbolic link is told by where it leads; one that leads nowhere is unknown")
  void links() throws Exception {
    Path link = Files.createSymbolicLink(world.base().resolve("link"), linked);
    assertThat(present(link)).isEqualTo(clean(linked, "fix/760"));
    Path nowhere =
        Files.createSymbolicLink(world.base().resolve("nowhere"), world.base().resolve("none"));
    assertThat(unknown(look(nowhere))).contains("a symbolic link that leads nowhere");
    assertThat(unknown(look(nowhere.resolve("below")))).contains("leads nowhere");
    Path loop = world.base().resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertThat(unknown(look(loop))).contains("cannot be looked at");
  }

  @Test
  @DisplayName(
      "L66 Deleted is gone; a directory in its place is no worktree, and not the one around")
  void deleted() throws Exception {
    Path trees = main.resolve("trees");
    Path inside = trees.resolve("inner");
    world.git(main, "worktree", "add", "-q", "-b", "inner", inside.toString());
    assertThat(present(inside)).isEqualTo(clean(inside, "inner"));
    assertThat(present(trees).topLevel()).contains(main.toString());
    remove(inside);
    assertThat(known(look(inside))).isEqualTo(new Gone());
    Files.createDirectory(inside);
    assertThat(present(inside).topLevel()).contains(main.toString());
    assertThat(present(inside).registration()).isEqualTo(Registration.UNREGISTERED);
    assertThat(unknown(probe.remoteUrl(inside.toString(), "origin")))
        .contains("not the top of a worktree: git finds " + main);
    remove(trees);
    assertThat(known(look(inside))).isEqualTo(new Gone());
  }

  @Test
  @DisplayName("Moved by hand: gone where it was, and unknown to its repository where it is")
  void moved() throws Exception {
    Path elsewhere = Files.move(linked, world.base().resolve("elsewhere"));
    assertThat(known(look(linked))).isEqualTo(new Gone());
    assertThat(present(elsewhere).registration()).isEqualTo(Registration.UNREGISTERED);
    assertThat(present(elsewhere).topLevel()).contains(elsewhere.toString());
  }

  @Test
  @DisplayName("A bare repository, a plain directory, a file, a worktree whose repository is gone")
  void noWorktrees() throws Exception {
    for (Path each :
        List.of(
            world.base().resolve("servers/acme/app.git"),
            world.base().resolve("servers"),
            main.resolve(".git"),
            linked.resolve("base.txt"))) {
      assertThat(present(each).topLevel()).as("%s", each).isEmpty();
      assertThat(present(each).registration()).isEqualTo(Registration.UNREGISTERED);
      assertThat(present(each).realPath()).isEqualTo(each.toString());
    }
    remove(main);
    assertThat(present(linked).topLevel()).isEmpty();
    assertThat(present(linked).registration()).isEqualTo(Registration.UNREGISTERED);
  }

  @Test
  @DisplayName("A bare repository's linked worktree is one, and the bare repository is not")
  void ofABareRepository() {
    Path bare = world.base().resolve("servers/acme/app.git");
    Path tree = world.base().resolve("of bare");
    world.git(bare, "worktree", "add", "-q", "-b", "work", tree.toString());
    assertThat(present(tree)).isEqualTo(clean(tree, "work"));
    assertThat(present(bare).registration()).isEqualTo(Registration.UNREGISTERED);
  }

  @Test
  @DisplayName("L49 What was recorded on another host, boot or pid namespace is unknown here")
  void elsewhere() throws Exception {
    remove(linked);
    ClaimProcess self = Probes.self();
    ProcessIdentity id = self.identity();
    OptionalLong ticks = id.startTicks();
    for (ClaimProcess other :
        List.of(
            new ClaimProcess("", id),
            new ClaimProcess(self.host() + ".example", id),
            of(self, new ProcessIdentity(9, ticks, Optional.empty(), id.pidNamespace())),
            of(self, new ProcessIdentity(9, ticks, Optional.of("b"), id.pidNamespace())),
            of(self, new ProcessIdentity(9, ticks, id.bootId(), OptionalLong.empty())),
            of(self, new ProcessIdentity(9, ticks, id.bootId(), OptionalLong.of(4))))) {
      assertThat(unknown(probe.look(linked.toString(), other)))
          .as("%s", other)
          .startsWith("its path was recorded where it may mean another: ");
    }
    assertThat(known(look(linked))).isEqualTo(new Gone());
  }

  private static ClaimProcess of(ClaimProcess self, ProcessIdentity identity) {
    return new ClaimProcess(self.host(), identity);
  }

  @Test
  @DisplayName("What may not be looked at is unknown, not gone; root may look at everything")
  void denied() throws Exception {
    Path closed = Files.createDirectory(world.base().resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try {
      if (Files.isReadable(closed)) {
        assertThat(known(look(closed.resolve("tree")))).isEqualTo(new Gone());
      } else {
        assertThat(unknown(look(closed.resolve("tree")))).contains("cannot be looked at");
      }
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  @DisplayName("A repository of another user, which git does not trust, is unknown")
  void strangers() throws Exception {
    int stranger = (Integer) Files.getAttribute(linked, "unix:uid") + 1;
    for (Path each : List.of(linked, linked.resolve(".git"), main, main.resolve(".git"))) {
      try {
        Files.setAttribute(each, "unix:uid", stranger);
      } catch (FileSystemException onlyRootGivesFilesAway) {
        assertThat(System.getProperty("user.name")).isNotEqualTo("root");
        return;
      }
    }
    assertThat(unknown(look(linked))).contains("dubious ownership");
  }

  @Test
  @DisplayName("Nonsense for a path, and no git, are unknown")
  void nonsense() {
    assertThat(unknown(probe.look("linked", Probes.self())))
        .isEqualTo("linked is no absolute path");
    assertThat(unknown(probe.look("/a\0b", Probes.self()))).contains("Nul character");
    assertThat(known(probe.look("/no/such/place", Probes.self()))).isEqualTo(new Gone());
    WorktreeProbe without =
        Probes.open(Map.of("PATH", world.base().toString()), world.base()).worktrees();
    assertThat(unknown(without.look(linked.toString(), Probes.self()))).contains("git");
  }

  @Test
  @DisplayName("A remote is told as it is pushed to, without credentials; two URLs contradict")
  void remotes() {
    assertThat(known(probe.remoteUrl(linked.toString(), "origin")))
        .isEqualTo(GitWorld.url("acme/app"));
    world.git(main, "config", "remote.origin.pushurl", "https://kim:hunter2@github.com/acme/app");
    assertThat(known(probe.remoteUrl(linked.toString(), "origin")))
        .isEqualTo("https://github.com/acme/app");
    world.git(main, "config", "--add", "remote.origin.pushurl", "/elsewhere");
    assertThat(contradictory(probe.remoteUrl(linked.toString(), "origin")))
        .contains("several URLs");
    assertThat(unknown(probe.remoteUrl(linked.toString(), "upstream"))).contains("No such remote");
    assertThat(unknown(probe.remoteUrl(linked.toString(), "--all"))).contains("no remote's name");
    assertThat(unknown(probe.remoteUrl(linked.toString(), ""))).contains("no remote's name");
    assertThat(unknown(probe.remoteUrl(world.base().toString(), "origin")))
        .contains("not the top of a worktree");
    assertThat(unknown(probe.remoteUrl("/no/such/place", "origin"))).contains("no worktree at");
  }

  @Test
  @DisplayName("Changes that git tells of late are told: a busy machine is not clean")
  void late() throws IOException {
    Files.writeString(linked.resolve("new"), "");
    WorktreeProbe busy =
        Probes.open(clock, LateGit.answering(world, "status"), world.base()).worktrees();
    Present there = (Present) known(busy.look(linked.toString(), Probes.self()));
    assertThat(there.changes()).isEqualTo(Changes.SOME);
  }
}
