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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code prlease run} with real processes. */
@Timeout(120)
class RunProcessTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  private Running holding(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("run", "--key", KEY));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "bash", "-c", "echo $$; read -r line; echo got $line; exit 7"));
    return processing.prlease(words.toArray(new String[0]));
  }

  @Test
  void run_prints_what_its_command_prints_and_nothing_else_and_releases() throws Exception {
    Answer answer =
        processing.run("run", "--repo", "acme/app", "--pr", "42", "--", "echo", "merging");
    assertThat(answer).isEqualTo(new Answer(0, "merging\n", ""));
    assertThat(processing.state()).isEqualTo("free");
    assertThat(processing.events())
        .containsExactly("acquired", "gate-passed", "action-succeeded", "released");
  }

  @ParameterizedTest
  @CsvSource({
    "exit 0, 0",
    "exit 3, 3",
    "exit 75, 75",
    "exit 255, 255",
    "kill -KILL $$, 137",
    "kill -TERM $$, 143",
    "kill -SEGV $$, 139"
  })
  void run_exits_with_what_its_command_exited_with(String script, int code) throws Exception {
    assertThat(
            processing
                .run("run", "--key", KEY, "--", "bash", "-c", "ulimit -c 0; " + script)
                .code())
        .isEqualTo(code);
    assertThat(processing.state()).isEqualTo("free");
  }

  @Test
  void a_command_that_does_not_exist_is_127_and_one_that_cannot_run_126() throws Exception {
    Answer missing = processing.run("run", "--key", KEY, "--", "no-such-command");
    assertThat(missing.code()).isEqualTo(127);
    assertThat(missing.err()).contains("no-such-command").doesNotContain("Exception");
    Path file = processing.directory.resolve("plain");
    Files.writeString(file, "text");
    Answer cannot = processing.run("run", "--key", KEY, "--", "./plain");
    assertThat(cannot.code()).isEqualTo(126);
    assertThat(cannot.err()).contains("plain");
    assertThat(processing.state()).isEqualTo("free");
  }

  @Test
  void the_command_finds_its_lease_in_the_environment() throws Exception {
    Answer answer =
        processing.run(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            "echo $PRLEASE_KEY ${#PRLEASE_SESSION} ${#PRLEASE_GRANT} ${#PRLEASE_FENCE} $PRLEASE_STORE");
    assertThat(answer.out())
        .isEqualTo("acme/app#42 32 32 16 file:" + processing.home + "/leases\n");
  }

  @Test
  void the_command_has_standard_input_to_itself() throws Exception {
    try (Running running = holding()) {
      running.line();
      running.send("hello");
      assertThat(running.end()).isEqualTo(new Answer(7, "got hello\n", ""));
    }
  }

  @Test
  void of_several_runs_at_once_one_acts_and_the_others_stand_down() throws Exception {
    int racers = 4;
    List<Running> all = new ArrayList<>();
    try {
      for (int i = 0; i < racers; i++) {
        all.add(holding());
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
    try (Running first = holding()) {
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
    try (Running first = holding();
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
  void L15_signals_end_the_command_release_the_lease_and_exit_with_128_plus_their_number()
      throws Exception {
    for (Map.Entry<String, Integer> signal :
        Map.of("TERM", 143, "INT", 130, "HUP", 129).entrySet()) {
      try (Running running = holding()) {
        long child = Long.parseLong(running.line());
        running.signal(signal.getKey());
        Answer answer = running.end();
        assertThat(answer.code()).as(signal.getKey()).isEqualTo(signal.getValue());
        assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
        assertThat(processing.state()).as(signal.getKey()).isEqualTo("free");
      }
    }
  }

  @Test
  void a_second_signal_does_not_skip_the_release() throws Exception {
    // The command takes its time to end, so that the second signal comes in between.
    try (Running running =
        processing.prlease(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            "trap 'echo ending; read -r line; exit 0' TERM; echo ready; while :; do read -r x; done")) {
      assertThat(running.line()).isEqualTo("ready");
      running.signal("TERM");
      assertThat(running.line()).isEqualTo("ending");
      running.signal("INT");
      running.signal("TERM");
      running.send("now");
      assertThat(running.end().code()).isIn(130, 143);
      assertThat(processing.state()).isEqualTo("free");
    }
  }

  @Test
  void a_break_while_the_command_runs_ends_it_with_76() throws Exception {
    try (Running running = holding("--ttl", "6s")) {
      long child = Long.parseLong(running.line());
      assertThat(processing.run("break", "--key", KEY, "--reason", "test").code()).isZero();
      Answer answer = running.end();
      assertThat(answer.code()).isEqualTo(76);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).contains("lost").contains(KEY);
      assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
      assertThat(processing.events()).contains("broken", "lost", "action-failed");
    }
  }

  @Test
  void after_kill_9_of_the_holder_the_next_acquire_succeeds_after_the_TTL_and_not_before()
      throws Exception {
    try (Running running = holding("--ttl", "4s")) {
      running.line();
      running.process.destroyForcibly().waitFor();
      Answer before = processing.run("status", "--key", KEY, "--json");
      assertThat(processing.run("acquire", "--key", KEY).code()).isEqualTo(75);
      Answer after = processing.run("acquire", "--key", KEY, "--wait", "60s", "--json");
      assertThat(after.code()).isZero();
      assertThat(after.json("origin")).isEqualTo("reclaimed");
      assertThat(after.json("acquired_at")).isGreaterThanOrEqualTo(before.json("expires_at"));
      assertThat(processing.events())
          .containsSubsequence("acquired", "gate-passed", "stood-down", "reclaimed")
          .doesNotContain("released");
    }
  }

  @Test
  void kill_9_of_prlease_alone_ends_its_command_at_once() throws Exception {
    try (Running running = sleeping("--ttl", "10m")) {
      running.line();
      running.signal("KILL");
      // The end of its standard output is the end of the command.
      assertThat(running.end().code()).isEqualTo(137);
      assertThat(processing.state()).isEqualTo("held");
    }
  }

  @Test
  void kill_STOP_of_prlease_alone_ends_its_command_before_the_lease_is_over() throws Exception {
    try (Running running = sleeping("--ttl", "6s")) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(running.line())).orElseThrow();
      running.signal("STOP");
      child.onExit().get();
      assertThat(processing.run("acquire", "--key", KEY, "--wait", "60s").code()).isZero();
      running.signal("CONT");
      assertThat(running.end().code()).isEqualTo(76);
    }
  }

  private Running sleeping(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("run", "--key", KEY));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "bash", "-c", "echo $$; exec sleep 1000"));
    return processing.prlease(words.toArray(new String[0]));
  }

  @Test
  void a_prlease_inside_joins() throws Exception {
    String script =
        """
        prlease assert --at-least 1m || exit 10
        prlease acquire --json | grep -q '"origin": "joined"' || exit 11
        prlease release || exit 12
        prlease renew >/dev/null || exit 13
        prlease run --repo acme/app --pr 42 -- bash -c 'echo inner; exit 5'
        [ $? = 5 ] || exit 14
        prlease run --key acme/app#43 -- echo other || exit 15
        prlease assert || exit 16
        """;
    Answer answer =
        processing.run(
            "run", "--key", KEY, "--", "bash", "-c", Processing.shellFunction() + script);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).isEqualTo("inner\nother\n");
    assertThat(answer.err())
        .isEqualTo(
            "prlease release: not released: the prlease run around this holds acme/app#42 and"
                + " releases it\n");
    assertThat(processing.events().stream().filter("released"::equals)).hasSize(2);
    assertThat(processing.events().stream().filter("joined"::equals)).hasSize(2);
  }

  @Test
  void a_prlease_inside_a_lost_lease_is_refused_with_76() throws Exception {
    try (Running running =
        processing.prlease(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            Processing.shellFunction()
                + "trap '' TERM; echo ready; read -r line; prlease run -- echo never; echo code $?")) {
      assertThat(running.line()).isEqualTo("ready");
      assertThat(processing.run("break", "--key", KEY, "--reason", "test").code()).isZero();
      running.send("go");
      assertThat(running.line()).isEqualTo("code 76");
      assertThat(running.end().code()).isEqualTo(76);
    }
  }

  @Test
  void a_lease_that_the_session_held_before_stays_held_after_the_run() throws Exception {
    Files.createDirectories(processing.directory.resolve(".git"));
    Files.writeString(processing.directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    assertThat(processing.run("acquire", "--key", KEY).code()).isZero();
    Answer before = processing.run("status", "--key", KEY, "--json");
    assertThat(processing.run("run", "--key", KEY, "--", "true").code()).isZero();
    Answer after = processing.run("status", "--key", KEY, "--json");
    assertThat(after.json("state")).isEqualTo("held");
    assertThat(after.json("fence")).isEqualTo(before.json("fence"));
    assertThat(after.json("program"))
        .as("nobody is at work under it any more, wherever one looks from")
        .isEqualTo("prlease acquire");
    assertThat(processing.run("release", "--key", KEY).out()).isEqualTo("released acme/app#42\n");
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
  void two_runs_of_one_session_exclude_each_other() throws Exception {
    Files.createDirectories(processing.directory.resolve(".git"));
    Files.writeString(processing.directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    assertThat(processing.run("acquire", "--key", KEY).code()).isZero();
    try (Running first = holding()) {
      first.line();
      Answer second = processing.run("run", "--key", KEY, "--", "echo", "never");
      assertThat(second.code()).isEqualTo(75);
      assertThat(second.err())
          .contains("prlease run, pid")
          .contains("that is this session: another command of it is at work");
      assertThat(processing.run("release", "--key", KEY).code()).isEqualTo(75);
      assertThat(processing.run("acquire", "--key", KEY).out()).startsWith("joined ");
      first.send("go");
      assertThat(first.end().code()).isEqualTo(7);
    }
    assertThat(processing.run("run", "--key", KEY, "--", "echo", "again").out())
        .isEqualTo("again\n");
  }

  @Test
  void export_lets_a_shell_act_under_its_lease() throws Exception {
    String script =
        """
        eval "$(prlease acquire --key acme/app#42 --export --ttl 1h)"
        prlease assert && prlease run -- echo inside && prlease release
        """;
    try (Running shell = processing.bash(Processing.shellFunction() + script)) {
      assertThat(shell.end()).isEqualTo(new Answer(0, "inside\nreleased acme/app#42\n", ""));
    }
  }

  @Test
  void a_reader_that_goes_away_is_no_crash() throws Exception {
    try (Running shell =
        processing.bash(
            Processing.shellFunction() + "prlease help run | :; echo ${PIPESTATUS[0]}")) {
      assertThat(shell.end()).isEqualTo(new Answer(0, "0\n", ""));
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
