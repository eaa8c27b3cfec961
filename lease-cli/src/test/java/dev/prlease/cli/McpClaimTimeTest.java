package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.ClaimScene.Work;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What hours do to a claim that was taken through a server which lives through them: the server
 * runs in this JVM, in a time that the test makes pass, with real git and gh.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpClaimTimeTest {
  @TempDir Path top = Path.of("");

  /** A server, and the lines that go in and out. */
  private static final class Server implements AutoCloseable {
    final ManualClock clock = new ManualClock(LeaseRecord.cut(new SystemClock().now()));
    private final PrintStream systemOut = System.out;
    private final PipedOutputStream in = new PipedOutputStream();
    private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> ended;
    private int lastId;

    Server(ClaimScene scene) throws IOException {
      PipedInputStream given = new PipedInputStream(in, 1 << 16);
      World world =
          new World(
              scene.environment,
              scene.processing.directory,
              new Console(new Lines(out), new ByteArrayOutputStream(), () -> Palette.PLAIN),
              clock,
              ThreadPoolScheduler::new,
              new ThisHost(),
              given,
              Shutdown.NEVER);
      ended =
          CompletableFuture.supplyAsync(
              () -> new Cli(world).run(List.of("mcp", "--session", "author")),
              server -> new Thread(server, "server").start());
      ask(
          "initialize",
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
      send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private void send(String line) throws IOException {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    private JsonNode ask(String method, String params) throws IOException {
      lastId++;
      send(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + lastId
              + ",\"method\":\""
              + method
              + "\",\"params\":"
              + params
              + "}");
      try {
        return McpPipe.JSON.readTree(out.take()).path("result");
      } catch (InterruptedException late) {
        throw new IllegalStateException(late);
      }
    }

    JsonNode call(String tool, Object... arguments) throws IOException {
      ObjectNode params = McpPipe.JSON.createObjectNode().put("name", tool);
      ObjectNode given = params.putObject("arguments");
      for (int i = 0; i < arguments.length; i += 2) {
        given.set(String.valueOf(arguments[i]), McpPipe.JSON.valueToTree(arguments[i + 1]));
      }
      return ask("tools/call", params.toString()).path("structuredContent");
    }

    @Override
    public void close() throws IOException {
      in.close();
      try {
        assertThat(ended.join()).isZero();
      } finally {
        System.setOut(systemOut);
      }
    }
  }

  private static final class Lines extends OutputStream {
    private final BlockingQueue<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(BlockingQueue<String> lines) {
      this.lines = lines;
    }

    @Override
    public synchronized void write(int octet) {
      if (octet == '\n') {
        lines.add(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(octet);
      }
    }
  }

  private static void assertOutcome(JsonNode told, String outcome) {
    assertThat(told.path("outcome").asText()).as(told.toString()).isEqualTo(outcome);
  }

  private static void assertExpired(JsonNode told) {
    assertThat(told.path("reasons").findValuesAsText("code"))
        .as(told.toString())
        .containsExactly("expired");
  }

  @Test
  void a_claim_is_kept_by_calls_of_its_session_and_by_nothing_else() throws Exception {
    try (ClaimScene scene = new ClaimScene(top);
        Server server = new Server(scene)) {
      Work work = scene.work();
      assertOutcome(server.call("claim_take", work.on()), "taken");
      LeaseRecord taken = work.record();

      server.clock.advance(Duration.ofMinutes(59));
      assertThat(server.call("lease_list").path("result").asText()).isEqualTo("done");
      assertThat(work.record()).as("it was kept not long ago").isEqualTo(taken);

      server.clock.advance(Duration.ofMinutes(1));
      Object[] stranger = {"repository", "acme/app", "pull_request", 1, "session", "stranger"};
      assertThat(server.call("lease_assert", stranger).path("error").asText())
          .isEqualTo("not-owner");
      assertThat(work.record()).as("a call of another session").isEqualTo(taken);

      for (int hours = 1; hours < 12; hours++) {
        assertThat(server.call("lease_list").path("result").asText()).isEqualTo("done");
        assertThat(work.record().acquiredAt())
            .as("kept by a call, whatever it calls")
            .isEqualTo(server.clock.now());
        assertOutcome(server.call("claim_verify", work.on()), "verified");
        server.clock.advance(Duration.ofHours(1));
      }
    }
  }

  @Test
  void AC16_hours_in_which_a_server_lives_on_and_nobody_calls_end_the_claim() throws Exception {
    try (ClaimScene scene = new ClaimScene(top);
        Server server = new Server(scene)) {
      Work work = scene.work();
      Object[] mine = work.on("holder_pid", ProcessHandle.current().pid());
      assertOutcome(server.call("claim_take", mine), "taken");
      LeaseRecord taken = work.record();
      assertThat(taken.claim().orElseThrow().process().identity().pid())
          .as("the server's own process")
          .isEqualTo(ProcessHandle.current().pid());

      server.clock.advance(Duration.ofHours(4));

      assertExpired(server.call("claim_verify", work.on()));
      assertExpired(server.call("claim_heartbeat", mine));
      assertThat(server.call("lease_list").path("result").asText()).isEqualTo("done");
      assertThat(work.record()).as("no call revives it").isEqualTo(taken);
      assertOutcome(server.call("claim_renew", mine), "renewed");
      assertOutcome(server.call("claim_verify", work.on()), "verified");
      assertThat(work.record().acquiredAt()).isEqualTo(server.clock.now());
    }
  }
}
