package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease claim} where worktrees, processes and records are not what they should be. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClaimBadInputTest {
  private static final List<String> STEPS =
      List.of("take", "heartbeat", "renew", "verify", "adopt", "release", "reclaim");

  @TempDir Path top = Path.of("");
  private Optional<ClaimDesk> opened = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    opened = Optional.of(new ClaimDesk(top));
  }

  @AfterEach
  void close() {
    opened.ifPresent(ClaimDesk::close);
  }

  private ClaimDesk desk() {
    return opened.orElseThrow();
  }

  /** A call that names everything, and so needs no worktree to be told from. */
  private Answer named(String step, Path worktree, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "claim",
                step,
                "--key",
                ClaimDesk.KEY,
                "--session",
                "s",
                "--worktree",
                worktree.toString(),
                "--branch",
                ClaimDesk.BRANCH,
                "--remote",
                "origin",
                "--json"));
    words.addAll(List.of(more));
    return desk().call(desk().main, words);
  }

  private void takeAndExpire() {
    desk().done("take", "--session", "s");
    desk().expire();
  }

  @Test
  @DisplayName("A symbolic link to a worktree is the worktree; one in its place is not")
  void symbolicLink() throws IOException {
    Path link = Files.createSymbolicLink(desk().world.base().resolve("link"), desk().linked);
    Answer taken = named("take", link);
    assertThat(taken.json("worktree")).as(taken.out()).isEqualTo(desk().linked.toString());
    assertThat(named("verify", link).code()).isZero();
    assertThat(desk().claimIn(link, "verify", "--session", "s").code()).isZero();
    desk().expire();
    Path moved = desk().world.base().resolve("moved");
    Files.move(desk().linked, moved);
    Files.createSymbolicLink(desk().linked, moved);
    assertThat(ClaimDesk.codes(named("renew", desk().linked))).contains("worktree-differs");
    assertThat(ClaimDesk.codes(named("verify", desk().linked)))
        .contains("expired", "worktree-differs");
    Files.delete(desk().linked);
    Files.createSymbolicLink(desk().linked, top.resolve("nowhere"));
    assertThat(ClaimDesk.codes(named("renew", desk().linked)))
        .contains("worktree-unknown", "remote-unknown", "local-head-unknown");
  }

  @Test
  @DisplayName("L66 A deleted worktree, and a directory in its place inside another checkout")
  void deleted() throws IOException {
    Path inner = desk().main.resolve("inner");
    desk().world.git(desk().main, "worktree", "add", "-q", "-b", "inner", inner.toString());
    Answer nested =
        desk().call(inner, List.of("claim", "take", "--issue", "760", "--session", "s", "--json"));
    assertThat(nested.json("worktree")).as(nested.out()).isEqualTo(inner.toString());
    assertThat(nested.json("branch")).isEqualTo("inner");
    delete(inner);
    assertThat(ClaimDesk.codes(named("verify", inner, "--operation", "x")))
        .contains("operation-differs", "remote-differs");
    desk().expire();
    assertThat(ClaimDesk.codes(named("renew", inner)))
        .contains("branch-differs", "worktree-gone", "remote-unknown", "remote-head-unknown");
    Files.createDirectory(inner);
    Answer around = desk().claimIn(inner, "renew", "--session", "s", "--json");
    assertThat(around.code()).isEqualTo(78);
    assertThat(around.json("error")).isEqualTo("checkout-vanished");
    assertThat(ClaimDesk.codes(named("renew", inner))).contains("worktree-not-top-level");
    Answer untold = desk().claimIn(desk().main, "renew", "--worktree", inner.toString());
    assertThat(untold.code()).isEqualTo(64);
    assertThat(untold.err()).contains("--repo is missing", inner + " is gone");
  }

  @Test
  @DisplayName("A worktree that was moved, by git or behind its back, is another")
  void moved() throws IOException {
    takeAndExpire();
    Path moved = desk().world.base().resolve("moved");
    desk().world.git(desk().main, "worktree", "move", desk().linked.toString(), moved.toString());
    assertThat(ClaimDesk.codes(desk().claimIn(moved, "renew", "--session", "s", "--json")))
        .containsExactly("worktree-differs");
    Path away = desk().world.base().resolve("away");
    Files.move(moved, away);
    assertThat(ClaimDesk.codes(desk().claimIn(away, "renew", "--session", "s", "--json")))
        .containsExactly("worktree-differs", "worktree-not-registered");
    Files.move(away, desk().linked);
    desk().world.git(desk().linked, "worktree", "repair", desk().linked.toString());
    desk().done("renew", "--session", "s");
  }

  @Test
  @DisplayName("A bare repository, a plain directory and a file are no worktrees")
  void noWorktrees() throws IOException {
    Path plain = Files.createDirectory(top.resolve("plain"));
    Path file = Files.writeString(top.resolve("file"), "");
    for (Path each : List.of(desk().bare, plain, file)) {
      assertThat(ClaimDesk.codes(named("take", each)))
          .as("%s", each)
          .contains("worktree-not-top-level", "worktree-not-registered", "remote-unknown");
      Answer untold =
          desk().call(each.equals(file) ? plain : each, List.of("claim", "take", "--issue", "760"));
      assertThat(untold.code()).as(untold.err()).isEqualTo(64);
    }
    assertThat(desk().claim("take", "--worktree", "nul\0l").code()).isEqualTo(64);
    assertThat(desk().claim("show", "--json").json("state")).isEqualTo("free");
  }

  @Test
  @DisplayName("A detached head tells no branch, and is none")
  void detached() {
    takeAndExpire();
    desk().world.git(desk().linked, "checkout", "-q", "--detach");
    Answer untold = desk().claim("renew", "--session", "s");
    assertThat(untold.code()).isEqualTo(64);
    assertThat(untold.err()).contains("which branch? None is checked out");
    assertThat(desk().refused("renew", "--session", "s", "--branch", ClaimDesk.BRANCH))
        .containsExactly("worktree-on-other-branch");
    assertThat(desk().refused("renew", "--session", "s", "--branch", "no-such"))
        .contains("branch-differs", "local-head-unknown", "remote-branch-missing");
  }

  @Test
  @DisplayName("AC16 Processes that outlive every task are no evidence: pid 1, and this very one")
  void longLived() {
    for (long pid : new long[] {1, ProcessHandle.current().pid()}) {
      desk().done("take", "--session", "s", "--holder-pid", Long.toString(pid));
      desk().expire();
      desk().login("eve");
      Answer foreign = desk().claim("take", "--session", "t", "--json");
      assertThat(ClaimDesk.codes(foreign)).contains("user-differs", "recorded-process-not-dead");
      assertThat(foreign.out()).contains("\"found\": \"alive\"");
      desk().login("kim");
      assertThat(desk().claim("verify", "--session", "s").code())
          .as("alive, and expired all the same")
          .isEqualTo(77);
      desk().done("renew", "--session", "s", "--holder-pid", Long.toString(pid));
      desk().done("release", "--session", "s");
    }
  }

  @Test
  @DisplayName(
      "L48 L49 Another user's process may hold; a reused pid is dead; elsewhere is unknown")
  void otherProcesses() throws Exception {
    Process task = new ProcessBuilder(asNobody("sleep", "600")).start();
    try {
      String pid = Long.toString(task.pid());
      desk().done("take", "--session", "s", "--holder-pid", pid);
      desk().expire();
      desk().login("eve");
      assertThat(desk().refused("take", "--session", "t")).contains("recorded-process-not-dead");
      String record = Files.readString(desk().record());
      edit(record, "\"pid_namespace\":( ?)(\\d)", "\"pid_namespace\":$19$2");
      Answer elsewhere = desk().claim("take", "--session", "t", "--json");
      assertThat(ClaimDesk.codes(elsewhere))
          .contains("recorded-process-not-dead", "recorded-worktree-not-gone");
      assertThat(elsewhere.out())
          .contains("\"found\": \"unknown: it was in another pid namespace\"")
          .as("a path of another container means something else, also if it is the same")
          .contains("\"found\": \"unknown: its path was recorded where it may mean another");
      edit(record, "\"start_ticks\":( ?)(\\d)", "\"start_ticks\":$11$2");
      Answer reused = desk().claim("take", "--session", "t", "--json");
      assertThat(reused.json("outcome")).as(reused.out()).isEqualTo("taken-over");
    } finally {
      task.destroyForcibly().waitFor();
    }
    desk().done("release", "--session", "t");
    Answer ended = desk().claim("take", "--holder-pid", Long.toString(task.pid()), "--json");
    assertThat(ClaimDesk.codes(ended)).containsExactly("process-unknown");
    assertThat(ended.out()).contains("there is no process " + task.pid());
  }

  /** As another user, where this one may choose. */
  private static List<String> asNobody(String... words) {
    List<String> all = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      all.addAll(List.of("setpriv", "--reuid=65534", "--clear-groups"));
    }
    all.addAll(List.of(words));
    return all;
  }

  private void edit(String record, String what, String by) throws IOException {
    String edited = record.replaceAll(what, by);
    assertThat(edited).isNotEqualTo(record);
    Files.writeString(desk().record(), edited);
  }

  @Test
  @DisplayName("A slot that holds no claim is nobody's by any step, stays as it is, and is told")
  void records() throws IOException {
    desk().done("take", "--session", "s");
    String whole = Files.readString(desk().record());
    String lease =
        "{\"record\":{\"schema_version\":1,\"key\":{\"host\":\""
            + ClaimDesk.HOST
            + "\",\"repo\":\"acme/app\",\"NUMBER\":760},\"owner_session_id\":\"s\","
            + "\"acquired_at\":\""
            + desk().desktop.clock.now()
            + "\",\"ttl_secs\":900}}";
    check(lease.replace("NUMBER", "issue_number"), "not-a-claim");
    check(whole.replaceFirst("\"branch\"", "\"brunch\""), "not-a-claim");
    check(whole.replaceAll("\"pid\": ?\\d+", "\"pid\": \"me\""), "not-a-claim");
    check("no JSON", "unreadable");
    check(whole.substring(0, whole.length() / 2), "unreadable");
    check(whole.replaceFirst("\"schema_version\": ?1", "\"schema_version\": 2"), "unreadable");
    check(lease.replace("NUMBER", "pr_number"), "");
    check(whole.replaceFirst("760", "761"), "");
    desk().expire();
    check(lease.replace("NUMBER", "issue_number"), "not-a-claim");
    check(lease.replace("NUMBER", "pr_number"), "");
  }

  /**
   * All are refused with 65; {@code code} is among the reasons, if there is one for all. Only that
   * a session gives back what it holds is never refused, whatever that is.
   */
  private void check(String content, String code) throws IOException {
    Files.writeString(desk().record(), content);
    for (String step : STEPS) {
      if (step.equals("release") && code.equals("not-a-claim")) {
        continue;
      }
      List<String> words = new ArrayList<>(List.of("--session", "s", "--json"));
      if (step.equals("adopt")) {
        words.set(1, "t");
        words.addAll(List.of("--from", "s"));
      }
      Answer answer = desk().claim(step, words.toArray(new String[0]));
      assertThat(answer.code()).as("%s of %s: %s", step, content, answer.out()).isEqualTo(65);
      if (!code.isEmpty()) {
        assertThat(ClaimDesk.codes(answer)).as(step).contains(code);
        assertThat(answer.json("next")).contains("prlease break --key " + ClaimDesk.KEY);
      }
      assertThat(Files.readString(desk().record())).as(step).isEqualTo(content);
    }
    Answer broken =
        desk().call(desk().linked, List.of("break", "--issue", "760", "--reason", "no claim"));
    assertThat(broken.code()).as(broken.err()).isZero();
    desk().done("take", "--session", "s");
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
