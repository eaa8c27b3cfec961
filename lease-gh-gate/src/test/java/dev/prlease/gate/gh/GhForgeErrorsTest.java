package dev.prlease.gate.gh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GateTo;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.spi.Forge;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real gh, or the server behind it, says when it does not do what it should. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GhForgeErrorsTest {
  private static final LeaseKey KEY = GhForgeReadTest.KEY;
  private static final String TOKEN = "ghp_hunter2hunter2hunter2";
  private static final String QUERY = "PrleasePullRequest";

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    server().pull("acme/app", 7);
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private Forge forge() {
    return GhIn.open(server(), directory, TOKEN);
  }

  static void assertTransient(Runnable running, String words) {
    assertThatThrownBy(running::run)
        .isInstanceOfSatisfying(
            ForgeException.class, error -> assertThat(error.kind().isTransient()).isTrue())
        .hasMessageContaining(words);
  }

  private static ForgeException errorOf(Runnable running) {
    try {
      running.run();
    } catch (ForgeException error) {
      assertThat(error.getMessage() + error.nextStep()).doesNotContain("hunter2");
      assertThat(error.getMessage()).doesNotContain("\n").hasSizeLessThan(600);
      assertThat(error.nextStep()).isNotBlank();
      return error;
    }
    throw new AssertionError("no error");
  }

  private static Fault status(int code, String text) {
    return new Fault.Status(code, text, Map.of());
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(Fault.badGateway(), Kind.UNREACHABLE, "HTTP 502"),
        Arguments.of(status(500, "{}"), Kind.UNREACHABLE, "HTTP 500"),
        Arguments.of(status(503, "{\"message\":\"busy\"}"), Kind.UNREACHABLE, "busy"),
        Arguments.of(status(504, ""), Kind.UNREACHABLE, "HTTP 504"),
        Arguments.of(Fault.unauthorized(), Kind.NOT_AUTHENTICATED, "Bad credentials"),
        Arguments.of(
            status(401, "{\"message\":\"Bad credentials: " + TOKEN + "\"}"),
            Kind.NOT_AUTHENTICATED,
            "Bad credentials: ***"),
        Arguments.of(Fault.notFound(), Kind.NOT_FOUND, "Not Found"),
        Arguments.of(
            status(403, "{\"message\":\"Resource not accessible by integration\"}"),
            Kind.REFUSED,
            "Resource not accessible"),
        Arguments.of(status(422, "{\"message\":\"no\"}"), Kind.REFUSED, "no"),
        Arguments.of(status(429, ""), Kind.RATE_LIMITED, "HTTP 429"),
        Arguments.of(Fault.garbage("<html>Sign in to the hotel</html>"), Kind.UNINTELLIGIBLE, ""),
        Arguments.of(Fault.garbage("{}"), Kind.UNINTELLIGIBLE, "no JSON"),
        Arguments.of(Fault.garbage("{\"data\":null}"), Kind.UNINTELLIGIBLE, "no JSON"),
        Arguments.of(Fault.garbage("[1]"), Kind.UNINTELLIGIBLE, ""),
        Arguments.of(Fault.garbage(""), Kind.UNINTELLIGIBLE, ""),
        Arguments.of(
            Fault.garbage("{\"data\":{\"repository\":{\"pullRequest\":{\"number\":8}}}}"),
            Kind.UNINTELLIGIBLE,
            "headRefOid"),
        Arguments.of(new Fault.Halved(), Kind.UNINTELLIGIBLE, ""),
        Arguments.of(new Fault.CutOff(), Kind.UNINTELLIGIBLE, ""),
        Arguments.of(new Fault.DroppedBefore(), Kind.UNREACHABLE, "EOF"),
        Arguments.of(
            new Fault.Refusal("NOT_FOUND", "Could not resolve to a PullRequest"),
            Kind.NOT_FOUND,
            "Could not resolve"),
        Arguments.of(
            new Fault.Refusal("FORBIDDEN", "Resource protected by SAML; token " + TOKEN),
            Kind.REFUSED,
            "SAML; token ***"),
        Arguments.of(
            new Fault.Refusal("RATE_LIMITED", "API rate limit exceeded"),
            Kind.RATE_LIMITED,
            "rate limit"),
        Arguments.of(
            new Fault.Refusal("", "Something went wrong while executing your query."),
            Kind.UNREACHABLE,
            "went wrong"),
        Arguments.of(
            new Fault.Refusal("", "x\u001b[2J" + "y".repeat(5000)), Kind.REFUSED, "x^[[2Jyyy"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  @DisplayName("What a server answers to a read is told by its kind, in one line, without a secret")
  void reads(Fault fault, Kind kind, String words) {
    server().faults().next(QUERY, fault);
    ForgeException error = errorOf(() -> forge().read(KEY));
    assertThat(error.kind()).as(error.getMessage()).isEqualTo(kind);
    assertThat(error.getMessage()).startsWith("reading " + KEY + ": ").contains(words);
    assertThat(error.key()).contains(KEY);
    assertThat(forge().read(KEY).key()).isEqualTo(KEY);
  }

  @Test
  @DisplayName("A limit's end is told: from the header of either limit, or a minute from now")
  void limits() {
    long reset = new SystemClock().now().plusSeconds(600).getEpochSecond();
    server().faults().next(QUERY, Fault.rateLimited(reset));
    assertThat(errorOf(() -> forge().read(KEY)).retryAt()).contains(Instant.ofEpochSecond(reset));

    Instant before = new SystemClock().now();
    server().faults().next(QUERY, Fault.secondaryRateLimited(77));
    assertThat(errorOf(() -> forge().read(KEY)).retryAt().orElseThrow())
        .isBetween(before.plusSeconds(77), new SystemClock().now().plusSeconds(77));

    server().faults().next(QUERY, status(429, ""));
    assertThat(errorOf(() -> forge().read(KEY)).retryAt().orElseThrow())
        .isAfter(before.plusSeconds(59));

    server().faults().next(QUERY, Fault.rateLimited(99_999_999_999L));
    assertThat(errorOf(() -> forge().read(KEY)).retryAt().orElseThrow())
        .isBefore(new SystemClock().now().plus(Duration.ofHours(3)));
  }

  @Test
  @DisplayName("There is no such repository, or no such pull request")
  void absent() {
    for (LeaseKey key :
        new LeaseKey[] {
          LeaseKey.of(ForgeServer.HOST, "acme/app", LeaseKey.Kind.PULL_REQUEST, 8),
          LeaseKey.of(ForgeServer.HOST, "acme/none", LeaseKey.Kind.PULL_REQUEST, 7)
        }) {
      assertThat(errorOf(() -> forge().read(key)).kind()).isEqualTo(Kind.NOT_FOUND);
    }
  }

  private Forge with(String variable, String value) {
    Map<String, String> environment = new HashMap<>(server().environment(directory, TOKEN));
    environment.put(variable, value);
    return GhIn.open(environment, directory);
  }

  @Test
  @DisplayName("Nobody is logged in: told so for reads and for acts, by the server or by gh")
  void notLoggedIn() {
    Map<String, String> environment = new HashMap<>(server().environment(directory, TOKEN));
    environment.remove("GH_TOKEN");
    environment.remove("GH_ENTERPRISE_TOKEN");
    Forge nobody = GhIn.open(environment, directory);
    ForgeException error = errorOf(() -> nobody.read(KEY));
    assertThat(error.kind()).isEqualTo(Kind.NOT_AUTHENTICATED);
    assertThat(error.nextStep()).contains("gh auth login --hostname github.localhost");
    assertThat(errorOf(() -> nobody.close(GateTo.pull(KEY))).kind())
        .isEqualTo(Kind.NOT_AUTHENTICATED);
    // gh takes the variable for a sign that somebody is, and asks; else it says so itself.
    environment.remove("GH_HOST");
    Forge stranger = GhIn.open(environment, directory);
    int asked = server().log().size();
    error = errorOf(() -> stranger.read(KEY));
    assertThat(error.kind()).isEqualTo(Kind.NOT_AUTHENTICATED);
    assertThat(errorOf(() -> stranger.close(GateTo.pull(KEY))).kind())
        .isEqualTo(Kind.NOT_AUTHENTICATED);
    assertThat(server().log()).hasSize(asked);
  }

  @Test
  @DisplayName("Nobody listens there: a network error, whatever of it fails")
  void unreachable() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    Map<String, String> environment = new HashMap<>(server().environment(directory, TOKEN));
    environment.put("HTTP_PROXY", "http://127.0.0.1:" + free);
    environment.put("http_proxy", "http://127.0.0.1:" + free);
    Forge nowhere = GhIn.open(environment, directory);
    ForgeException error = errorOf(() -> nowhere.read(KEY));
    assertThat(error.kind()).as(error.getMessage()).isEqualTo(Kind.UNREACHABLE);
    assertThat(errorOf(() -> nowhere.close(GateTo.pull(KEY))).kind()).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  @DisplayName("No gh: what it is and where it is from, for reads and for acts")
  void missing() {
    Forge none = with("PATH", directory.toString());
    ForgeException error = errorOf(() -> none.read(KEY));
    assertThat(error.kind()).isEqualTo(Kind.MISSING_PROGRAM);
    assertThat(error.nextStep()).contains("apt-get install gh");
    assertThat(errorOf(() -> none.close(GateTo.pull(KEY))).kind()).isEqualTo(Kind.MISSING_PROGRAM);
  }

  @Test
  @DisplayName("Variables that make gh talk do not reach it")
  void loudVariables() {
    for (String name : new String[] {"GH_DEBUG", "DEBUG", "GH_FORCE_TTY", "CLICOLOR_FORCE"}) {
      assertThat(with(name, "api").read(KEY).key()).isEqualTo(KEY);
      server().faults().next("PullRequestClose", Fault.badGateway());
      assertThat(errorOf(() -> with(name, "api").close(GateTo.pull(KEY))).getMessage())
          .isEqualTo(
              "closing "
                  + KEY
                  + ": API call failed: non-200 OK status code: 502 Bad Gateway body:"
                  + " \"<html><head><title>502 Bad Gateway</title></head></html>\"");
    }
  }

  @Test
  @DisplayName("Who was interrupted asks nothing, and keeps the flag")
  void interrupted() {
    Forge forge = forge();
    Thread.currentThread().interrupt();
    ForgeException error = errorOf(() -> forge.read(KEY));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(server().log()).isEmpty();
  }
}
