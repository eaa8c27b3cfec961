package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GitWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two exact owners at once: processes of the command, each with its own session. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClaimRaceTest {
  private static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";
  private static final List<String> SESSIONS = List.of("one", "two");

  /** Each that asks for a head waits until both have: both collected before either writes. */
  private static final String MEET =
      """
      echo >>'%1$s'
      while [ "$(wc -l <'%1$s')" -lt 2 ]; do :; done
      """;

  @TempDir Path top = Path.of("");

  @Test
  @DisplayName("Both renew at once: one wins, and the other learns who did")
  void twoExactOwners() throws Exception {
    try (ForgeServer server = ForgeServer.start()) {
      server.state().login(TOKEN, "kim").issue("acme/app", 760);
      GitWorld world = new GitWorld(Files.createDirectories(top.resolve("git")));
      Path worktree = worktree(world);
      Processing processing = new Processing(top);
      Map<String, String> environment = new HashMap<>(world.environment());
      environment.keySet().removeIf(name -> name.startsWith("PRLEASE_"));
      environment.putAll(server.environment(Files.createDirectories(top.resolve("gh")), TOKEN));
      try (Processing.Running take = start(processing, worktree, environment, "take", "zero")) {
        Answer taken = take.end();
        assertThat(taken.code()).as(taken.out()).isZero();
      }
      expire(processing);
      world.beforeServing("git-upload-pack", MEET.formatted(top.resolve("arrived")));
      judge(
          processing,
          start(processing, worktree, environment, "renew", SESSIONS.get(0)),
          start(processing, worktree, environment, "renew", SESSIONS.get(1)));
    }
  }

  private static void judge(Processing processing, Processing.Running... both) throws Exception {
    int winners = 0;
    for (int i = 0; i < both.length; i++) {
      try (Processing.Running each = both[i]) {
        Answer answer = each.end();
        if (answer.code() == 0) {
          winners++;
          assertThat(answer.json("outcome")).isEqualTo("renewed");
          assertThat(answer.json("owner_session_id")).isEqualTo(SESSIONS.get(i));
        } else {
          assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(75);
          assertThat(ClaimDesk.codes(answer)).containsAnyOf("overtaken", "other-session");
          assertThat(answer.out()).contains("session " + SESSIONS.get(1 - i));
        }
      }
    }
    assertThat(winners).isEqualTo(1);
    Answer last = show(processing);
    assertThat(last.json("state")).isEqualTo("held");
    assertThat(last.json("grant_count")).isEqualTo("2");
    assertThat(SESSIONS).contains(last.json("owner_session_id"));
  }

  private static Answer show(Processing processing) {
    return processing.here("claim", "show", "--key", ClaimDesk.KEY, "--json");
  }

  private static void expire(Processing processing) throws IOException {
    Path record =
        processing.home.resolve("leases/" + ClaimDesk.HOST + "@acme__app__issue-760.json");
    Files.writeString(
        record,
        Files.readString(record)
            .replaceFirst("\"acquired_at\": \"20..", "\"acquired_at\": \"2020"));
    assertThat(show(processing).json("state")).isEqualTo("expired");
  }

  private static Processing.Running start(
      Processing processing,
      Path worktree,
      Map<String, String> environment,
      String step,
      String session)
      throws IOException {
    List<String> words =
        Processing.command("claim", step, "--issue", "760", "--session", session, "--json");
    return processing.start(worktree, environment, words);
  }

  private static Path worktree(GitWorld world) {
    world.serverWithMain("acme/app");
    Path main = world.base().resolve("main");
    world.git(world.base(), "clone", "-q", ClaimDesk.url("acme/app"), main.toString());
    world.git(main, "switch", "-q", "-c", ClaimDesk.BRANCH);
    world.commit(main, "work.txt", "work on it\n");
    world.git(main, "push", "-q", "-u", "origin", ClaimDesk.BRANCH);
    return main;
  }
}
