package dev.prlease.gate.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.fixture.LateGit;
import dev.prlease.gate.git.Git;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether a commit was had, where git's words come late. */
@Timeout(60)
class InclusionTest {
  private final GitWorld world;
  private final Path mine;

  InclusionTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(temporary);
    world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
  }

  @Test
  void L56_a_commit_that_only_a_fetch_brought_was_not_had_though_git_tells_so_late()
      throws IOException {
    Path colleague = world.clone("acme/app", "colleague");
    String theirs = world.commit(colleague, "theirs.txt", "theirs\n");
    world.git(colleague, "push", "-q", "origin", "main");
    world.git(mine, "fetch", "-q", "origin");
    String ours = world.commit(mine, "ours.txt", "ours\n");
    Git late = new Git(mine, LateGit.answering(world, "--ignore-missing"));
    assertThat(new Inclusion(late).includes("refs/heads/main", ours, theirs)).isFalse();
  }

  @Test
  void L56_a_commit_that_was_taken_back_was_had() throws IOException {
    String before = world.sha(mine, "HEAD");
    String theirs = world.commit(mine, "theirs.txt", "theirs\n");
    world.git(mine, "reset", "-q", "--hard", before);
    String ours = world.commit(mine, "ours.txt", "ours\n");
    Git late = new Git(mine, LateGit.answering(world, "--ignore-missing"));
    assertThat(new Inclusion(late).includes("refs/heads/main", ours, theirs)).isTrue();
  }
}
