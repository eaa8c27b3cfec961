package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease claim} with the real git and gh: what is granted, and what is told. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClaimCommandTest {
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

  @Test
  @DisplayName("All but the issue's number is found from the worktree")
  void found() {
    desk().profile("author");
    Answer taken = desk().done("take", "--json");
    assertThat(taken.json("outcome")).isEqualTo("taken");
    assertThat(taken.json("key")).isEqualTo(ClaimDesk.KEY);
    assertThat(taken.json("state")).isEqualTo("held");
    assertThat(taken.json("ttl_secs")).isEqualTo("14400");
    assertThat(taken.json("branch")).isEqualTo(ClaimDesk.BRANCH);
    assertThat(taken.json("worktree")).isEqualTo(desk().linked.toString());
    assertThat(taken.json("url")).isEqualTo(ClaimDesk.url("acme/app"));
    assertThat(taken.json("operation")).isEqualTo("author_issue_work");
    assertThat(taken.json("user")).isEqualTo("kim");
    assertThat(taken.json("profile")).isEqualTo("author");
    assertThat(taken.json("kind")).isEqualTo("fresh");
    assertThat(taken.json("grant_count")).isEqualTo("1");
    assertThat(taken.out()).doesNotContain("\"pending\"");
    Answer show = desk().done("show", "--json");
    assertThat(show.json("owner_session_id")).isEqualTo(taken.json("owner_session_id"));
    assertThat(show.json("state")).isEqualTo("held");
    assertThat(desk().done("show").out())
        .contains(ClaimDesk.KEY + ": held by session " + taken.json("owner_session_id"))
        .contains("kim / author", "branch  fix/760", "worktree: " + desk().linked, "local-head");
  }

  @Test
  @DisplayName("The story of the seed: expired, its process alive, exact owner: renewed, and good")
  void story() {
    desk().profile("author");
    Answer taken = desk().done("take", "--json");
    assertThat(desk().done("verify", "--json").json("outcome")).isEqualTo("verified");
    assertThat(desk().done("heartbeat", "--json").json("outcome")).isEqualTo("kept");
    desk().expire();
    Answer over = desk().claim("verify", "--json");
    assertThat(ClaimDesk.codes(over)).containsExactly("expired");
    assertThat(over.code()).isEqualTo(77);
    assertThat(over.json("next")).endsWith("prlease claim renew --key " + ClaimDesk.KEY);
    assertThat(desk().claim("heartbeat").code()).isEqualTo(77);
    assertThat(desk().claim("show").out()).contains("expired, and not free");
    Answer renewed = desk().done("renew", "--json");
    assertThat(renewed.json("outcome")).isEqualTo("renewed");
    assertThat(renewed.json("grant_count")).isEqualTo("2");
    assertThat(renewed.out()).contains("\"exact-owner\"", "\"prior\"");
    assertThat(Long.parseLong(renewed.json("fence")))
        .isGreaterThan(Long.parseLong(taken.json("fence")));
    assertThat(desk().done("verify").out()).contains("this session may act on " + ClaimDesk.KEY);
    assertThat(desk().done("release", "--json").json("outcome")).isEqualTo("released");
    assertThat(desk().done("release", "--json").json("outcome")).isEqualTo("nothing-held");
    assertThat(desk().claim("verify").code()).isEqualTo(76);
    assertThat(desk().desktop.events())
        .contains("exact-owner-renewal", "claim-refused", "released");
  }

  @Test
  @DisplayName("A refusal tells every reason, with what was expected and found, and what to type")
  void everyReason() throws IOException {
    desk().done("take");
    desk().expire();
    Files.writeString(desk().linked.resolve("new.txt"), "not committed\n");
    desk().world.git(desk().bare, "update-ref", "refs/heads/fix/760", "refs/heads/main");
    desk().login("eve");
    Answer refused = desk().claim("renew", "--operation", "review");
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("prlease claim: renew of " + ClaimDesk.KEY)
        .contains("  operation-differs\n    expected  author_issue_work\n    found     review\n")
        .contains("  user-differs\n    expected  kim\n    found     eve\n")
        .contains("  worktree-not-clean\n")
        .contains("  heads-differ\n    expected  " + desk().head())
        .endsWith("To see whose it is: prlease claim show --key " + ClaimDesk.KEY + "\n");
    assertThat(desk().refused("renew", "--operation", "review"))
        .containsExactly("operation-differs", "user-differs", "worktree-not-clean", "heads-differ");
  }

  @Test
  @DisplayName("AC15 each mismatch is refused for its reason alone, and nothing else")
  void mismatches() throws IOException {
    desk().done("take", "--session", "s");
    Path other = desk().worktree("other", "fix/other");
    desk().expire();
    assertThat(desk().refused("renew", "--operation", "review"))
        .containsExactly("operation-differs");
    desk().login("eve");
    assertThat(desk().refused("renew")).containsExactly("user-differs");
    desk().login("kim");
    desk().profile("reviewer");
    assertThat(desk().refused("renew")).containsExactly("profile-differs");
    Files.delete(desk().desktop.home.resolve("config.properties"));
    assertThat(desk().refused("renew", "--branch", "fix/other"))
        .contains("branch-differs", "worktree-on-other-branch");
    assertThat(ClaimDesk.codes(desk().claimIn(other, "renew", "--json")))
        .containsExactly("branch-differs", "worktree-differs");
    desk().world.git(desk().main, "remote", "add", "fork", ClaimDesk.url("acme/app"));
    assertThat(desk().refused("renew", "--remote", "fork")).containsExactly("remote-differs");
    assertThat(desk().refused("renew", "--remote", "none"))
        .containsExactly("remote-differs", "remote-unknown", "remote-head-unknown");
    assertThat(desk().done("renew", "--json").json("outcome")).isEqualTo("renewed");
  }

  @Test
  @DisplayName("AC15 what the evidence says against it is told, each by itself")
  void evidence() throws IOException {
    desk().done("take");
    desk().expire();
    Path file = Files.writeString(desk().linked.resolve("new.txt"), "not committed\n");
    assertThat(desk().refused("renew")).containsExactly("worktree-not-clean");
    Files.delete(file);
    String head = desk().head();
    desk().world.commit(desk().linked, "more.txt", "not pushed\n");
    assertThat(desk().refused("renew")).containsExactly("heads-differ");
    desk().world.git(desk().linked, "reset", "-q", "--hard", head);
    desk().world.git(desk().bare, "update-ref", "-d", "refs/heads/fix/760");
    assertThat(desk().refused("renew")).containsExactly("remote-branch-missing");
    desk().world.git(desk().linked, "push", "-q", "origin", "fix/760");
    ScriptedPull pull = desk().server.pull("acme/app", 7).branch("fix/760").head("a".repeat(40));
    Answer moved = desk().claim("renew", "--json");
    assertThat(ClaimDesk.codes(moved)).containsExactly("pull-request-head-differs");
    assertThat(moved.code()).isEqualTo(1);
    pull.head(head);
    assertThat(desk().done("renew", "--json").json("outcome")).isEqualTo("renewed");
  }

  @Test
  @DisplayName("AC12 a live claim is its session's alone; another's stands in the way")
  void live() {
    desk().done("take", "--session", "one");
    Answer same = desk().claim("take", "--session", "two", "--json");
    assertThat(ClaimDesk.codes(same)).containsExactly("other-session");
    assertThat(same.code()).isEqualTo(75);
    assertThat(same.json("next"))
        .endsWith("prlease claim adopt --key " + ClaimDesk.KEY + " --from one");
    desk().login("eve");
    Path other = desk().worktree("other", "fix/other");
    Answer foreign = desk().claimIn(other, "take", "--session", "two", "--json");
    assertThat(ClaimDesk.codes(foreign))
        .containsExactly("live", "branch-differs", "worktree-differs", "user-differs");
    assertThat(foreign.code()).isEqualTo(75);
    assertThat(desk().claim("verify", "--session", "two").code()).isEqualTo(76);
    assertThat(desk().claim("release", "--session", "two").code()).isEqualTo(76);
    assertThat(desk().claim("reclaim", "--session", "two").code()).isEqualTo(75);
    desk().expire();
    Answer expired = desk().claimIn(other, "take", "--session", "two", "--json");
    assertThat(ClaimDesk.codes(expired))
        .contains("recorded-process-not-dead", "recorded-worktree-not-gone");
    assertThat(expired.code()).isEqualTo(75);
    assertThat(desk().claim("reclaim", "--session", "two").code()).isEqualTo(75);
  }

  @Test
  @DisplayName("Another claim on the branch, and another pull request, stand in the way")
  void competitors() {
    desk().done("take");
    Answer other = desk().call(desk().linked, List.of("claim", "take", "--issue", "761", "--json"));
    assertThat(ClaimDesk.codes(other)).containsExactly("competing-claim");
    assertThat(other.code()).isEqualTo(75);
    desk().expire();
    desk().server.state().issue("acme/app", 760, desk().server.pull("acme/app", 8).branch("x"));
    Answer rival = desk().claim("renew", "--json");
    assertThat(ClaimDesk.codes(rival)).containsExactly("competing-pull-request");
    assertThat(rival.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("A live claim goes on in another session by adopt, which names the one before")
  void adopt() {
    desk().done("take", "--session", "one");
    assertThat(desk().claim("adopt", "--session", "two").err()).contains("--from is missing");
    assertThat(desk().claim("adopt", "--session", "one", "--from", "one").code()).isEqualTo(64);
    Answer wrong = desk().claim("adopt", "--session", "two", "--from", "three", "--json");
    assertThat(ClaimDesk.codes(wrong)).containsExactly("other-session");
    assertThat(wrong.code()).isEqualTo(76);
    assertThat(desk().done("adopt", "--session", "two", "--from", "one", "--json").json("outcome"))
        .isEqualTo("adopted");
    assertThat(desk().claim("verify", "--session", "one").code()).isEqualTo(76);
    desk().done("verify", "--session", "two");
  }

  @Test
  @DisplayName("AC11 with its process dead or its worktree gone anybody may have it, or free it")
  void takeover() throws Exception {
    Process task = new ProcessBuilder("sleep", "600").start();
    desk().done("take", "--session", "one", "--holder-pid", Long.toString(task.pid()));
    task.destroyForcibly().waitFor();
    desk().login("eve");
    Path other = desk().worktree("other", "fix/other");
    assertThat(desk().claimIn(other, "take", "--session", "two").code())
        .as("a live claim stays whosever it is")
        .isEqualTo(75);
    desk().expire();
    Answer over = desk().claimIn(other, "take", "--session", "two", "--json");
    assertThat(over.json("outcome")).as(over.out()).isEqualTo("taken-over");
    desk().expire();
    desk().world.git(desk().main, "worktree", "remove", "--force", other.toString());
    Answer freed = desk().claim("reclaim", "--session", "three", "--json");
    assertThat(freed.json("outcome")).as(freed.out()).isEqualTo("reclaimed");
    assertThat(desk().done("show", "--json").json("state")).isEqualTo("free");
  }

  @Test
  @DisplayName("A forge that is down costs no live claim, and grants none")
  void forgeDown() {
    desk().done("take");
    int asked = desk().server.log().size();
    desk().done("heartbeat");
    desk().done("verify");
    assertThat(desk().server.log()).as("it is not even asked").hasSize(asked);
    desk().server.close();
    assertThat(desk().done("heartbeat", "--ttl", "1h", "--json").json("ttl_secs"))
        .isEqualTo("3600");
    desk().done("verify");
    desk().expire();
    Answer unknown = desk().claim("renew", "--json");
    assertThat(ClaimDesk.codes(unknown)).containsExactly("user-unknown", "pull-requests-unknown");
    assertThat(unknown.code()).isEqualTo(1);
  }

  @Test
  @DisplayName("Signs of life keep it beyond its first four hours")
  void heartbeats() {
    desk().done("take");
    for (int hours = 0; hours < 9; hours += 3) {
      desk().desktop.clock.advance(Duration.ofHours(3));
      desk().done("heartbeat");
    }
    desk().done("verify");
  }

  @Test
  @DisplayName("A signal leaves nothing claimed that was free, and says of what stays that it does")
  void interrupted() {
    interruptWhen(record -> !record.isEmpty() && !record.contains("\"pending\""));
    Answer taking = desk().claim("take", "--session", "s");
    assertThat(taking.code()).as(taking.err()).isEqualTo(130);
    assertThat(taking.err()).contains("is given back");
    interruptWhen(record -> false);
    assertThat(desk().done("show", "--json").json("state")).isEqualTo("free");
    String before = desk().done("take", "--session", "s", "--json").json("acquired_at");
    desk().desktop.clock.advance(Duration.ofMinutes(1));
    interruptWhen(record -> !record.contains("\"acquired_at\": \"" + before));
    Answer keeping = desk().claim("heartbeat", "--session", "s");
    assertThat(keeping.code()).as(keeping.err()).isEqualTo(130);
    assertThat(keeping.err()).contains("stays with session s");
    interruptWhen(record -> false);
    desk().done("verify", "--session", "s");
  }

  /** Interrupts the call once, when it asks for the time and the claim's file is such. */
  private void interruptWhen(Predicate<String> isSuch) {
    AtomicBoolean done = new AtomicBoolean();
    desk().desktop.whenTimeIsRead =
        () -> {
          try {
            Path file = desk().record();
            String record = Files.exists(file) ? Files.readString(file) : "";
            if (isSuch.test(record) && !done.getAndSet(true)) {
              Thread.currentThread().interrupt();
            }
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        };
  }

  @Test
  @DisplayName("An option that does not belong to the step, and a missing one, are told")
  void usage() {
    for (List<String> words :
        List.of(
            List.of("claim"),
            List.of("claim", "steal", "--issue", "760"),
            List.of("claim", "take"),
            List.of("claim", "take", "--issue", "0"),
            List.of("claim", "take", "--key", "acme/app#760"),
            List.of("claim", "take", "--key", ClaimDesk.KEY, "--issue", "760"),
            List.of("claim", "take", "--issue", "760", "--from", "x"),
            List.of("claim", "take", "--issue", "760", "--holder-pid", "me"),
            List.of("claim", "take", "--issue", "760", "--holder-pid", "0"),
            List.of("claim", "take", "--issue", "760", "--operation", " "),
            List.of("claim", "take", "--issue", "760", "--branch", ""),
            List.of("claim", "take", "--issue", "760", "--worktree", ""),
            List.of("claim", "verify", "--issue", "760", "--ttl", "1h"),
            List.of("claim", "show", "--issue", "760", "--session", "x"),
            List.of("claim", "release", "--issue", "760", "--branch", "x"))) {
      Answer answer = desk().call(desk().linked, words);
      assertThat(answer.code()).as("%s: %s", words, answer.err()).isEqualTo(64);
      assertThat(answer.err()).contains("next: ");
    }
  }
}
