package dev.prlease.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitDirectoryTest {
  @TempDir Path top;

  @BeforeEach
  void resolve() throws IOException {
    top = top.toRealPath();
  }

  private Path gitDirectory(String name) throws IOException {
    Path directory = Files.createDirectories(top.resolve(name));
    Files.writeString(directory.resolve("HEAD"), "ref: refs/heads/main\n");
    return directory;
  }

  private Optional<Path> find(String from) {
    return GitDirectory.find(top.resolve(from), Map.of()).map(GitDirectory::path);
  }

  @Test
  void the_nearest_git_directory_upwards_is_found() throws IOException {
    Path git = gitDirectory("repo/.git");
    Files.createDirectories(top.resolve("repo/a/b"));
    assertThat(find("repo/a/b")).contains(git);
    assertThat(find("repo")).contains(git);
  }

  @Test
  void a_linked_worktree_has_its_own() throws IOException {
    gitDirectory("repo/.git");
    Path own = gitDirectory("repo/.git/worktrees/w");
    Path worktree = Files.createDirectories(top.resolve("w"));
    Files.writeString(worktree.resolve(".git"), "gitdir: " + own + "\n");
    assertThat(find("w")).contains(own);
  }

  @Test
  void a_relative_link_counts_from_its_file() throws IOException {
    Path own = gitDirectory("repo/.git/modules/sub");
    Path submodule = Files.createDirectories(top.resolve("repo/sub"));
    Files.writeString(submodule.resolve(".git"), "gitdir: ../.git/modules/sub\n");
    assertThat(find("repo/sub")).contains(own);
  }

  @Test
  void GIT_DIR_wins() throws IOException {
    gitDirectory("repo/.git");
    Path other = gitDirectory("other.git");
    assertThat(GitDirectory.find(top.resolve("repo"), Map.of("GIT_DIR", "../other.git")))
        .contains(new GitDirectory(other, other));
    assertThat(GitDirectory.find(top.resolve("repo"), Map.of("GIT_DIR", "nowhere"))).isEmpty();
  }

  @Test
  void what_only_looks_like_one_is_passed_over() throws IOException {
    Path git = gitDirectory("repo/.git");
    Path inner = Files.createDirectories(top.resolve("repo/inner"));
    Files.createDirectories(inner.resolve(".git"));
    assertThat(find("repo/inner")).contains(git);
    Path broken = Files.createDirectories(top.resolve("repo/broken"));
    Files.writeString(broken.resolve(".git"), "gitdir: /nowhere\u0000\n");
    assertThat(find("repo/broken")).contains(git);
  }

  @Test
  void outside_a_worktree_there_is_none() {
    assertThat(find(".")).isEmpty();
  }
}
