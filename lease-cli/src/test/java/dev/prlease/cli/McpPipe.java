package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/** A server, and a client that may say anything: it writes and reads lines. */
final class McpPipe implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();

  final Processing.Running server;
  private final Deque<JsonNode> unread = new ArrayDeque<>();
  private int lastId;

  McpPipe(Processing processing, Path directory, Map<String, String> environment, String... options)
      throws IOException {
    String[] words = new String[options.length + 1];
    words[0] = "mcp";
    System.arraycopy(options, 0, words, 1, options.length);
    server = processing.start(directory, environment, Processing.command(words));
  }

  McpPipe(Processing processing) throws IOException {
    this(processing, processing.directory, Map.of());
    shakeHands("2025-06-18");
  }

  JsonNode shakeHands(String version) throws IOException {
    JsonNode hello =
        ask(
            "initialize",
            params ->
                params
                    .put("protocolVersion", version)
                    .<ObjectNode>set(
                        "clientInfo",
                        JSON.createObjectNode().put("name", "pipe").put("version", "1"))
                    .set("capabilities", JSON.createObjectNode()));
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return hello;
  }

  void send(String line) throws IOException {
    server.send(line);
  }

  /** Sends a request, and returns its id. */
  int request(String method, Consumer<ObjectNode> params) throws IOException {
    lastId++;
    ObjectNode request = JSON.createObjectNode();
    request.put("jsonrpc", "2.0").put("id", lastId).put("method", method);
    params.accept(request.putObject("params"));
    send(request.toString());
    return lastId;
  }

  int call(String tool, String arguments) throws IOException {
    JsonNode given = JSON.readTree(arguments);
    return request("tools/call", params -> params.put("name", tool).set("arguments", given));
  }

  /** Calls a tool, and returns the structure that it answers. */
  JsonNode answer(String tool, String arguments) throws IOException {
    return answerTo(call(tool, arguments)).path("result").path("structuredContent");
  }

  JsonNode ask(String method, Consumer<ObjectNode> params) throws IOException {
    return answerTo(request(method, params));
  }

  /** The answer to a request; others that come before it are kept. */
  JsonNode answerTo(int id) throws IOException {
    for (Iterator<JsonNode> each = unread.iterator(); each.hasNext(); ) {
      JsonNode message = each.next();
      if (message.path("id").asInt() == id) {
        each.remove();
        return message;
      }
    }
    while (true) {
      JsonNode message = next();
      if (message.path("id").asInt() == id) {
        return message;
      }
      unread.add(message);
    }
  }

  /** Whether the answer to {@code id} was among those that were read before another. */
  boolean hasAnswered(int id) {
    return unread.stream().anyMatch(message -> message.path("id").asInt() == id);
  }

  /** The next line, which must be a message of the protocol. */
  JsonNode next() throws IOException {
    JsonNode message = JSON.readTree(server.line());
    assertThat(message.path("jsonrpc").asText()).as(message.toString()).isEqualTo("2.0");
    return message;
  }

  /** Ends the server's input, and waits for its end. */
  Answer hangUp() throws IOException, InterruptedException {
    server.process.getOutputStream().close();
    return server.end();
  }

  @Override
  public void close() {
    server.close();
  }
}
