package dev.prlease.gate.gh;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.Logged;
import dev.prlease.gate.fixture.Schema;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.testkit.ManualGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real gh does to a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GhForgeActsTest {
  private static final LeaseKey KEY = GhForgeReadTest.KEY;
  private static final String TOKEN = "token-of-the-one-who-acts";

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    scripted = Optional.of(server().pull("acme/app", 7));
    server().state().login(TOKEN, "me");
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private ScriptedPull pull() {
    return scripted.orElseThrow();
  }

  private Forge forge() {
    return GhIn.open(server(), directory, TOKEN);
  }

  private static MergeRequest request(Protection protection) {
    return new MergeRequest(sha('a'), MergeMethod.SQUASH, protection);
  }

  private void merge() {
    forge().merge(GateTo.pull(KEY), request(Protection.RESPECTED));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A merge is pinned to the head, and made as it was asked for")
  void merges(MergeMethod method) {
    forge().merge(GateTo.pull(KEY), new MergeRequest(sha('a'), method, Protection.RESPECTED));
    assertThat(pull().state()).isEqualTo("MERGED");
    assertThat(pull().mergedBy()).isEqualTo("me");
    Logged sent = server().log("merged").get(0);
    assertThat(sent.token()).isEqualTo(TOKEN);
    assertThat(sent.variables().path("input").path("expectedHeadOid").asText()).isEqualTo(sha('a'));
    assertThat(sent.variables().path("input").path("mergeMethod").asText())
        .isEqualTo(method.name());
  }

  @Test
  @DisplayName("L57: a gh that dies, or says what nobody knows, has said nothing of what it sent")
  void deadGh() throws IOException {
    for (String end : List.of("kill -9 $$", "echo 'tls: bad record MAC' >&2; exit 1")) {
      Path programs = Files.createDirectories(directory.resolve("programs"));
      Path gh = Files.writeString(programs.resolve("gh"), "#!/bin/sh\n" + end + "\n");
      Files.setPosixFilePermissions(gh, PosixFilePermissions.fromString("rwxr-xr-x"));
      Map<String, String> environment = new HashMap<>(server().environment(directory, TOKEN));
      environment.merge("PATH", programs.toString(), (path, first) -> first + ":" + path);
      Forge forge = GhIn.open(environment, directory);
      List<Runnable> acts =
          List.of(
              () -> forge.merge(GateTo.pull(KEY), request(Protection.RESPECTED)),
              () -> forge.arm(GateTo.pull(KEY), request(Protection.RESPECTED)),
              () -> forge.close(GateTo.pull(KEY)));
      for (Runnable act : acts) {
        assertThatThrownBy(act::run)
            .as(end)
            .isInstanceOfSatisfying(
                ForgeException.class,
                unknown -> assertThat(unknown.kind()).isEqualTo(Kind.UNINTELLIGIBLE));
      }
    }
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refusal(pull -> pull.head(sha('b')), Kind.HEAD_MOVED),
        refusal(pull -> pull.checks(ScriptedCheck.running("build")), Kind.REFUSED),
        refusal(pull -> pull.review("REVIEW_REQUIRED"), Kind.REFUSED),
        refusal(pull -> pull.conflicting(true), Kind.REFUSED),
        refusal(pull -> pull.behind(true), Kind.REFUSED),
        refusal(pull -> pull.draft(true), Kind.REFUSED),
        refusal(ScriptedPull::closed, Kind.REFUSED));
  }

  private static Arguments refusal(Consumer<ScriptedPull> change, Kind kind) {
    return Arguments.of(change, kind);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @DisplayName("What cannot be merged is refused, by gh or by the forge")
  void refused(Consumer<ScriptedPull> change, Kind kind) {
    change.accept(pull());
    assertError(this::merge, kind);
    assertThat(server().log("merged")).isEmpty();
  }

  private static void assertError(Runnable running, Kind kind) {
    assertThatThrownBy(running::run)
        .isInstanceOfSatisfying(
            ForgeException.class,
            error -> assertThat(error.kind()).as(error.getMessage()).isEqualTo(kind));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(Fault.badGateway(), Kind.UNREACHABLE),
        Arguments.of(Fault.unauthorized(), Kind.NOT_AUTHENTICATED),
        Arguments.of(Fault.notFound(), Kind.NOT_FOUND),
        Arguments.of(Fault.rateLimited(4_000_000_000L), Kind.RATE_LIMITED),
        Arguments.of(Fault.secondaryRateLimited(60), Kind.RATE_LIMITED),
        Arguments.of(Fault.garbage("<html>"), Kind.UNINTELLIGIBLE),
        Arguments.of(new Fault.DroppedBefore(), Kind.UNREACHABLE),
        Arguments.of(new Fault.DroppedAfter(), Kind.UNREACHABLE),
        Arguments.of(new Fault.CutOff(), Kind.UNREACHABLE),
        Arguments.of(
            new Fault.Refusal("", "Base branch was modified. Review and try the merge again."),
            Kind.UNREACHABLE),
        Arguments.of(
            new Fault.Refusal("RATE_LIMITED", "API rate limit exceeded"), Kind.RATE_LIMITED),
        Arguments.of(
            new Fault.Refusal("FORBIDDEN", "Resource not accessible by integration"),
            Kind.REFUSED));
  }

  @ParameterizedTest
  @MethodSource("faults")
  @DisplayName("What goes wrong with a merge is told by its kind, before and at the merge itself")
  void faulty(Fault fault, Kind kind) {
    server().faults().next("PullRequestMerge", fault);
    assertError(this::merge, kind);
    boolean landed = fault instanceof Fault.DroppedAfter || fault instanceof Fault.CutOff;
    assertThat(pull().state()).isEqualTo(landed ? "MERGED" : "OPEN");
    server().faults().next("PullRequestByNumber", fault);
    assertError(this::merge, kind);
  }

  static Stream<Fault> brokenOff() {
    return Stream.of(new Fault.CutOff(), new Fault.Halved(), Fault.garbage("<html>"));
  }

  @ParameterizedTest
  @MethodSource("brokenOff")
  @DisplayName("What gh was told in half before a merge, it does not remember in the next one")
  void brokenMemory(Fault fault) {
    server().faults().next("PullRequest_fields", fault);
    assertThatThrownBy(this::merge).isInstanceOf(ForgeException.class);
    merge();
    assertThat(pull().state()).isEqualTo("MERGED");
    assertThat(directory.resolve("TMPDIR")).isEmptyDirectory();
  }

  @Test
  @DisplayName("Protection is bypassed if that is asked for, and by those who may")
  void bypass() {
    pull().review("REVIEW_REQUIRED");
    assertError(() -> forge().merge(GateTo.pull(KEY), request(Protection.BYPASSED)), Kind.REFUSED);
    server().state().admin(TOKEN);
    forge().merge(GateTo.pull(KEY), request(Protection.BYPASSED));
    assertThat(pull().state()).isEqualTo("MERGED");
  }

  @Test
  @DisplayName("L57: gh exits with 0 though nothing is merged, where there is a queue")
  void queue() {
    pull().queueRequired(true);
    merge();
    assertThat(pull().state()).isEqualTo("OPEN");
    assertThat(server().log("queued")).hasSize(1);
  }

  @Test
  @DisplayName("Arming, pinned; disarming; both told if they are refused")
  void arming() {
    pull().checks(ScriptedCheck.running("build"));
    forge().arm(GateTo.pull(KEY), request(Protection.RESPECTED));
    assertThat(pull().isArmed()).isTrue();
    Logged armed = server().log("armed").get(0);
    assertThat(armed.variables().path("input").path("expectedHeadOid").asText())
        .isEqualTo(sha('a'));
    forge().disarm(GateTo.pull(KEY));
    assertThat(pull().isArmed()).isFalse();
    assertError(() -> forge().disarm(GateTo.pull(KEY)), Kind.REFUSED);
    pull().head(sha('b'));
    assertError(
        () -> forge().arm(GateTo.pull(KEY), request(Protection.RESPECTED)), Kind.HEAD_MOVED);
    assertThat(pull().isArmed()).isFalse();
  }

  @Test
  @DisplayName("Closing, once; what is merged cannot be closed")
  void closing() {
    forge().close(GateTo.pull(KEY));
    assertThat(pull().state()).isEqualTo("CLOSED");
    forge().close(GateTo.pull(KEY));
    assertThat(server().log("closed")).hasSize(1);
    pull().merged("bob");
    assertError(() -> forge().close(GateTo.pull(KEY)), Kind.REFUSED);
  }

  @Test
  @DisplayName("A branch is deleted, whatever its name; one that is gone is no error")
  void deleting() {
    for (Schema each : List.of(Schema.NEWEST, Schema.WITHOUT_QUEUE)) {
      server().state().schema(each);
      String branch = "topic/ı#1 \"?x%2f" + each;
      pull().branch(branch).merged("bob");
      delete(branch);
      assertThat(server().state().deletedBranches()).contains("acme/app:" + branch);
      delete(branch);
      delete("none");
    }
    assertThat(server().log("deleted")).hasSize(2);
    assertThat(server().log("DELETE")).as("by its name, where the server is old").hasSize(1);
  }

  private void delete(String branch) {
    forge().deleteBranch(GateTo.pull(KEY), RepositoryId.of(KEY), branch, sha('a'));
  }

  @Test
  @DisplayName("A branch that was pushed to after the merge stays, whenever that was")
  void movedAfterTheMerge() {
    pull().branch("fix").merged("bob");
    Runnable push = () -> server().state().pushed("acme/app", "fix", sha('c'));
    server().faults().next("PrleaseDeleteBranch", new Fault.First(push));
    assertMoved("fix");
    assertMoved("fix");
    assertThat(server().log("PrleaseDeleteBranch"))
        .as("the second time it is seen to have moved")
        .hasSize(1);
    server().state().schema(Schema.OLDEST);
    assertMoved("fix");
    assertThat(server().log("deleted")).isEmpty();
  }

  private void assertMoved(String branch) {
    assertThatThrownBy(() -> delete(branch))
        .isInstanceOfSatisfying(
            ForgeException.class,
            moved -> {
              assertThat(moved.kind()).isEqualTo(Kind.HEAD_MOVED);
              assertThat(moved).hasMessageContaining(sha('c')).hasMessageContaining(sha('a'));
              assertThat(moved.nextStep()).contains("pushed after the merge");
            });
  }

  @Test
  @DisplayName("Whatever was answered to a deletion, where the branch is decides")
  void deletionsAnswered() {
    pull().branch("fix").merged("bob");
    server().faults().next("PrleaseDeleteBranch", Fault.badGateway());
    assertError(() -> delete("fix"), Kind.UNREACHABLE);
    server().faults().next("PrleaseDeleteBranch", new Fault.Refusal("FORBIDDEN", "not yours"));
    assertError(() -> delete("fix"), Kind.REFUSED);
    server().faults().next("PrleaseHeadOfBranch", Fault.notFound());
    assertError(() -> delete("fix"), Kind.NOT_FOUND);
    assertThat(server().log("deleted")).isEmpty();
    server().faults().next("PrleaseDeleteBranch", new Fault.DroppedAfter());
    delete("fix");
    assertThat(server().log("deleted")).hasSize(1);
    server().state().schema(Schema.OLDEST).pushed("acme/app", "fix", sha('a'));
    server().faults().next("DELETE", new Fault.DroppedAfter());
    delete("fix");
    assertThat(server().log("deleted")).hasSize(2);
  }

  @Test
  @DisplayName(
      "Pull requests of a branch: those of its repository's, here and where it was forked from")
  void byBranch() {
    server().state().fork("eve/app", "acme/app");
    RepositoryId eve = new RepositoryId(ForgeServer.HOST, "EVE/App");
    assertThat(forge().findByBranch(eve, "fix")).isEmpty();
    pull().branch("fix");
    server().pull("acme/app", 8).branch("fix").headRepository(Optional.of("eve/app"));
    server().pull("acme/app", 9).branch("fix").headRepository(Optional.of("mallory/app"));
    server().pull("acme/app", 10).branch("other").headRepository(Optional.of("eve/app"));
    server().pull("acme/app", 11).branch("fix").headRepository(Optional.of("eve/app")).closed();
    server().pull("eve/app", 1).branch("fix");
    assertThat(forge().findByBranch(eve, "fix"))
        .extracting(pull -> pull.key().toString())
        .containsExactly("github.localhost/EVE/App#1", "github.localhost/acme/app#8");
    assertThat(forge().findByBranch(RepositoryId.of(KEY), "fix"))
        .extracting(pull -> pull.key().number())
        .containsExactly(7L);
    assertError(
        () -> forge().findByBranch(new RepositoryId(ForgeServer.HOST, "acme/none"), "fix"),
        Kind.NOT_FOUND);
  }

  @Test
  @DisplayName(
      "Where a hundred forks have a branch of that name, the right one is found all the same")
  void manyBranches() {
    for (int number = 100; number < 350; number++) {
      Optional<String> fork = Optional.of("user" + number + "/app");
      server().pull("acme/app", number).branch("patch-1").headRepository(fork);
    }
    server().state().fork("user333/app", "acme/app");
    assertThat(forge().findByBranch(new RepositoryId(ForgeServer.HOST, "user333/app"), "patch-1"))
        .extracting(pull -> pull.key().number())
        .containsExactly(333L);
  }

  @Test
  @DisplayName("A merge that hangs is ended when the lease is lost")
  void loss() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    server().faults().next("PullRequestMerge", new Fault.HangsBefore(never));
    ManualGate gate = ManualGate.open(Duration.ofMinutes(10));
    CompletableFuture<Void> merging =
        CompletableFuture.runAsync(
            () -> forge().merge(new GateTo(KEY, gate), request(Protection.RESPECTED)));
    server().await("PullRequestMerge");
    gate.lose();
    assertThatThrownBy(merging::get)
        .hasRootCauseInstanceOf(ForgeException.class)
        .hasMessageContaining("the lease was over: gh was ended");
    assertThat(gate.listeners()).isZero();
    assertThat(pull().state()).isEqualTo("OPEN");
  }

  @Test
  @DisplayName("Nothing is sent once the lease is over, or when interrupted before")
  void nothingSent() {
    Forge forge = forge();
    GateTo over = new GateTo(KEY, ManualGate.over());
    for (Consumer<GateTo> act : acts(forge)) {
      assertThatThrownBy(() -> act.accept(over)).isInstanceOf(LeaseException.class);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> act.accept(GateTo.pull(KEY))).isInstanceOf(ForgeException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(server().log()).isEmpty();
  }

  private static List<Consumer<GateTo>> acts(Forge forge) {
    return List.of(
        gate -> forge.merge(gate, request(Protection.RESPECTED)),
        gate -> forge.arm(gate, request(Protection.RESPECTED)),
        forge::disarm,
        forge::close,
        gate -> forge.deleteBranch(gate, RepositoryId.of(KEY), "feature", sha('a')));
  }
}
