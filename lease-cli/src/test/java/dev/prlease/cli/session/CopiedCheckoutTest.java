package dev.prlease.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents in two copies of a checkout are two sessions. */
class CopiedCheckoutTest {
  @TempDir Path top;

  @BeforeEach
  void makeCheckout() throws IOException {
    write("main/.git/HEAD", "ref: refs/heads/main\n");
  }

  private void write(String file, String content) throws IOException {
    Files.createDirectories(top.resolve(file).getParent());
    Files.writeString(top.resolve(file), content);
  }

  private void linkWorktree() throws IOException {
    write("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
    write("main/.git/worktrees/w/gitdir", top.resolve("w/.git") + "\n");
    write("w/.git", "gitdir: " + top.resolve("main/.git/worktrees/w") + "\n");
  }

  private void copy(String from, String to) throws Exception {
    List<String> words =
        List.of("cp", "-a", top.resolve(from).toString(), top.resolve(to).toString());
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  private Sessions in(String directory, Map<String, String> environment) {
    return new Sessions(Optional.empty(), top.resolve(directory), environment);
  }

  private Sessions in(String directory) {
    return in(directory, Map.of());
  }

  @Test
  void a_copy_gets_a_session_of_its_own_and_the_original_keeps_its_own() throws Exception {
    SessionId original = in("main").findOrCreate().session();
    copy("main", "copy");
    assertThat(in("copy").find()).isEmpty();
    SessionId copied = in("copy").findOrCreate().session();
    assertThat(copied).isNotEqualTo(original);
    copy("copy", "another");
    assertThat(in("another").find()).isEmpty();
    assertThat(in("main").find()).contains(original);
    assertThat(in("copy").find()).contains(copied);
  }

  @Test
  void a_copy_of_a_linked_worktree_too_though_it_leads_to_the_same_git_directory()
      throws Exception {
    linkWorktree();
    SessionId original = in("w").findOrCreate().session();
    copy("w", "w2");
    assertThat(in("w2").find()).isEmpty();
    assertThat(in("w2").findOrCreate().session()).isNotEqualTo(original);
    assertThat(in("w").find()).contains(original);
  }

  @Test
  void a_hook_which_is_told_the_git_directory_acts_for_its_worktree() throws Exception {
    linkWorktree();
    SessionId linked = in("w").findOrCreate().session();
    SessionId main = in("main").findOrCreate().session();
    String git = top.resolve("main/.git").toString();
    assertThat(in("w", Map.of("GIT_DIR", git + "/worktrees/w")).find()).contains(linked);
    assertThat(in("main", Map.of("GIT_DIR", ".git")).find()).contains(main);
  }

  @Test
  void a_checkout_that_is_moved_keeps_its_session() throws Exception {
    SessionId session = in("main").findOrCreate().session();
    Files.move(top.resolve("main"), top.resolve("moved"));
    assertThat(in("moved").find()).contains(session);
  }
}
