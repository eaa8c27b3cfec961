package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * An agent: the official client, and the server that it starts as a process. The client checks each
 * answer against the schema of its tool.
 */
final class McpAgent implements AutoCloseable {
  private static final JacksonMcpJsonMapper JSON = new JacksonMcpJsonMapper(new ObjectMapper());

  final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  final Queue<String> progress = new ConcurrentLinkedQueue<>();
  final McpSyncClient client;

  /** One that works in {@code directory}, and whose server has these variables and options. */
  McpAgent(Path directory, Map<String, String> environment, String... options) {
    String[] words = new String[options.length + 1];
    words[0] = "mcp";
    System.arraycopy(options, 0, words, 1, options.length);
    List<String> command = Processing.command(words);
    ServerParameters server =
        ServerParameters.builder(command.get(0))
            .args(command.subList(1, command.size()))
            .env(environment)
            .build();
    StdioClientTransport transport =
        new StdioClientTransport(server, JSON) {
          @Override
          protected ProcessBuilder getProcessBuilder() {
            ProcessBuilder builder = new ProcessBuilder().directory(directory.toFile());
            builder.environment().clear();
            return builder;
          }
        };
    transport.setStdErrorHandler(complaints::add);
    client =
        McpClient.sync(transport)
            .requestTimeout(Duration.ofSeconds(60))
            .initializationTimeout(Duration.ofSeconds(60))
            .enableCallToolSchemaCaching(true)
            .progressConsumer(told -> progress.add(told.message()))
            .build();
    assertThat(client.initialize().serverInfo().name()).isEqualTo("prlease");
    assertThat(client.listTools().tools()).isNotEmpty();
  }

  /** What a tool answers, as a program sees it. */
  record Told(boolean refused, Map<String, Object> fields, String text) {
    String error() {
      return String.valueOf(fields.get("error"));
    }

    String get(String field) {
      return String.valueOf(fields.get(field));
    }

    Map<String, Object> object(String field) {
      return named(fields.get(field));
    }

    List<Map<String, Object>> list(String field) {
      return fields.get(field) instanceof List<?> list
          ? list.stream().map(McpAgent::named).toList()
          : List.of();
    }
  }

  Told call(String tool, Object... namesAndValues) {
    Map<String, Object> arguments = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return told(
        client.callTool(
            CallToolRequest.builder(tool)
                .arguments(arguments)
                .progressToken("progress-of-" + tool)
                .build()));
  }

  /** The same of acme/app#42. */
  Told on42(String tool, Object... more) {
    Object[] all = new Object[more.length + 4];
    System.arraycopy(new Object[] {"repository", "acme/app", "pull_request", 42}, 0, all, 0, 4);
    System.arraycopy(more, 0, all, 4, more.length);
    return call(tool, all);
  }

  private static Map<String, Object> named(@Nullable Object value) {
    Map<String, Object> fields = new HashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, each) -> fields.put(String.valueOf(name), each));
    }
    return fields;
  }

  private static Told told(CallToolResult result) {
    Map<String, Object> fields = named(result.structuredContent());
    String text =
        result.content().get(0) instanceof TextContent content ? content.text() : "no text";
    boolean refused = Boolean.TRUE.equals(result.isError());
    assertThat(fields).as(text).containsKeys("result", "exit_code");
    assertThat("done".equals(fields.get("result"))).as(text).isEqualTo(!refused);
    if (refused) {
      assertThat(fields).as(text).containsKeys("error", "message", "next");
      assertThat(String.valueOf(fields.get("next"))).isNotBlank();
      assertThat(text).startsWith(fields.get("error") + ": " + fields.get("message"));
    }
    return new Told(refused, fields, text);
  }

  /** Ends the server as clients do, by a signal, and waits until it has ended. */
  @Override
  public void close() {
    assertThat(client.closeGracefully()).isTrue();
  }
}
