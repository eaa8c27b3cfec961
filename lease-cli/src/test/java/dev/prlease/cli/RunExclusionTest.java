package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of several {@code prlease run} on one key one acts. */
@Timeout(120)
class RunExclusionTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void of_several_runs_at_once_one_acts_and_the_others_stand_down() throws Exception {
    int racers = 4;
    List<Running> all = new ArrayList<>();
    try {
      for (int i = 0; i < racers; i++) {
        all.add(processing.holding());
      }
      // Whoever wins waits for a line on its standard input, so the others are done before it.
      List<Running> done = new ArrayList<>();
      while (done.size() < racers - 1) {
        CompletableFuture<?>[] ends =
            all.stream()
                .filter(running -> !done.contains(running))
                .map(running -> running.process.onExit())
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.anyOf(ends).get();
        all.stream()
            .filter(running -> !running.process.isAlive() && !done.contains(running))
            .forEach(done::add);
      }
      assertThat(done).hasSize(racers - 1);
      for (Running loser : done) {
        Answer answer = loser.end();
        assertThat(answer.code()).isEqualTo(75);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("is already being driven by session");
      }
      all.removeAll(done);
      Running winner = all.get(0);
      winner.line();
      winner.send("go");
      assertThat(winner.end()).isEqualTo(new Answer(7, "got go\n", ""));
    } finally {
      all.forEach(Running::close);
    }
  }

  @Test
  void a_second_run_stands_down_with_75_or_the_code_that_was_asked_for() throws Exception {
    try (Running first = processing.holding()) {
      first.line();
      Answer second = processing.run("run", "--key", KEY, "--", "echo", "never");
      assertThat(second.code()).isEqualTo(75);
      assertThat(second.out()).isEmpty();
      assertThat(second.err())
          .contains(KEY + " is already being driven by session ")
          .contains("holder  prlease run, pid ")
          .contains("next:   prlease status --key acme/app#42");
      assertThat(
              processing
                  .run("run", "--key", KEY, "--conflict-exit-code", "0", "--", "echo", "never")
                  .code())
          .isZero();
      first.send("go");
      assertThat(first.end().code()).isEqualTo(7);
    }
  }

  @Test
  void a_run_that_waits_goes_on_when_the_first_has_released() throws Exception {
    try (Running first = processing.holding();
        Running second = waiting(first)) {
      first.send("go");
      assertThat(first.end().code()).isEqualTo(7);
      assertThat(second.line()).isEqualTo("mine");
      assertThat(second.end().code()).isZero();
    }
  }

  private Running waiting(Running first) throws Exception {
    first.line();
    return processing.prlease("run", "--key", KEY, "--wait", "60s", "--", "echo", "mine");
  }

  @Test
  void a_session_that_does_not_hold_the_lease_is_not_the_one_that_runs_and_is_named_to_others()
      throws Exception {
    String show = "echo $PRLEASE_SESSION; read -r line";
    try (Running running =
        processing.prlease("run", "--key", KEY, "--session", "bot-7", "--", "bash", "-c", show)) {
      String session = running.line();
      assertThat(session).matches("[0-9a-f]{32}");
      Answer second = processing.run("run", "--key", KEY, "--session", "bot-7", "--", "true");
      assertThat(second.code()).isEqualTo(75);
      assertThat(second.err())
          .contains("already being driven by session " + session)
          .contains(", \"bot-7\"\n");
    }
  }

  @Test
  void two_shells_in_one_checkout_one_pushes_and_the_other_stands_down() throws Exception {
    git(top, "init", "-q", "--bare", "remote.git");
    git(top, "clone", "-q", "remote.git", "checkout");
    Path checkout = top.resolve("checkout");
    git(checkout, "commit", "-q", "--allow-empty", "-m", "one");
    git(checkout, "push", "-q", "origin", "HEAD:refs/heads/feature");
    git(checkout, "commit", "-q", "--allow-empty", "--amend", "-m", "two");
    // The remote's hook holds the first push until the second shell has had its answer.
    Path remote = top.resolve("remote.git").toRealPath();
    Path pipe = top.resolve("gate");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path hook = remote.resolve("hooks/pre-receive");
    Files.writeString(hook, "#!/bin/sh\necho pushing >&2\nread -r line <" + pipe + "\nexit 0\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    String push =
        Processing.shellFunction()
            + "prlease run --repo acme/app --pr 42 -- git push --force origin HEAD:feature 2>&1";
    try (Running first = processing.start(checkout, Map.of(), List.of("bash", "-c", push))) {
      assertThat(first.line()).contains("pushing");
      try (Running second = processing.start(checkout, Map.of(), List.of("bash", "-c", push))) {
        Answer answer = second.end();
        assertThat(answer.code()).isEqualTo(75);
        assertThat(answer.out()).contains("acme/app#42 is already being driven by session");
      }
      Files.writeString(pipe, "go\n");
      assertThat(first.end().code()).isZero();
    }
    assertThat(git(remote, "log", "-1", "--format=%s", "feature")).isEqualTo("two\n");
  }

  private String git(Path in, String... words) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.com"));
    all.addAll(List.of(words));
    try (Running git = processing.start(in, Map.of("GIT_CONFIG_GLOBAL", "/dev/null"), all)) {
      Answer answer = git.end();
      assertThat(answer.code()).as(answer.err()).isZero();
      return answer.out();
    }
  }
}
