package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushOutcome.Pushed;
import dev.prlease.gate.push.PushOutcome.Unknown;
import dev.prlease.gate.push.PushRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the way of a push, and what became of it, told as it is. */
final class PushAnswersTest extends PushingTest {
  PushAnswersTest(@TempDir Path temporary) throws IOException {
    super(temporary);
  }

  private void hook(Path repository, String name, String script) throws IOException {
    Path file = repository.resolve("hooks").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    GitWorld.executable(file);
  }

  @Test
  @DisplayName("The server's rules are told in its own words, without secrets")
  void serverRefuses() throws Exception {
    amend(mine, "second\n");
    hook(server, "update", "echo \"GH006: Protected branch; key $BOT_TOKEN\" >&2; exit 1");
    Map<String, String> secret = world.environmentWith("BOT_TOKEN", "hunter2hunter2");
    assertThat(why(pushWith(secret, mine)))
        .startsWith("acme/app refused to move " + REF + " (hook declined): GH006: Protected branch")
        .doesNotContain("hunter2");
    assertThat(there()).isEqualTo(before);
    assertThat(gate.certified()).isEmpty();
  }

  @Test
  @DisplayName("The repository's own pre-push hook runs, finds the lease, and may refuse")
  void prePushHook() throws Exception {
    String after = amend(mine, "second\n");
    hook(
        mine.resolve(".git"),
        "pre-push",
        "printf '%s %s' \"$PRLEASE_KEY\" \"$1\" >seen; cat >>seen; [ ! -e no ] || { echo not now >&2; exit 1; }");
    Files.writeString(mine.resolve("no"), "");
    assertThat(why(push())).contains("not now");
    assertThat(there()).isEqualTo(before);
    Files.delete(mine.resolve("no"));
    assertThat(push()).isInstanceOf(Pushed.class);
    assertThat(Files.readString(mine.resolve("seen")))
        .isEqualTo("acme/app#42 origin" + after + " " + after + " " + REF + " " + before + "\n");
  }

  @Test
  @DisplayName("An answer that is lost: where the branch is decides; if it is not there, unknown")
  void lostAnswer() throws Exception {
    String after = amend(mine, "second\n");
    hook(server, "post-receive", "kill -9 $PPID");
    assertThat(push()).isEqualTo(new Pushed(before, after, Optional.empty()));
    assertThat(gate.certified()).containsExactly(after);

    amend(mine, "third\n");
    hook(server, "pre-receive", "kill -9 $PPID");
    assertThat(push())
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(unknown.found()).contains(after);
              assertThat(unknown.nextStep()).contains("may still land");
            });
    assertThat(gate.certified()).containsExactly(after);
  }

  @Test
  @DisplayName("A record that cannot be written is told, and the push is a push all the same")
  void unrecorded() throws Exception {
    String after = amend(mine, "second\n");
    NotOwnerException lost = NotOwnerException.none(gate.key(), gate.session());
    gate.refuseToCertify(lost);
    ForcePushAction action = action(world.environment(), mine, PushRequest.parse(List.of()));
    PushOutcome outcome = action.run(gate);
    assertThat(outcome).isEqualTo(new Pushed(before, after, Optional.of(lost)));
    assertThat(action.outcome(outcome).details()).containsEntry("unrecorded", lost.getMessage());
  }

  @Test
  @DisplayName("A lease that is over, or not ours any more, pushes nothing")
  void over() throws Exception {
    amend(mine, "second\n");
    gate.refuse(NotOwnerException.none(gate.key(), gate.session()));
    assertThatThrownBy(this::push).isInstanceOf(NotOwnerException.class);
    // Not even the forge is asked, which here knows nothing.
    forge.forget();
    FakeGate past = new FakeGate(Duration.ofSeconds(-1));
    assertThatThrownBy(
            () -> action(world.environment(), mine, PushRequest.parse(List.of())).run(past))
        .isInstanceOf(LeaseExpiredException.class);
    ForcePushAction action = action(world.environment(), mine, PushRequest.parse(List.of()));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> action.run(gate)).isInstanceOf(InterruptedException.class);
    assertThat(there()).isEqualTo(before);
  }

  @Test
  @DisplayName("A loss that is told while git is being started ends it")
  void earlyLoss() throws Exception {
    amend(mine, "second\n");
    world.beforeServing("git-receive-pack", "exec sleep 1000");
    gate.afterDeadlineAsked(gate::tellLoss);
    assertThatThrownBy(this::push).isInstanceOf(LeaseExpiredException.class);
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("A missing credential is an error at once: nobody is asked")
  void noPrompt() throws Exception {
    amend(mine, "second\n");
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> refuse(server));
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/acme/app";
      Map<String, String> direct = new HashMap<>(world.environment());
      direct.put("NO_PROXY", "127.0.0.1");
      direct.put("no_proxy", "127.0.0.1");
      assertThat(why(pushWith(direct, mine, url, BRANCH))).contains("terminal prompts disabled");
      assertThat(answers).isNotCompletedExceptionally();
    }
  }

  /** Answers every request with the wish for a password, until the socket is closed. */
  private static void refuse(ServerSocket server) {
    String answer =
        """
        HTTP/1.1 401 Unauthorized\r
        WWW-Authenticate: Basic realm="here"\r
        Content-Length: 0\r
        Connection: close\r
        \r
        """;
    try {
      while (true) {
        try (Socket client = server.accept()) {
          BufferedReader request =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
          for (String line = request.readLine(); line != null && !line.isEmpty(); ) {
            line = request.readLine();
          }
          client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException closed) {
      // The test has seen enough.
    }
  }
}
