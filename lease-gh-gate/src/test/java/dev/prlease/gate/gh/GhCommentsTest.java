package dev.prlease.gate.gh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.ForgeException.Kind;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GhIn;
import dev.prlease.gate.fixture.ScriptedComments;
import dev.prlease.spi.Commentable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Comments through the real gh. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GhCommentsTest {
  private static final LeaseKey KEY = GhForgeReadTest.KEY;
  private static final String TOKEN = "ghp_hunter2hunter2hunter2";

  @TempDir Path directory = Path.of("");
  private Optional<ForgeServer> started = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    started = Optional.of(ForgeServer.start());
    server().pull("acme/app", 7);
    server().state().login(TOKEN, "kim");
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer server() {
    return started.orElseThrow();
  }

  private ScriptedComments comments() {
    return server().state().comments();
  }

  private Commentable gh() {
    return (Commentable) GhIn.open(server(), directory, TOKEN);
  }

  @Test
  void a_comment_is_written_found_edited_and_deleted() {
    String body = "<!-- x -->\n**\"Ä\"** \\ `@kim` \ud83d\ude00\r\n\u2028end";
    Comment written = gh().write(KEY, body);
    assertThat(written.author()).isEqualTo("kim");
    assertThat(written.url()).contains("acme/app#7");
    assertThat(comments().of("acme/app", 7))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.author()).isEqualTo("kim");
              assertThat(each.body()).isEqualTo(body);
            });
    assertThat(gh().ownComments(KEY)).containsExactly(written);
    assertThat(gh().readAgain(written)).contains(written);
    assertThat(gh().edit(written, "other").body()).isEqualTo("other");
    assertThat(gh().readAgain(written)).map(Comment::body).contains("other");
    gh().delete(written);
    gh().delete(written);
    assertThat(comments().of("acme/app", 7)).isEmpty();
    assertThat(gh().readAgain(written)).isEmpty();
    assertThatThrownBy(() -> gh().edit(written, "x"))
        .isInstanceOfSatisfying(
            ForgeException.class, gone -> assertThat(gone.kind()).isEqualTo(Kind.NOT_FOUND));
  }

  @Test
  void those_of_others_are_not_told_and_all_pages_are_read() {
    for (int i = 0; i < 120; i++) {
      comments().write("acme/app", 7, i % 2 == 0 ? "lee" : "Kim", "x");
    }
    comments().write("acme/app", 7, "kim", "ours");
    comments().write("acme/app", 7, "lee", "x");
    assertThat(gh().ownComments(KEY)).extracting(Comment::body).containsExactly("ours");
    assertThat(server().log("PrleaseComments")).hasSize(3);
    ScriptedComments.Written foreign = comments().of("acme/app", 7).get(0);
    assertThat(gh().readAgain(new Comment(KEY, foreign.id(), "", "", ""))).isEmpty();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(
            new Fault.Status(
                403, "{\"message\":\"Resource not accessible by integration\"}", Map.of()),
            Kind.REFUSED),
        Arguments.of(new Fault.Refusal("FORBIDDEN", TOKEN + " may not"), Kind.REFUSED),
        Arguments.of(Fault.notFound(), Kind.NOT_FOUND),
        Arguments.of(Fault.badGateway(), Kind.UNREACHABLE),
        Arguments.of(Fault.unauthorized(), Kind.NOT_AUTHENTICATED),
        Arguments.of(Fault.secondaryRateLimited(60), Kind.RATE_LIMITED),
        Arguments.of(new Fault.DroppedBefore(), Kind.UNREACHABLE),
        Arguments.of(new Fault.Halved(), Kind.UNINTELLIGIBLE),
        Arguments.of(Fault.garbage("{\"data\":{}}"), Kind.UNINTELLIGIBLE));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void what_goes_wrong_is_told_without_a_secret(Fault fault, Kind kind) {
    Comment known = gh().write(KEY, "x");
    server().faults().always("Prlease", fault);
    List<Runnable> calls =
        List.of(
            () -> assertThat(gh().ownComments(KEY)).isNull(),
            () -> assertThat(gh().write(KEY, "y")).isNull());
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              ForgeException.class,
              error -> {
                assertThat(error.kind()).isEqualTo(kind);
                assertThat(error.getMessage() + error.nextStep()).doesNotContain("hunter2");
              });
    }
    if (kind != Kind.UNINTELLIGIBLE && kind != Kind.NOT_FOUND) {
      assertThatThrownBy(() -> gh().edit(known, "z")).isInstanceOf(ForgeException.class);
    }
  }
}
