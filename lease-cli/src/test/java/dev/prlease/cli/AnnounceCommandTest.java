package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedComments.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leases shown on pull requests, through the real gh, at a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnnounceCommandTest {
  private static final String KEY = ForgeDesk.KEY;

  @TempDir Path top = Path.of("");
  private Optional<ForgeDesk> made = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    made = Optional.of(new ForgeDesk(top));
  }

  @AfterEach
  void stop() {
    made.ifPresent(ForgeDesk::close);
  }

  private ForgeDesk desk() {
    return made.orElseThrow();
  }

  private Answer prlease(String... words) {
    return desk().prlease(List.of(words));
  }

  private Answer announce(String... more) {
    String[] words = new String[more.length + 3];
    System.arraycopy(more, 0, words, 3, more.length);
    words[0] = "announce";
    words[1] = "--key";
    words[2] = KEY;
    return prlease(words);
  }

  private List<Written> comments() {
    return desk().server.state().comments().of("acme/app", 42);
  }

  private String only() {
    assertThat(comments()).hasSize(1);
    return comments().get(0).body();
  }

  private void checksTakeAWhile() {
    desk().pull.checks(ScriptedCheck.running("build"));
    desk().pull.onRead(4, pull -> pull.checks(ScriptedCheck.ended("build", "SUCCESS")));
  }

  @Test
  void a_lease_that_is_held_is_shown_and_marked_ended_when_it_is_over() {
    prlease("acquire", "--key", KEY, "--session", "us @kim");
    Answer answer = prlease("announce", "42", "--repo", ForgeDesk.REPO);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains(KEY + ": held by session us @kim until ", "announced in http://");
    assertThat(only())
        .contains("**A session is at work on this pull request**")
        .contains("- Session: `us @kim`")
        .contains("`prlease acquire`");
    assertThat(announce().out()).contains("says so already");

    desk().desktop.clock.advance(Duration.ofMinutes(5));
    prlease("renew", "--key", KEY, "--session", "us @kim");
    assertThat(announce().out()).contains("says so now");
    prlease("release", "--key", KEY, "--session", "us @kim");
    assertThat(announce().out()).contains(KEY + ": free; the comment says so now: http://");
    assertThat(only()).contains("has ended").contains("nobody holds it");
    assertThat(comments().get(0).author()).isEqualTo("kim");
  }

  @Test
  void whoever_asks_the_comment_says_what_the_store_says() {
    prlease("acquire", "--key", KEY, "--session", "them");
    assertThat(announce().code()).isZero();
    assertThat(only()).contains("`them`");
    desk().desktop.clock.advance(Duration.ofMinutes(16));
    assertThat(announce().out()).contains("expired; the comment says so now");
    assertThat(only()).contains("it was not renewed in time").contains("`them`");
    prlease("acquire", "--key", KEY, "--session", "us");
    announce();
    assertThat(only()).contains("at work").contains("`us`");
    assertThat(desk().desktop.events()).doesNotContain("gate-passed", "joined");
  }

  @Test
  void where_nobody_holds_it_and_no_comment_is_none_is_written() {
    Answer answer = announce();
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).isEqualTo(KEY + ": free; there is no comment to correct\n");
    assertThat(comments()).isEmpty();
  }

  @Test
  void a_dry_run_shows_it_and_writes_nothing() {
    assertThat(announce("--dry-run").out()).contains("there is no comment to correct");
    prlease("acquire", "--key", KEY, "--session", "us");
    Answer answer = announce("--dry-run");
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).contains("would write a comment:\n  <!-- prlease:lease held fence=");
    assertThat(answer.out()).contains("  - Session: `us`\n");
    Answer json = announce("--dry-run", "--json");
    assertThat(json.json("outcome")).isEqualTo("created");
    assertThat(json.out()).contains("\"dry_run\": true").contains("- Session: `us`");
    assertThat(comments()).isEmpty();
    assertThat(desk().watch(List.of("--announce", "--dry-run")).out())
        .contains("and show the lease in a comment");
  }

  @Test
  void json_tells_the_lease_and_the_comment() {
    assertThat(announce("--json").out()).contains("\"outcome\": \"none\"", "\"comment\": null");
    prlease("acquire", "--key", KEY, "--session", "us");
    Answer answer = announce("--json");
    assertThat(answer.json("state")).isEqualTo("held");
    assertThat(answer.json("owner_session_id")).isEqualTo("us");
    assertThat(answer.json("outcome")).isEqualTo("created");
    assertThat(answer.json("author")).isEqualTo("kim");
    assertThat(answer.json("comment")).startsWith("http://");
    assertThat(announce("--json").json("outcome")).isEqualTo("unchanged");
  }

  @Test
  void a_comment_of_another_user_with_our_mark_is_not_touched() {
    prlease("acquire", "--key", KEY, "--session", "us");
    announce();
    String faked = only().replace("`us`", "`mallory`");
    desk().server.state().comments().delete(comments().get(0).id());
    desk().server.state().comments().write("acme/app", 42, "mallory", faked);
    assertThat(announce().out()).contains("announced in");
    assertThat(comments()).hasSize(2);
    assertThat(comments().get(0).body()).isEqualTo(faked);
    assertThat(comments().get(1).author()).isEqualTo("kim");
  }

  @Test
  void a_comment_of_a_later_lease_in_another_store_stays_and_that_is_told_with_1() {
    prlease("acquire", "--key", KEY, "--session", "us");
    desk().desktop.clock.advance(Duration.ofSeconds(1));
    prlease("acquire", "--key", KEY, "--session", "them", "--store", "file:" + top.resolve("x"));
    announce("--store", "file:" + top.resolve("x"));
    Answer answer = announce();
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out()).contains("the comment was left as it is: http://");
    assertThat(answer.err()).contains("later lease").contains("  next: ");
    assertThat(only()).contains("`them`");
  }

  @Test
  void what_the_forge_says_is_told_with_its_exit_code() {
    prlease("acquire", "--key", KEY, "--session", "us");
    desk().server.faults().next("PrleaseComments", Fault.badGateway());
    Answer gateway = announce();
    assertThat(gateway.code()).isEqualTo(69);
    assertThat(gateway.err()).contains("reading the comments of " + KEY, "  next: ");
    desk()
        .server
        .faults()
        .next("PrleaseAddComment", new Fault.Refusal("FORBIDDEN", "it is locked"));
    Answer refused = announce("--json");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.json("error")).isEqualTo("forge-refused");
    assertThat(prlease("announce", "--key", ForgeDesk.REPO + "#43").code()).isEqualTo(1);
    desk().desktop.environment.put("PATH", top.toString());
    assertThat(announce().code()).isEqualTo(69);
    assertThat(comments()).isEmpty();
  }

  @Test
  void a_watch_shows_its_lease_while_it_lasts_and_that_it_merged() {
    checksTakeAWhile();
    List<String> seen = new ArrayList<>();
    desk().pull.onRead(3, pull -> seen.add(only()));
    Answer answer = desk().watch(List.of("--announce", "--session", "nightly"));
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(seen)
        .singleElement()
        .asString()
        .contains("at work")
        .contains("`prlease watch-and-merge`")
        .contains("- Purpose: `nightly`");
    assertThat(only()).contains("has ended").contains("the pull request was merged");
    assertThat(answer.err()).doesNotContain("warning");
    assertThat(desk().server.log("commented")).hasSize(1);
    assertThat(desk().server.log("comment-edited")).hasSize(1);
  }

  @Test
  void without_announce_nothing_is_said() {
    checksTakeAWhile();
    assertThat(desk().watch(List.of()).code()).isZero();
    assertThat(desk().server.log("PrleaseComments")).isEmpty();
  }

  @Test
  void one_that_stands_down_says_nothing() {
    prlease("acquire", "--key", KEY, "--session", "them");
    assertThat(desk().watch(List.of("--announce")).code()).isEqualTo(75);
    assertThat(desk().server.log("PrleaseComments")).isEmpty();
  }

  @Test
  void a_comment_that_fails_is_one_warning_and_breaks_nothing() {
    checksTakeAWhile();
    desk()
        .server
        .faults()
        .always("PrleaseComments", new Fault.Status(403, "{\"message\":\"may not\"}", Map.of()));
    Answer answer = desk().watch(List.of("--announce"));
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.err()).containsOnlyOnce("warning: ").contains("may not", "; next: ");
    assertThat(desk().pull.state()).isEqualTo("MERGED");
    assertThat(desk().isFree()).isTrue();
  }

  @Test
  void a_warning_is_an_event_in_json() {
    checksTakeAWhile();
    desk().server.faults().next("PrleaseAddComment", Fault.secondaryRateLimited(3600));
    Answer answer = desk().watch(List.of("--announce", "--json"));
    assertThat(answer.code()).isZero();
    assertThat(answer.out().lines())
        .filteredOn(line -> line.contains("\"event\":\"warned\""))
        .singleElement()
        .asString()
        .contains("the comment about the lease: writing a comment on " + KEY);
    assertThat(answer.out().indexOf("\"warned\"")).isLessThan(answer.out().indexOf("certified"));
    assertThat(desk().server.log("PrleaseAddComment")).hasSize(1);
  }

  @Test
  void a_lease_that_is_broken_under_the_watch_is_marked_so() {
    desk().pull.checks(ScriptedCheck.running("build"));
    desk()
        .pull
        .onRead(3, pull -> desk().desktop.prlease("break", "--key", KEY, "--reason", "enough"));
    Answer answer = desk().watch(List.of("--announce"));
    assertThat(answer.code()).isEqualTo(76);
    assertThat(only()).contains("has ended").contains("it was broken, or taken over");
  }

  @Test
  void a_lease_that_is_found_to_be_broken_by_the_work_itself_is_marked_so_too() {
    desk().pull.checks(ScriptedCheck.running("build"));
    desk()
        .pull
        .onRead(
            3,
            pull -> {
              desk().desktop.prlease("break", "--key", KEY, "--reason", "enough");
              pull.checks(ScriptedCheck.ended("build", "SUCCESS"));
            });
    Answer answer = desk().watch(List.of("--announce"));
    assertThat(answer.code()).isEqualTo(76);
    assertThat(desk().pull.state()).isEqualTo("OPEN");
    assertThat(only()).contains("has ended").contains("it was broken, or taken over");
  }

  @Test
  void a_session_that_held_it_before_still_holds_it_and_so_says_the_comment() {
    prlease("acquire", "--key", KEY, "--session", "us");
    desk().pull.checks(ScriptedCheck.running("build"));
    desk().pull.onRead(3, pull -> pull.checks(ScriptedCheck.ended("build", "FAILURE")));
    Answer answer = desk().watch(List.of("--announce", "--session", "us"));
    assertThat(answer.code()).isEqualTo(1);
    assertThat(only()).contains("at work").contains("`us`").contains("`prlease acquire`");
  }

  @Test
  void a_forge_that_hangs_at_the_comment_keeps_no_merge_waiting() throws Exception {
    Processing processing = new Processing(Files.createDirectory(top.resolve("hangs")));
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 42).checks(ScriptedCheck.ended("build", "SUCCESS"));
      server.faults().always("PrleaseComments", new Fault.HangsBefore(new CountDownLatch(1)));
      try (Running running =
          processing.start(
              processing.directory,
              server.environment(Files.createDirectories(top.resolve("hangs-gh")), "token"),
              Processing.command(
                  "watch-and-merge", "42", "--repo", ForgeDesk.REPO, "--announce"))) {
        Answer answer = running.end();
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.err()).contains("warning: the comment about the lease: ");
      }
      assertThat(server.log("merged")).hasSize(1);
      assertThat(processing.here("status", "--key", KEY).out()).contains("free");
    }
  }

  @Test
  void a_signal_gives_the_lease_back_and_the_comment_says_so() throws Exception {
    Processing processing = new Processing(Files.createDirectory(top.resolve("signal")));
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 42).checks(ScriptedCheck.running("build"));
      try (Running running =
          processing.start(
              processing.directory,
              server.environment(Files.createDirectories(top.resolve("signal-gh")), "token"),
              Processing.command(
                  "watch-and-merge", "42", "--repo", ForgeDesk.REPO, "--announce"))) {
        server.await("commented");
        running.signal("TERM");
        Answer answer = running.end();
        assertThat(answer.code()).as(answer.err()).isEqualTo(143);
        assertThat(answer.err()).doesNotContain("warning");
      }
      assertThat(server.state().comments().of("acme/app", 42))
          .singleElement()
          .satisfies(left -> assertThat(left.body()).contains("has ended", "it was given back"));
      assertThat(processing.here("status", "--key", KEY).out()).contains("free");
    }
  }

  @Test
  void two_processes_that_announce_at_the_same_moment_leave_one_comment() throws Exception {
    Processing processing = new Processing(Files.createDirectory(top.resolve("two")));
    processing.here("acquire", "--key", KEY, "--session", "us");
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 42);
      // Neither writes before both have looked and found none.
      CyclicBarrier both = new CyclicBarrier(2);
      server
          .faults()
          .chaos(
              request -> {
                if (request.operation().equals("PrleaseAddComment")) {
                  await(both);
                }
                return Optional.empty();
              });
      Map<String, String> environment =
          server.environment(Files.createDirectories(top.resolve("two-gh")), "token");
      List<String> words = Processing.command("announce", "--key", KEY);
      try (Running one = processing.start(processing.directory, environment, words);
          Running other = processing.start(processing.directory, environment, words)) {
        assertThat(one.end().code()).isZero();
        assertThat(other.end().code()).isZero();
      }
      assertThat(server.log("commented")).hasSize(2);
      assertThat(server.state().comments().of("acme/app", 42))
          .singleElement()
          .satisfies(left -> assertThat(left.body()).contains("`us`"));
    }
  }

  private static void await(CyclicBarrier both) {
    try {
      int unused = both.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException broken) {
      throw new AssertionError(broken);
    }
  }
}
