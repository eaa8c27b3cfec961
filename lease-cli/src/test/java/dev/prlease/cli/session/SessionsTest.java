package dev.prlease.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.SessionId;
import dev.prlease.cli.syntax.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {
  @TempDir Path directory;

  private Sessions sessions(Optional<String> option, Map<String, String> environment) {
    return new Sessions(option, directory, environment);
  }

  private void makeWorktree() throws IOException {
    Files.createDirectory(directory.resolve(".git"));
    Files.writeString(directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  @Test
  void the_option_wins_over_the_variable_over_the_worktree() throws IOException {
    makeWorktree();
    SessionId worktree = sessions(Optional.empty(), Map.of()).findOrCreate().session();
    Map<String, String> environment = Map.of("PRLEASE_SESSION", "env");
    assertThat(sessions(Optional.of("opt"), environment).find()).contains(SessionId.of("opt"));
    assertThat(sessions(Optional.empty(), environment).find()).contains(SessionId.of("env"));
    assertThat(sessions(Optional.empty(), Map.of()).find()).contains(worktree);
  }

  @Test
  void looking_makes_no_session() throws IOException {
    makeWorktree();
    Sessions sessions = sessions(Optional.empty(), Map.of());
    assertThat(sessions.find()).isEmpty();
    assertThat(sessions.isInWorktree()).isTrue();
    try (var entries = Files.list(directory.resolve(".git"))) {
      assertThat(entries).containsExactly(directory.resolve(".git/HEAD"));
    }
  }

  @Test
  void outside_a_worktree_a_new_one_must_be_printed() {
    Sessions.Made made = sessions(Optional.empty(), Map.of()).findOrCreate();
    assertThat(made.keeping()).isEqualTo(Sessions.Keeping.UNKNOWN);
    assertThat(sessions(Optional.of("x"), Map.of()).findOrCreate().keeping())
        .isEqualTo(Sessions.Keeping.KNOWN);
  }

  @Test
  void an_empty_name_is_refused_not_replaced() {
    assertThatThrownBy(() -> sessions(Optional.empty(), Map.of("PRLEASE_SESSION", "")).find())
        .isInstanceOf(UsageException.class)
        .hasMessage("PRLEASE_SESSION is empty");
    assertThatThrownBy(() -> sessions(Optional.of("a\nb"), Map.of()).find())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--session: session id");
  }
}
