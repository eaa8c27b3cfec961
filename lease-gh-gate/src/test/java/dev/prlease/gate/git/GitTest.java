package dev.prlease.gate.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is taken for an answer of git. The scripts in its place live for a second, until who reads
 * them is sure to wait: of a process that ended before that, the JDK closes the pipe.
 */
@Timeout(60)
class GitTest {
  private final Path directory;

  GitTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Git git(String script) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("mkfifo", "until").directory(directory.toFile()).start().waitFor())
        .isZero();
    GitWorld world = new GitWorld(directory);
    GitWorld.executable(Files.writeString(directory.resolve("git"), "#!/bin/sh\n" + script + "\n"));
    String path = directory + ":" + world.environment().getOrDefault("PATH", "/usr/bin:/bin");
    return new Git(directory, world.environmentWith("PATH", path));
  }

  @Test
  void what_comes_after_the_end_of_a_local_git_is_its_answer_all_the_same() throws Exception {
    assertThat(git("(sleep 2; echo late) & sleep 1").read("status").out()).isEqualTo("late\n");
  }

  @Test
  void no_end_of_what_a_local_git_writes_is_a_failure_and_no_empty_answer() throws Exception {
    Git git = git("(read -r line <until) & sleep 1").within(Duration.ofSeconds(3));
    assertThatThrownBy(() -> git.read("status")).isInstanceOf(ForgeException.class);
    Files.writeString(directory.resolve("until"), "end\n");
  }

  @Test
  void what_changes_something_may_leave_somebody_behind_who_holds_its_output() throws Exception {
    Git git = git("(read -r line <until) & sleep 1");
    GitAnswer answer = git.change(Duration.ofMinutes(1), "rebase", "--abort");
    assertThat(answer.succeeded()).isTrue();
    Files.writeString(directory.resolve("until"), "end\n");
  }
}
