package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The gate's commands, through the real gh, at a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateCommandsTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final String KEY = REPO + "#42";
  private static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";

  @TempDir Path top = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<Desktop> made = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    server().state().login(TOKEN, "kim");
    made = Optional.of(new Desktop(top));
    desk()
        .environment
        .putAll(server().environment(Files.createDirectories(top.resolve("gh")), TOKEN));
    desk().makeCommandsRun();
    scripted = Optional.of(server().pull("acme/app", 42));
    pull().checks(ScriptedCheck.ended("build", "SUCCESS"));
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private Desktop desk() {
    return made.orElseThrow();
  }

  private ScriptedPull pull() {
    return scripted.orElseThrow();
  }

  private Answer prlease(String... words) {
    Answer answer = desk().prlease(words);
    assertThat(answer.out() + answer.err()).doesNotContain(TOKEN);
    return answer;
  }

  private Answer watch(String... more) {
    String[] words = new String[4 + more.length];
    System.arraycopy(new String[] {"watch-and-merge", "42", "--repo", REPO}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return prlease(words);
  }

  private boolean isFree() {
    return prlease("status", "--key", KEY).out().contains("free");
  }

  @Test
  void watch_and_merge_merges_the_certified_head_and_gives_the_lease_back() {
    Answer answer = watch();
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).startsWith(KEY + ": merged at aaaaaaaaaaaa");
    assertThat(answer.out()).endsWith(" by kim\n");
    assertThat(answer.err()).contains("certified head " + sha('a'));
    assertThat(pull().state()).isEqualTo("MERGED");
    assertThat(
            server()
                .log("merged")
                .get(0)
                .variables()
                .path("input")
                .path("expectedHeadOid")
                .asText())
        .isEqualTo(sha('a'));
    assertThat(isFree()).isTrue();
    assertThat(desk().events())
        .containsSubsequence("acquired", "renewed", "gate-passed", "action-succeeded", "released");
  }

  @Test
  void checks_that_change_over_time_are_waited_for_and_told() {
    pull()
        .checks(ScriptedCheck.running("build"), ScriptedCheck.ended("lint", "SUCCESS"))
        .onRead(3, pull -> pull.checks(ScriptedCheck.ended("build", "SUCCESS")));
    Answer answer = watch("--interval", "5s");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.err())
        .contains("waiting: check build is pending; checks: 1 passed, 1 pending, 0 failed");
  }

  @Test
  void a_check_that_fails_ends_it_with_1_its_name_and_what_to_do() {
    pull().checks(ScriptedCheck.ended("build", "TIMED_OUT"));
    Answer answer = watch();
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out()).contains("not merged: checks did not pass: build (");
    assertThat(answer.err()).contains("  next: ");
    assertThat(server().log("merged")).isEmpty();
    assertThat(isFree()).isTrue();
  }

  @Test
  void json_is_an_object_a_line_and_ends_with_the_end() {
    Answer answer = watch("--json");
    List<String> lines = answer.out().lines().toList();
    assertThat(lines).allMatch(line -> line.startsWith("{\"event\":\"") && line.endsWith("}"));
    assertThat(lines.get(lines.size() - 1))
        .contains("\"event\":\"end\"")
        .contains("\"outcome\":\"merged\"")
        .contains("\"merged_by\":\"kim\"");
    assertThat(lines).anyMatch(line -> line.contains("\"event\":\"certified\""));
  }

  @Test
  void who_comes_second_stands_down_with_75_and_merges_nothing() {
    prlease("acquire", "--key", KEY, "--session", "other");
    Answer answer = watch();
    assertThat(answer.code()).isEqualTo(75);
    assertThat(answer.err()).contains("session other").contains("standing down");
    assertThat(server().log("merged")).isEmpty();
    assertThat(watch("--dry-run").code()).isEqualTo(75);
  }

  @Test
  void a_dry_run_tells_what_it_would_do_and_does_nothing() {
    Answer answer = watch("--dry-run", "--rebase");
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .startsWith("would rebase-merge " + KEY + " at head " + sha('a') + "\n")
        .contains("checks: 1 passed");
    assertThat(server().log("merged")).isEmpty();
    assertThat(Files.exists(desk().home.resolve("audit.jsonl"))).isFalse();
  }

  @Test
  void a_dry_run_of_what_would_not_go_says_so_and_exits_as_that_would() {
    pull().closed();
    for (String command : List.of("watch-and-merge", "merge", "auto-merge")) {
      Answer answer = prlease(command, "42", "--repo", REPO, "--dry-run");
      assertThat(answer.out())
          .as(command)
          .startsWith("would merge nothing\n  now:   closed without a merge\n");
      assertThat(answer.code()).as(command).isEqualTo(1);
      assertThat(prlease(command, "42", "--repo", REPO).code()).as(command).isEqualTo(1);
    }
    Answer closing = prlease("close", "42", "--repo", REPO, "--dry-run");
    assertThat(closing.out()).startsWith("would close nothing\n  now:   closed already\n");
    assertThat(closing.code()).isZero();
    assertThat(prlease("close", "42", "--repo", REPO).code()).isZero();

    pull().merged("kim");
    for (String command : List.of("watch-and-merge", "merge", "auto-merge")) {
      Answer answer = prlease(command, "42", "--repo", REPO, "--dry-run");
      assertThat(answer.out())
          .as(command)
          .startsWith("would merge nothing\n  now:   merged already by kim\n");
      assertThat(answer.code()).as(command).isZero();
      assertThat(prlease(command, "42", "--repo", REPO).code()).as(command).isZero();
    }
    Answer tooLate = prlease("close", "42", "--repo", REPO, "--dry-run", "--json");
    assertThat(tooLate.json("would")).isEqualTo("would close nothing");
    assertThat(tooLate.code()).isEqualTo(1);
    assertThat(prlease("close", "42", "--repo", REPO).code()).isEqualTo(1);
  }

  @Test
  void a_pull_request_is_named_as_people_paste_it() {
    for (String named :
        List.of(
            KEY, "https://" + REPO + "/pull/42", "https://" + REPO + "/pull/42/files?w=1#diff")) {
      Answer answer = prlease("merge", named, "--dry-run");
      assertThat(answer.code()).as("%s: %s", named, answer.err()).isZero();
      assertThat(answer.out()).as(named).startsWith("would squash-merge " + KEY + " ");
    }
    assertThat(prlease("merge", "#42", "--repo", REPO, "--dry-run").code()).isZero();
    Answer twice = prlease("merge", "https://" + REPO + "/pull/42", "--repo", REPO);
    assertThat(twice.code()).isEqualTo(ExitCode.USAGE);
    assertThat(twice.err()).contains("says it all").contains("  next: ");
  }

  @Test
  void a_repository_that_gh_would_look_for_elsewhere_is_warned_of() {
    desk().environment.put("GH_HOST", ForgeServer.HOST);
    Answer other = prlease("status", "--repo", "acme/app", "--pr", "42");
    assertThat(other.err())
        .contains("acme/app is the one at github.com here, though GH_HOST is " + ForgeServer.HOST)
        .contains("--repo " + REPO);
    assertThat(prlease("status", "--repo", REPO, "--pr", "42").err()).doesNotContain("GH_HOST");
  }

  @Test
  void a_dry_run_of_what_is_stuck_says_what_to_do() {
    pull().conflicting(true);
    Answer answer = watch("--dry-run");
    assertThat(answer.code()).as(answer.out()).isEqualTo(1);
    assertThat(answer.out())
        .startsWith("would merge nothing\n")
        .contains("stuck: it conflicts with");
    assertThat(answer.err()).contains("  next: Rebase it");
  }

  @Test
  void admin_needs_a_reason_and_is_recorded_before_the_merge() {
    Answer without = prlease("merge", "42", "--repo", REPO, "--admin");
    assertThat(without.code()).isEqualTo(64);
    assertThat(without.err()).contains("--admin needs --reason");
    pull().review("REVIEW_REQUIRED");
    server().state().admin(TOKEN);
    Answer with =
        prlease("merge", "42", "--repo", REPO, "--admin", "--reason", "hotfix, approved by Kim");
    assertThat(with.code()).as(with.err()).isZero();
    assertThat(desk().events()).containsSubsequence("admin-bypass", "gate-passed");
    assertThat(prlease("audit").out()).contains("hotfix, approved by Kim");
  }

  @Test
  void merge_is_refused_where_the_rules_bar_it_and_says_how_to_wait() {
    pull().review("REVIEW_REQUIRED");
    Answer answer = prlease("merge", "42", "--repo", REPO);
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.err()).contains("prlease watch-and-merge 42");
    assertThat(pull().state()).isEqualTo("OPEN");
  }

  @Test
  void a_queue_is_waited_out() {
    pull().queueRequired(true).onRead(4, pull -> pull.queue(Optional.empty()).merged("queue"));
    Answer answer = prlease("merge", "42", "--repo", REPO, "--interval", "5s");
    assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
    assertThat(answer.err()).contains("the lease is kept until it is merged");
  }

  @Test
  void a_merge_whose_answer_was_dropped_is_found_out() {
    server().faults().next("PullRequestMerge", new Fault.DroppedAfter());
    Answer answer = watch();
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(server().log("merged")).hasSize(1);
  }

  @Test
  void a_branch_is_deleted_once_it_is_merged() {
    assertThat(watch("--delete-branch").code()).isZero();
    assertThat(server().state().deletedBranches()).hasSize(1);
  }

  @Test
  void L58_a_branch_that_another_pull_request_is_based_on_stays() {
    server().pull("acme/app", 43).branch("next").base(pull().branch());
    Answer answer = watch("--delete-branch");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(server().state().deletedBranches()).isEmpty();
    assertThat(answer.err())
        .contains(REPO + "#43 is to be merged into it")
        .contains("gh pr edit 43 --base main");
  }

  @Test
  void a_dry_run_of_what_would_have_to_wait_says_that_merge_does_not() {
    pull().review("REVIEW_REQUIRED");
    Answer answer = prlease("merge", "42", "--repo", REPO, "--dry-run");
    assertThat(answer.code()).as(answer.out()).isEqualTo(1);
    assertThat(answer.out()).startsWith("would merge nothing\n").contains("review is missing");
    assertThat(prlease("merge", "42", "--repo", REPO).code()).isEqualTo(1);
    assertThat(watch("--dry-run").code()).isZero();
  }

  @Test
  void a_merge_is_told_and_the_lease_given_back_though_the_branch_cannot_be_looked_for() {
    server()
        .faults()
        .chaos(
            arrived ->
                arrived.operation().equals("PrleasePullRequest")
                        && pull().state().equals("MERGED")
                        && server().log("PrleasePullRequest").size() > 1
                    ? Optional.of(Fault.badGateway())
                    : Optional.empty());
    Answer answer = watch("--delete-branch");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("merged");
    assertThat(answer.err())
        .contains("merged, but its branch could not be deleted: ")
        .contains("  next: ");
    assertThat(isFree()).isTrue();
    assertThat(server().state().deletedBranches()).isEmpty();
  }

  @Test
  void a_branch_that_was_pushed_to_after_the_merge_is_kept() {
    Runnable push = () -> server().state().pushed("acme/app", "feature", sha('c'));
    server().faults().next("PrleaseDeleteBranch", new Fault.First(push));
    Answer answer = watch("--delete-branch");
    assertThat(answer.code()).isZero();
    assertThat(answer.err())
        .contains("merged, but the branch feature could not be deleted")
        .contains(sha('c'))
        .contains("  next: Look at what was pushed after the merge");
    assertThat(server().state().deletedBranches()).isEmpty();
  }

  @Test
  void close_closes_and_reads_again() {
    Answer answer = prlease("close", "42", "--repo", REPO);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).isEqualTo(KEY + ": closed\n");
    assertThat(pull().state()).isEqualTo("CLOSED");
    assertThat(isFree()).isTrue();
    assertThat(prlease("merge", "42", "--repo", REPO).code()).isEqualTo(1);
  }

  @Test
  void auto_merge_arms_keeps_the_lease_and_disarms_when_it_gives_up() {
    pull().checks(ScriptedCheck.running("build"));
    Answer answer =
        prlease("auto-merge", "42", "--repo", REPO, "--interval", "5s", "--timeout", "12s");
    assertThat(answer.code()).as(answer.out() + answer.err()).isEqualTo(124);
    assertThat(answer.err()).contains("the lease is kept until then");
    assertThat(pull().isArmed()).isFalse();
    assertThat(isFree()).isTrue();
  }

  @Test
  void L59_do_warns_of_what_the_forge_merges_after_it_has_ended() {
    pull().checks(ScriptedCheck.running("build"));
    Answer armed = prlease("do", "auto-merge", "--key", KEY);
    assertThat(armed.code()).as(armed.err()).isZero();
    assertThat(armed.err())
        .contains("prlease do: warning: the forge merges it later")
        .contains("prlease auto-merge")
        .contains("gh pr merge 42 -R " + REPO + " --disable-auto");
    Answer off = prlease("do", "auto-merge", "--key", KEY, "--", "--off");
    assertThat(off.code()).as(off.err()).isZero();
    assertThat(off.err()).doesNotContain("warning");
    server().faults().always("PullRequestAutoMerge", new Fault.DroppedBefore());
    assertThat(prlease("do", "auto-merge", "--key", KEY).err())
        .contains("warning: the forge may merge it later all the same");
  }

  @Test
  void auto_merge_of_a_head_that_was_pushed_after_it_was_armed_is_told_and_ends_with_1() {
    pull()
        .checks(ScriptedCheck.running("build"))
        .onRead(4, pull -> pull.head(sha('b')).merged("me"));
    Answer answer =
        prlease("auto-merge", "42", "--repo", REPO, "--interval", "5s", "--delete-branch");
    assertThat(answer.code()).as(answer.err()).isEqualTo(1);
    assertThat(answer.out())
        .contains(": merged at bbbbbbbbbbbb")
        .contains(
            "nobody here certified that head: the forge had been asked to merge aaaaaaaaaaaa");
    assertThat(answer.err()).contains("  next: Look at what was merged");
    assertThat(server().state().deletedBranches()).isEmpty();
    assertThat(isFree()).isTrue();
  }

  @Test
  void not_logged_in_no_such_pull_request_and_no_gh_are_told_apart() {
    server().faults().always("*", Fault.unauthorized());
    Answer login = watch();
    assertThat(login.code()).as(login.err()).isEqualTo(69);
    assertThat(login.err()).contains("gh auth login");
    server().faults().clear();
    Answer absent = prlease("watch-and-merge", "99", "--repo", REPO);
    assertThat(absent.code()).as(absent.err()).isEqualTo(1);
    desk().environment.put("PATH", "/nonexistent");
    Answer missing = watch();
    assertThat(missing.code()).isEqualTo(69);
    assertThat(missing.err()).contains("gh").contains("  next: ");
  }

  @Test
  void answers_that_are_cut_off_are_read_again_and_then_told() {
    server().faults().always("*", new Fault.Halved());
    Answer answer = watch();
    assertThat(answer.code()).as(answer.err()).isEqualTo(69);
    assertThat(isFree()).isTrue();
  }

  private void git(String... words) throws Exception {
    ProcessBuilder git = new ProcessBuilder("git").directory(desk().directory.toFile());
    git.command().addAll(List.of(words));
    git.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    git.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    assertThat(git.redirectErrorStream(true).start().waitFor()).isZero();
  }

  @Test
  void in_a_checkout_repository_and_pull_request_are_found() throws Exception {
    desk().environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    git("init", "-q", "-b", "feature");
    git(
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.example",
        "commit",
        "-q",
        "--allow-empty",
        "-mx");
    git("remote", "add", "origin", "https://" + ForgeServer.HOST + "/acme/app.git");
    pull().branch("feature");
    assertThat(prlease("status").out()).startsWith(KEY + ": free\n");
    assertThat(prlease("close", "42", "--dry-run").out()).startsWith("would close " + KEY);
    server().pull("acme/app", 43).branch("feature");
    Answer several = prlease("status");
    assertThat(several.code()).isEqualTo(64);
    assertThat(several.err())
        .contains("the branch has 2 open pull requests")
        .contains("#42")
        .contains("#43");
    git("switch", "-q", "-c", "other");
    Answer none = prlease("status");
    assertThat(none.code()).isEqualTo(64);
    assertThat(none.err()).contains("no pull request is open for").contains("gh pr create");
  }

  @Test
  void sweep_ends_leases_on_merged_pull_requests() {
    prlease("acquire", "--key", KEY, "--session", "forgetful");
    assertThat(prlease("gc", "--closed").out()).endsWith("ended 0, kept 1\n");
    pull().merged("alice");
    Answer answer = prlease("gc", "--closed");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out())
        .isEqualTo(
            "ended the lease on "
                + KEY
                + " of session forgetful: the pull request is merged by alice\n"
                + "ended 1, kept 0\n");
    assertThat(isFree()).isTrue();
    assertThat(prlease("audit").out()).contains("swept: the pull request is merged by alice");
  }

  @Test
  void actions_of_plugins_and_built_in_ones_are_done_by_name() {
    Answer answer = prlease("do", "exec", "--key", KEY, "--", "sh", "-c", "exit 3");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.err()).contains("exec on " + KEY + " failed").contains("exit_code: 3");
    Answer none = prlease("do", "no-such", "--key", KEY);
    assertThat(none.code()).isEqualTo(78);
    assertThat(none.err()).contains("exec");
  }
}
