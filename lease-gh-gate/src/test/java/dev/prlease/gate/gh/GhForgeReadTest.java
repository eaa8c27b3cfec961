package dev.prlease.gate.gh;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.Check.Necessity;
import dev.prlease.api.forge.Check.Verdict;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.Schema;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Forge;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the real gh reads from a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GhForgeReadTest {
  static final LeaseKey KEY =
      LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 7);

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<Forge> opened = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    opened = Optional.of(GhIn.open(server(), directory, "token-of-the-reader"));
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private Forge forge() {
    return opened.orElseThrow();
  }

  private ScriptedPull pull() {
    return server().pull("acme/app", 7);
  }

  @Test
  @DisplayName("All that a pull request is made of, in one request")
  void everything() {
    pull()
        .title("A \"change\" — ışık\nof two lines")
        .head(sha('b'))
        .branch("topic/one#1")
        .base("release/1.0")
        .checks(ScriptedCheck.ended("build", "SUCCESS"), ScriptedCheck.status("cla", "SUCCESS"))
        .review("APPROVED");
    PullRequest read = forge().read(KEY);
    assertThat(read)
        .isEqualTo(
            new PullRequest(
                KEY,
                "A \"change\" — ışık\nof two lines",
                "http://github.localhost/acme/app/pull/7",
                PullRequest.State.OPEN,
                PullRequest.Stage.READY,
                new PullRequest.Head(sha('b'), "topic/one#1", Optional.of(RepositoryId.of(KEY))),
                "release/1.0",
                PullRequest.MergeState.CLEAN,
                PullRequest.Route.DIRECT,
                PullRequest.Review.APPROVED,
                List.of(
                    new Check("build", Verdict.PASSED, Necessity.REQUIRED, "success"),
                    new Check("cla", Verdict.PASSED, Necessity.REQUIRED, "success")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    assertThat(server().log()).hasSize(1);
    assertThat(server().log().get(0).token()).isEqualTo("token-of-the-reader");
  }

  @Test
  @DisplayName("Draft, armed, queued, closed, merged, from a fork and from a fork that is gone")
  void states() {
    ScriptedPull pull = pull().draft(true).headRepository(Optional.of("eve/app"));
    PullRequest read = forge().read(KEY);
    assertThat(read.stage()).isEqualTo(PullRequest.Stage.DRAFT);
    assertThat(read.mergeState()).isEqualTo(PullRequest.MergeState.DRAFT);
    assertThat(read.isFromFork()).isTrue();
    assertThat(read.head().repository()).contains(new RepositoryId(ForgeServer.HOST, "eve/app"));
    assertThat(read.checks()).isEmpty();

    pull.headRepository(Optional.empty()).armed(Optional.of("eve")).queueRequired(true);
    read = forge().read(KEY);
    assertThat(read.head().repository()).isEmpty();
    assertThat(read.autoMerge()).contains(new PullRequest.AutoMerge(MergeMethod.SQUASH, "eve"));
    assertThat(read.route()).isEqualTo(PullRequest.Route.QUEUE);

    pull.armed(Optional.empty()).queue(Optional.of("AWAITING_CHECKS"));
    assertThat(forge().read(KEY).queue())
        .contains(new PullRequest.QueueEntry("awaiting_checks", 1));

    pull.merged("bob");
    read = forge().read(KEY);
    assertThat(read.state()).isEqualTo(PullRequest.State.MERGED);
    assertThat(read.merge())
        .contains(
            new PullRequest.Merge(
                "bob", sha('f'), Optional.of(Instant.parse("2026-11-30T12:00:00Z"))));
    pull.closed();
    assertThat(forge().read(KEY).state()).isEqualTo(PullRequest.State.CLOSED);
  }

  @ParameterizedTest
  @CsvSource({
    "CLEAN,CLEAN", "UNSTABLE,UNSTABLE", "HAS_HOOKS,HAS_HOOKS", "BEHIND,BEHIND",
    "BLOCKED,BLOCKED", "DIRTY,DIRTY", "UNKNOWN,UNKNOWN", "WHATEVER_COMES_NEXT,UNKNOWN"
  })
  @DisplayName("What stands between a pull request and its merge; a new word is unknown")
  void mergeStates(String told, PullRequest.MergeState read) {
    pull().mergeState(told).review("WHATEVER_COMES_NEXT");
    PullRequest pull = forge().read(KEY);
    assertThat(pull.mergeState()).isEqualTo(read);
    assertThat(pull.review()).isEqualTo(PullRequest.Review.UNKNOWN);
  }

  @Test
  @DisplayName(
      "L13: every conclusion has a meaning; one that is not known, or not seen, is no pass")
  void verdicts() {
    String[] table = {
      "SUCCESS PASSED",
      "NEUTRAL PASSED",
      "SKIPPED PASSED",
      "FAILURE FAILED",
      "CANCELLED FAILED",
      "TIMED_OUT FAILED",
      "ACTION_REQUIRED FAILED",
      "STARTUP_FAILURE FAILED",
      "STALE FAILED",
      "SOMETHING_NEW UNKNOWN"
    };
    String[] statuses = {
      "QUEUED PENDING",
      "IN_PROGRESS PENDING",
      "WAITING PENDING",
      "PENDING PENDING",
      "REQUESTED PENDING",
      "SOMETHING_NEW UNKNOWN"
    };
    String[] contexts = {
      "SUCCESS PASSED",
      "PENDING PENDING",
      "EXPECTED PENDING",
      "FAILURE FAILED",
      "ERROR FAILED",
      "SOMETHING_NEW UNKNOWN"
    };
    List<ScriptedCheck> checks = new ArrayList<>();
    List<Verdict> expected = new ArrayList<>();
    for (String row : table) {
      checks.add(ScriptedCheck.ended(row, row.split(" ", -1)[0]).optional());
      expected.add(Verdict.valueOf(row.split(" ", -1)[1]));
    }
    for (String row : statuses) {
      checks.add(
          new ScriptedCheck(row, ScriptedCheck.Kind.RUN, row.split(" ", -1)[0], "", true, "", ""));
      expected.add(Verdict.valueOf(row.split(" ", -1)[1]));
    }
    for (String row : contexts) {
      checks.add(ScriptedCheck.status(row, row.split(" ", -1)[0]));
      expected.add(Verdict.valueOf(row.split(" ", -1)[1]));
    }
    checks.add(ScriptedCheck.hidden());
    expected.add(Verdict.UNKNOWN);
    pull().checks(checks.toArray(new ScriptedCheck[0]));
    List<Check> read = forge().read(KEY).checks();
    assertThat(read).extracting(Check::verdict).isEqualTo(expected);
    assertThat(read.subList(0, table.length))
        .extracting(Check::necessity)
        .containsOnly(Necessity.OPTIONAL);
    assertThat(read.subList(table.length, read.size()))
        .extracting(Check::necessity)
        .containsOnly(Necessity.REQUIRED);
    assertThat(read.get(read.size() - 1).name()).isEqualTo("a check that this login may not see");
  }

  @Test
  @DisplayName("A check that ran again counts as it ran last; other workflows and events stay")
  void reruns() {
    pull()
        .checks(
            ScriptedCheck.ended("build", "CANCELLED").of("CI/push", "2026-11-30T10:00:00Z"),
            ScriptedCheck.ended("build", "SUCCESS").of("CI/push", "2026-11-30T11:00:00Z"),
            ScriptedCheck.ended("build", "FAILURE").of("CI/push", "2026-11-30T09:00:00Z"),
            ScriptedCheck.ended("build", "FAILURE").of("CI/pull_request", "2026-11-30T09:00:00Z"),
            ScriptedCheck.ended("lint", "FAILURE").of("CI/push", "2026-11-30T10:00:00Z"),
            ScriptedCheck.running("lint").of("CI/push", ""),
            ScriptedCheck.ended("other", "FAILURE"),
            ScriptedCheck.ended("other", "SUCCESS"));
    assertThat(forge().read(KEY).checks())
        .extracting(check -> check.name() + " " + check.said())
        .containsExactlyInAnyOrder(
            "build success", "build failure", "lint in progress", "other failure", "other success");
  }

  @Test
  @DisplayName("L13: jobs of one name in one run all count; so do workflows of one name")
  void namesakes() {
    pull()
        .checks(
            ScriptedCheck.ended("test", "FAILURE").of("CI/push#7", "2026-11-30T10:00:00Z"),
            ScriptedCheck.ended("test", "SUCCESS").of("CI/push#7", "2026-11-30T11:00:00Z"),
            ScriptedCheck.ended("test", "CANCELLED").of("CI/push#6", "2026-11-30T09:00:00Z"),
            ScriptedCheck.ended("lint", "FAILURE").of("CI/push#6", "2026-11-30T09:00:00Z"),
            ScriptedCheck.ended("build", "FAILURE").of("CI@1/push#8", "2026-11-30T09:00:00Z"),
            ScriptedCheck.ended("build", "SUCCESS").of("CI@2/push#9", "2026-11-30T10:00:00Z"));
    assertThat(forge().read(KEY).checks())
        .extracting(check -> check.name() + " " + check.said())
        .containsExactlyInAnyOrder(
            "test failure", "test success", "lint failure", "build failure", "build success");
  }

  @Test
  @DisplayName("L12: an answer that lacks the commit or the pages' end is no answer")
  void gaps() {
    pull().checks(ScriptedCheck.running("build"));
    String whole =
        "{\"data\":{\"repository\":{\"pullRequest\":{\"number\":7,\"title\":\"t\",\"url\":\"u\","
            + "\"state\":\"OPEN\",\"isDraft\":false,\"headRefOid\":\"HEAD\","
            + "\"headRefName\":\"b\",\"headRepository\":null,\"isCrossRepository\":false,"
            + "\"baseRefName\":\"main\",\"mergeStateStatus\":\"CLEAN\",\"commits\":COMMITS}}}}";
    String commit = "{\"nodes\":[{\"commit\":{\"oid\":\"HEAD\",\"statusCheckRollup\":ROLLUP}}]}";
    assertThat(readOf(whole, commit.replace("ROLLUP", "null")).checks()).isEmpty();
    for (String rollup :
        List.of("{}", "{\"contexts\":{\"nodes\":[]}}", "{\"contexts\":{\"pageInfo\":{}}}")) {
      assertGap(whole, commit.replace("ROLLUP", rollup), "hasNextPage");
    }
    assertGap(whole, "{\"nodes\":[]}", "oid");
    assertGap(whole, "{\"nodes\":[{\"commit\":{\"statusCheckRollup\":null}}]}", "oid");
    assertGap(whole, "{\"nodes\":[{\"commit\":{\"oid\":\"HEAD\"}}]}", "hasNextPage");
  }

  private PullRequest readOf(String whole, String commits) {
    String text = whole.replace("COMMITS", commits).replace("HEAD", sha('a'));
    server().faults().next("PrleasePullRequest", new Fault.Status(200, text, Map.of()));
    return forge().read(KEY);
  }

  private void assertGap(String whole, String commits, String missing) {
    assertThatThrownBy(() -> readOf(whole, commits))
        .isInstanceOfSatisfying(
            ForgeException.class,
            gap -> assertThat(gap.kind()).isEqualTo(ForgeException.Kind.UNINTELLIGIBLE))
        .hasMessageContaining("it tells no " + missing);
  }

  @Test
  @DisplayName("More than a hundred checks are read page by page")
  void pages() {
    ScriptedCheck[] checks = new ScriptedCheck[250];
    for (int i = 0; i < checks.length; i++) {
      checks[i] = ScriptedCheck.ended("check " + i, i == 249 ? "FAILURE" : "SUCCESS");
    }
    pull().checks(checks);
    List<Check> read = forge().read(KEY).checks();
    assertThat(read).hasSize(250);
    assertThat(read.get(249).verdict()).isEqualTo(Verdict.FAILED);
    assertThat(server().log()).hasSize(3);
  }

  @Test
  @DisplayName("L12: checks of another commit than the head certify nothing: asked again, please")
  void headMovesBetweenPages() {
    ScriptedCheck[] checks = new ScriptedCheck[150];
    Arrays.setAll(checks, i -> ScriptedCheck.ended("check " + i, "SUCCESS"));
    ScriptedPull pull = pull().checks(checks);
    server().faults().nth("PrleasePullRequest", 2, new Fault.First(() -> pull.head(sha('c'))));
    GhForgeErrorsTest.assertTransient(() -> forge().read(KEY), "its head moved meanwhile");
    assertThat(forge().read(KEY).head().sha()).isEqualTo(sha('c'));
    pull.checkedCommit(sha('d'));
    GhForgeErrorsTest.assertTransient(() -> forge().read(KEY), "its head moved meanwhile");
  }

  @Test
  @DisplayName("A repository that was renamed: its own pull requests are not a fork's")
  void renamed() {
    pull().branch("fix");
    server().state().renamed("acme/former", "acme/app");
    LeaseKey former = LeaseKey.of(ForgeServer.HOST, "acme/former", LeaseKey.Kind.PULL_REQUEST, 7);
    assertThat(forge().read(former).isFromFork()).isFalse();
    assertThat(forge().findByBranch(RepositoryId.of(former), "fix"))
        .extracting(PullRequest::key)
        .containsExactly(former);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A server that knows less is asked for less, and from then on at once")
  void olderServers(Schema schema) {
    server().state().schema(schema);
    pull().checks(ScriptedCheck.ended("build", "SUCCESS").optional());
    PullRequest read = forge().read(KEY);
    assertThat(read.route()).isEqualTo(PullRequest.Route.DIRECT);
    assertThat(read.checks())
        .extracting(Check::necessity)
        .containsExactly(schema == Schema.OLDEST ? Necessity.REQUIRED : Necessity.OPTIONAL);
    int first = server().log().size();
    assertThat(first).isEqualTo(schema == Schema.NEWEST ? 1 : 2);
    assertThat(forge().read(KEY)).isEqualTo(read);
    assertThat(server().log()).hasSize(first + 1);
  }
}
