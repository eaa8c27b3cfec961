package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ScriptedCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every state that a pull request can be in or come to, and everything that may be wrong with the
 * forge: {@code watch-and-merge} through the real gh, at a forge on the loopback.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateStatesTest {
  private static final ScriptedCheck PASSED = ScriptedCheck.ended("build", "SUCCESS");
  private static final ScriptedCheck RUNS = ScriptedCheck.running("build");
  private static final int NEVER = 0;
  private static final int ONCE = 1;

  @TempDir Path top = Path.of("");

  /**
   * A state, and what comes of it.
   *
   * @param tells of which each is on standard output or error
   * @param merges how often a merge was done by this command
   */
  private record Row(
      String state,
      Consumer<ForgeDesk> script,
      List<String> options,
      int code,
      List<String> tells,
      int merges) {
    @Override
    public String toString() {
      return state;
    }
  }

  private static Row row(
      String state, Consumer<ForgeDesk> script, int code, int merges, String... tells) {
    return new Row(state, script, List.of(), code, List.of(tells), merges);
  }

  private static Row given(List<String> options, Row row) {
    return new Row(row.state, row.script, options, row.code, row.tells, row.merges);
  }

  private static final List<String> A_MINUTE = List.of("--timeout", "1m");

  static Stream<Row> states() {
    return Stream.of(
        row(
            "draft, ready after a while",
            on -> on.pull.draft(true).onRead(3, then -> then.draft(false)),
            ExitCode.DONE,
            ONCE,
            "waiting: it is a draft",
            ": merged at aaaaaaaaaaaa"),
        given(
            A_MINUTE,
            row(
                "draft for ever",
                on -> on.pull.draft(true),
                ExitCode.TIMED_OUT,
                NEVER,
                "not merged in time; waited for: it is a draft")),
        row("closed", on -> on.pull.closed(), ExitCode.FAILED, NEVER, ": closed without a merge"),
        row(
            "closed while watching",
            on -> on.pull.checks(RUNS).onRead(3, then -> then.closed()),
            ExitCode.FAILED,
            NEVER,
            ": closed without a merge"),
        row(
            "merged by somebody else",
            on -> on.pull.merged("alice"),
            ExitCode.DONE,
            NEVER,
            ": merged already",
            "by alice"),
        row(
            "merged by somebody else while watching",
            on -> on.pull.checks(RUNS).onRead(3, then -> then.merged("alice")),
            ExitCode.DONE,
            NEVER,
            ": merged already",
            "by alice"),
        row(
            "merged by somebody else in the last moment",
            on ->
                on.server
                    .faults()
                    .next("PullRequestMerge", new Fault.First(() -> on.pull.merged("alice"))),
            ExitCode.DONE,
            NEVER,
            ": merged already",
            "by alice"),
        row(
            "head moved while watching",
            on -> on.pull.checks(RUNS).onRead(3, then -> then.head(sha('b')).checks(PASSED)),
            ExitCode.DONE,
            ONCE,
            "its head moved from aaaaaaaaaaaa to bbbbbbbbbbbb: starting over",
            ": merged at bbbbbbbbbbbb"),
        row(
            "head moved in the last moment, its checks to come",
            on ->
                on.server
                    .faults()
                    .next(
                        "PullRequestMerge",
                        new Fault.First(
                            () ->
                                on.pull
                                    .head(sha('b'))
                                    .checks(RUNS)
                                    .onRead(6, then -> then.checks(PASSED)))),
            ExitCode.DONE,
            ONCE,
            "not merged: its head is bbbbbbbbbbbb by now",
            "waiting: check build is pending",
            ": merged at bbbbbbbbbbbb"),
        row(
            "behind",
            on -> on.pull.behind(true),
            ExitCode.FAILED,
            NEVER,
            "it is behind main, and must be up to date",
            "prlease rebase 42"),
        row(
            "dirty",
            on -> on.pull.conflicting(true),
            ExitCode.FAILED,
            NEVER,
            "it conflicts with main",
            "prlease rebase 42"),
        row(
            "blocked by a missing review, which comes",
            on -> on.pull.review("REVIEW_REQUIRED").onRead(3, then -> then.review("APPROVED")),
            ExitCode.DONE,
            ONCE,
            "waiting: a required review is missing",
            ": merged at "),
        given(
            A_MINUTE,
            row(
                "blocked by a reviewer",
                on -> on.pull.review("CHANGES_REQUESTED"),
                ExitCode.TIMED_OUT,
                NEVER,
                "waited for: a reviewer asks for changes")),
        given(
            A_MINUTE,
            row(
                "blocked by a rule",
                on -> on.pull.mergeState("BLOCKED"),
                ExitCode.TIMED_OUT,
                NEVER,
                "waited for: the base branch's rules block it")),
        row(
            "queue required",
            on ->
                on.pull
                    .queueRequired(true)
                    .onRead(4, then -> then.queue(Optional.empty()).merged("queue")),
            ExitCode.DONE,
            NEVER,
            "it is in the merge queue now; the lease is kept until it is merged",
            "by queue"),
        row(
            "kicked out of the queue",
            on -> on.pull.queueRequired(true).onRead(4, then -> then.queue(Optional.empty())),
            ExitCode.FAILED,
            NEVER,
            "it was taken out of the merge queue"),
        row(
            "armed by somebody else",
            on -> on.pull.checks(RUNS).armed(Optional.of("alice")).onRead(3, t -> t.checks(PASSED)),
            ExitCode.DONE,
            NEVER,
            "armed: the forge merges it once its rules let it",
            "by alice"),
        row(
            "no checks",
            on -> on.pull.checks(),
            ExitCode.DONE,
            ONCE,
            "waiting: no check has been reported yet",
            "warning: no check has been reported for " + sha('a') + ": merging it"),
        given(
            List.of("--required"),
            row(
                "required checks only",
                on -> on.pull.checks(PASSED, ScriptedCheck.ended("flaky", "FAILURE").optional()),
                ExitCode.DONE,
                ONCE,
                ": merged at ")),
        row(
            "a check that is not required fails, and all were asked for",
            on -> on.pull.checks(PASSED, ScriptedCheck.ended("flaky", "FAILURE").optional()),
            ExitCode.FAILED,
            NEVER,
            "checks did not pass: flaky ("),
        given(
            List.of("--delete-branch"),
            row(
                "a fork's",
                on -> on.pull.headRepository(Optional.of("bob/app")),
                ExitCode.DONE,
                ONCE,
                "its branch is in a fork, and stays",
                ": merged at ")),
        row(
            "a fork's that is gone",
            on -> on.pull.headRepository(Optional.empty()),
            ExitCode.DONE,
            ONCE,
            ": merged at "));
  }

  static Stream<Row> badForges() {
    return Stream.of(
        given(
            List.of("--repo", "github.localhost/acme/nothing"),
            row("wrong repository", on -> {}, ExitCode.FAILED, NEVER, "  next: ")),
        row(
            "nobody is logged in, says gh",
            on ->
                List.of("GH_TOKEN", "GH_ENTERPRISE_TOKEN").forEach(on.desktop.environment::remove),
            ExitCode.UNAVAILABLE,
            NEVER,
            "gh auth login"),
        row(
            "nobody is logged in, says the forge",
            on -> on.server.faults().always("*", Fault.unauthorized()),
            ExitCode.UNAVAILABLE,
            NEVER,
            "gh auth login"),
        row(
            "no gh",
            on -> on.desktop.environment.put("PATH", "/nonexistent"),
            ExitCode.UNAVAILABLE,
            NEVER,
            "gh",
            "  next: "),
        row(
            "malformed answers",
            on -> on.server.faults().always("*", Fault.garbage("{\"data\": [}")),
            ExitCode.UNAVAILABLE,
            NEVER,
            "  next: "),
        row(
            "answers of something else",
            on -> on.server.faults().always("*", Fault.garbage("{\"data\": {\"repository\": 7}}")),
            ExitCode.UNAVAILABLE,
            NEVER,
            "  next: "),
        given(
            A_MINUTE,
            row(
                "answers that are cut off",
                on -> on.server.faults().always("*", new Fault.CutOff()),
                ExitCode.UNAVAILABLE,
                NEVER,
                "  next: ")),
        row(
            "one answer that is cut off, and one that is malformed",
            on ->
                on.server
                    .faults()
                    .next("PrleasePullRequest", new Fault.CutOff())
                    .nth("PrleasePullRequest", 2, Fault.garbage("<html>")),
            ExitCode.DONE,
            ONCE,
            "trying again in 2s",
            "trying again in 4s"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  @DisplayName("What watch-and-merge does about the state of a pull request")
  void states(Row row) throws Exception {
    check(row);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badForges")
  @DisplayName("What watch-and-merge does about a forge that cannot be asked")
  void badForges(Row row) throws Exception {
    check(row);
  }

  private void check(Row row) throws Exception {
    try (ForgeDesk desk = new ForgeDesk(top)) {
      row.script.accept(desk);
      Answer answer = desk.watch(row.options);
      String said = answer.out() + answer.err();
      assertThat(answer.code()).as(said).isEqualTo(row.code);
      assertThat(said).contains(row.tells);
      assertThat(desk.server.log("merged")).hasSize(row.merges);
      assertThat(desk.isFree()).isTrue();
    }
  }
}
