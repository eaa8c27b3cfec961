package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease push} and {@code rebase}: real git, real gh, a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GatePushTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final String KEY = REPO + "#42";

  @TempDir Path top = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private int amendments;
  private Optional<Desktop> made = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();
  private Path bare = Path.of("");

  @BeforeEach
  void start() throws Exception {
    started = Optional.of(ForgeServer.start());
    started.get().state().login("token-of-kim", "kim");
    made = Optional.of(new Desktop(top));
    desk()
        .environment
        .putAll(
            started.get().environment(Files.createDirectories(top.resolve("gh")), "token-of-kim"));
    desk().makeCommandsRun();
    Path config =
        Files.writeString(top.resolve("gitconfig"), "[user]\n name=a\n email=a@b.example\n");
    bare = Files.createDirectories(top.resolve("servers/acme")).resolve("app.git");
    Path ssh =
        Files.writeString(
            top.resolve("ssh.sh"), "#!/bin/sh\ncd '" + top + "/servers'\neval \"$2\"\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    desk()
        .environment
        .putAll(
            Map.of(
                "GIT_CONFIG_GLOBAL",
                config.toString(),
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "GIT_SSH_COMMAND",
                "'" + ssh + "'",
                "GIT_SSH_VARIANT",
                "simple"));
    git(top, "init", "-q", "--bare", "-b", "main", bare.toString());
    git(desk().directory, "init", "-q", "-b", "main");
    git(desk().directory, "remote", "add", "origin", "git@" + ForgeServer.HOST + ":acme/app.git");
    commit(desk().directory, "base");
    git(desk().directory, "push", "-q", "origin", "main");
    git(desk().directory, "switch", "-q", "-c", "feature");
    commit(desk().directory, "one");
    git(desk().directory, "push", "-q", "-u", "origin", "feature");
    scripted = Optional.of(started.get().pull("acme/app", 42).branch("feature").base("main"));
    pull().head(there());
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private Desktop desk() {
    return made.orElseThrow();
  }

  private ScriptedPull pull() {
    return scripted.orElseThrow();
  }

  private String git(Path directory, String... words) {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    ProcessBuilder git =
        new ProcessBuilder(all).directory(directory.toFile()).redirectErrorStream(true);
    git.environment().clear();
    git.environment().putAll(desk().environment);
    try {
      Process process = git.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", all, said).isZero();
      return said.strip();
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }

  private void commit(Path checkout, String text) throws IOException {
    Files.writeString(checkout.resolve(text), text);
    git(checkout, "add", text);
    git(checkout, "commit", "-q", "-m", text);
  }

  private String there() {
    return git(bare, "rev-parse", "feature");
  }

  /** Within one second, a commit with the same words would be the same commit. */
  private void amend() throws IOException {
    amendments++;
    git(desk().directory, "commit", "-q", "--amend", "-m", "another " + amendments);
  }

  @Test
  void a_forced_push_of_the_own_branch_passes_and_the_lease_keeps_the_commit() throws Exception {
    desk().prlease("acquire", "--key", KEY, "--session", "me");
    amend();
    Answer answer = desk().prlease("push", "--session", "me");
    assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
    assertThat(answer.out()).startsWith(KEY + ": pushed " + there());
    assertThat(there()).isEqualTo(git(desk().directory, "rev-parse", "HEAD"));
    assertThat(Files.readString(desk().home.resolve("leases").resolve(slot()))).contains(there());
  }

  private static String slot() {
    return ForgeServer.HOST + "@acme__app__pr-42.json";
  }

  @Test
  void with_the_leases_in_the_branchs_repository_both_move_in_one_step() throws Exception {
    desk().environment.put("PRLEASE_STORE", "git:git@" + ForgeServer.HOST + ":acme/app.git");
    desk().prlease("acquire", "--key", KEY, "--session", "me");
    String lease = "refs/leases/" + ForgeServer.HOST + "@/acme/app__pr-42";
    String held = git(bare, "rev-parse", lease);
    amend();
    Answer answer = desk().prlease("push", "--session", "me");
    assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
    assertThat(answer.out()).contains("pushed " + there(), ", in one step with its lease");
    // The push takes the lease for itself before, and leaves it as it was afterwards.
    String before = git(bare, "merge-base", held, lease);
    assertThat(before).isEqualTo(held);
    assertThat(git(bare, "log", "-1", "--format=%B", lease)).contains(there());
    amend();
    assertThat(desk().prlease("push", "--session", "me", "--json").json("lease"))
        .isEqualTo("fenced");
    assertThat(desk().prlease("status", "--key", KEY, "--json").json("owner_session_id"))
        .isEqualTo("me");
    assertThat(desk().prlease("doctor").out()).contains("was reached and read");
    assertThat(desk().prlease("release", "--key", KEY, "--session", "me").code()).isZero();

    desk().environment.remove("PRLEASE_STORE");
    desk().prlease("acquire", "--key", KEY, "--session", "me");
    amend();
    assertThat(desk().prlease("push", "--session", "me").out()).doesNotContain("one step");
  }

  @Test
  void L56_a_branch_that_somebody_moved_is_left_alone_though_it_was_fetched() throws Exception {
    desk().prlease("acquire", "--key", KEY, "--session", "me");
    amend();
    assertThat(desk().prlease("push", "--session", "me").code()).isZero();
    String ours = there();
    Path other = top.resolve("other");
    git(top, "clone", "-q", "git@" + ForgeServer.HOST + ":acme/app.git", other.toString());
    git(other, "switch", "-q", "feature");
    commit(other, "theirs");
    git(other, "push", "-q");
    String theirs = there();
    git(desk().directory, "fetch", "-q");
    git(desk().directory, "commit", "-q", "--amend", "-m", "mine again");
    Answer answer = desk().prlease("push", "--session", "me");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out())
        .contains("not pushed: its branch was expected at " + ours + ", and is at " + theirs);
    assertThat(there()).isEqualTo(theirs);
  }

  @Test
  void a_push_to_a_pull_request_that_another_session_holds_stands_down() throws Exception {
    desk().prlease("acquire", "--key", KEY, "--session", "other");
    String before = there();
    amend();
    assertThat(desk().prlease("push").code()).isEqualTo(75);
    assertThat(desk().prlease("push", "--dry-run").code()).isEqualTo(75);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  void a_dry_run_tells_what_would_be_pushed_and_pushes_nothing() throws Exception {
    String before = there();
    amend();
    Answer answer = desk().prlease("push", "--dry-run");
    assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
    assertThat(answer.out())
        .startsWith("would push " + git(desk().directory, "rev-parse", "HEAD") + " to ")
        .contains("at " + before);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  void a_dry_run_of_a_push_that_would_be_refused_exits_as_that_would() throws Exception {
    Answer nothing = desk().prlease("push", "--dry-run");
    assertThat(nothing.out())
        .startsWith("would push nothing\n  now:   its branch is at " + there() + " already");
    assertThat(nothing.code()).isZero();
    amend();
    Answer refused = desk().prlease("push", "--dry-run", "origin", "HEAD:main");
    assertThat(refused.out()).startsWith("would push nothing\n");
    assertThat(refused.err()).contains("  next: ");
    assertThat(refused.code()).as(refused.out() + refused.err()).isEqualTo(1);
    Answer real = desk().prlease("push", "origin", "HEAD:main");
    assertThat(real.code()).isEqualTo(1);
    Answer moved = desk().prlease("push", "--dry-run", "--expect", "1".repeat(40));
    assertThat(moved.out()).contains("its branch was expected at " + "1".repeat(40));
    assertThat(moved.code()).isEqualTo(1);
  }

  @Test
  void rebase_puts_the_branch_onto_its_base_and_pushes_it() throws Exception {
    git(desk().directory, "switch", "-q", "main");
    commit(desk().directory, "newer");
    git(desk().directory, "push", "-q", "origin", "main");
    git(desk().directory, "switch", "-q", "feature");
    Answer answer = desk().prlease("rebase", "42");
    assertThat(answer.code()).as(answer.out() + answer.err()).isZero();
    assertThat(git(bare, "merge-base", "main", "feature"))
        .isEqualTo(git(bare, "rev-parse", "main"));
  }

  @Test
  void a_conflict_is_told_with_its_files_and_leaves_the_checkout_as_it_was() throws Exception {
    git(desk().directory, "switch", "-q", "main");
    Files.writeString(desk().directory.resolve("one"), "otherwise");
    git(desk().directory, "add", "one");
    git(desk().directory, "commit", "-q", "-m", "conflict");
    git(desk().directory, "push", "-q", "origin", "main");
    git(desk().directory, "switch", "-q", "feature");
    String before = git(desk().directory, "rev-parse", "HEAD");
    Answer answer = desk().prlease("rebase", "--json");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.json("outcome")).isEqualTo("conflict");
    assertThat(answer.json("files")).isEqualTo("one");
    assertThat(git(desk().directory, "rev-parse", "HEAD")).isEqualTo(before);
    assertThat(git(desk().directory, "status", "--porcelain")).isEmpty();
  }
}
