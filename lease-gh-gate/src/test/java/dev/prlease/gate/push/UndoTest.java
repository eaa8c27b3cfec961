package dev.prlease.gate.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Taking back takes as long as it takes: large files come from elsewhere, by a filter. */
@Timeout(120)
class UndoTest {
  /** What is only read has less time than the filter takes for one file. */
  private static final Duration LOCAL = Duration.ofSeconds(6);

  private static final String SLOW = "sleep 8; cat";

  private final GitWorld world;
  private final Path mine;
  private final Git git;

  UndoTest(@TempDir Path temporary) throws IOException {
    world = new GitWorld(temporary);
    world.serverWithMain("acme/app");
    mine = world.clone("acme/app", "mine");
    world.commit(mine, "large.txt", "first\n");
    world.git(mine, "switch", "-q", "-c", "feature");
    git = new Git(mine, world.environment()).within(LOCAL);
  }

  private String mainMoves(String text) {
    world.git(mine, "switch", "-q", "main");
    String base = world.commit(mine, "large.txt", text);
    world.git(mine, "switch", "-q", "feature");
    return base;
  }

  private void filesComeSlowly() throws IOException {
    Files.writeString(mine.resolve(".git/info/attributes"), "large.txt filter=slow\n");
    world.git(mine, "config", "filter.slow.smudge", SLOW);
  }

  private void comesBack(Worktree.State before, Undo undo, String made) throws Halt {
    assertThat(made.isEmpty() ? undo.restore() : undo.restore(made)).isEmpty();
    assertThat(new Worktree(git).state()).isEqualTo(before);
    assertThat(world.git(mine, "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_rebase_that_stopped_is_aborted_though_the_files_come_slowly() throws Exception {
    world.commit(mine, "large.txt", "mine\n");
    String base = mainMoves("theirs\n");
    Worktree worktree = new Worktree(git);
    Worktree.State before = worktree.state();
    assertThatThrownBy(() -> world.git(mine, "rebase", "-q", base)).isNotNull();
    filesComeSlowly();
    comesBack(before, new Undo(git, worktree, before, base), "");
  }

  @Test
  void a_rebase_that_was_done_goes_back_though_the_files_come_slowly() throws Exception {
    world.commit(mine, "mine.txt", "mine\n");
    String base = mainMoves("theirs\n");
    Worktree worktree = new Worktree(git);
    Worktree.State before = worktree.state();
    world.git(mine, "rebase", "-q", base);
    filesComeSlowly();
    comesBack(before, new Undo(git, worktree, before, base), world.sha(mine, "HEAD"));
  }
}
