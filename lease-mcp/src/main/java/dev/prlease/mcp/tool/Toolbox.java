package dev.prlease.mcp.tool;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.api.LeaseException;
import dev.prlease.mcp.Commands;
import dev.prlease.mcp.ServerSetup;
import dev.prlease.mcp.keep.InUse;
import dev.prlease.mcp.keep.KeptClaims;
import dev.prlease.mcp.keep.KeptLeases;
import dev.prlease.mcp.stdio.Door;
import dev.prlease.mcp.stdio.Request;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All tools, as the SDK wants them. What goes wrong in one is its answer, and never an exception.
 */
public final class Toolbox implements Door {
  private final ObjectMapper json;
  private final Map<String, ToolSpec> tools = new LinkedHashMap<>();

  /** All tools of the server, in the order in which they are listed. */
  public Toolbox(Commands commands, KeptLeases kept, ServerSetup setup, ObjectMapper json) {
    this.json = json;
    InUse inUse = new InUse();
    KeptClaims keptClaims = new KeptClaims(setup.clock(), inUse);
    Bench bench = new Bench(commands, kept, keptClaims, inUse, json);
    ClaimCalls claims = new ClaimCalls(bench, commands, keptClaims);
    List<ToolSpec> all = new ArrayList<>(new LeaseTools(bench, commands, setup.scheduler()).all());
    all.addAll(new GateTools(bench).all());
    all.addAll(new ClaimTools(claims).all());
    all.addAll(new ClaimMoveTools(claims).all());
    all.addAll(new AuditTools(bench).all());
    all.forEach(tool -> tools.put(tool.name(), tool));
  }

  /** What the SDK is given. */
  public List<SyncToolSpecification> specifications() {
    return tools.values().stream()
        .map(
            tool ->
                new SyncToolSpecification(
                    tool.tool(), (exchange, request) -> call(tool, exchange, request)))
        .toList();
  }

  @Override
  public Optional<CallToolResult> refuse(@Nullable Object params) {
    if (!(params instanceof Map<?, ?> call) || !(call.get("name") instanceof String name)) {
      return Optional.of(
          answer(Result.unfit("a tool call without the name of a tool", "Name one: " + names())));
    }
    if (!tools.containsKey(name)) {
      return Optional.of(
          answer(
              Result.unfit(
                  "there is no tool '" + (name.length() > 60 ? name.substring(0, 60) : name) + "'",
                  "There are: "
                      + names()
                      + ". Leases of others cannot be ended here: only a person may do that.")));
    }
    Object arguments = call.get("arguments");
    if (arguments != null && !(arguments instanceof Map<?, ?>)) {
      return Optional.of(
          answer(Result.unfit("the arguments of " + name + " are no object", "Give an object.")));
    }
    return Optional.empty();
  }

  private String names() {
    return String.join(", ", tools.keySet());
  }

  private CallToolResult call(
      ToolSpec tool, McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> given = request.arguments();
    try {
      Arguments arguments = Arguments.read(tool.parameters(), given == null ? Map.of() : given);
      return answer(tool.handler().call(arguments, new OneCall(exchange, request)));
    } catch (UnfitException unfit) {
      return answer(Result.unfit(String.valueOf(unfit.getMessage()), unfit.nextStep()));
    } catch (LeaseException failed) {
      return answer(Bench.failed(failed));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError fault) {
      Log.OF.error("tool {} failed", tool.name(), fault);
      return answer(
          Result.refused(
              "internal", 70, "a fault in prlease itself: " + fault, Shared.TELL_THE_USER));
    }
  }

  /** As structure for programs, and as text for models that see nothing else. */
  private CallToolResult answer(Result result) {
    return CallToolResult.builder()
        .structuredContent(result.fields())
        .addTextContent(text(result))
        .isError(!result.isDone())
        .build();
  }

  private String text(Result result) {
    String whole;
    try {
      whole = json.writeValueAsString(result.fields());
    } catch (IOException unwritable) {
      throw new IllegalStateException(unwritable);
    }
    return result.isDone()
        ? whole
        : result.text("error")
            + ": "
            + result.text("message")
            + "\nNext: "
            + result.text("next")
            + "\n"
            + whole;
  }

  /** One call, and whom to tell about it. */
  private static final class OneCall implements ToolCall {
    private final McpSyncServerExchange exchange;
    private final Optional<Object> token;
    private final Optional<Request> request;
    private int told; // guarded by this

    OneCall(McpSyncServerExchange exchange, CallToolRequest call) {
      this.exchange = exchange;
      this.token = Optional.ofNullable(call.progressToken());
      this.request =
          exchange.transportContext().get(Request.CONTEXT) instanceof Request running
              ? Optional.of(running)
              : Optional.empty();
    }

    /** Progress has no known end, and must grow: it counts what was told. */
    @Override
    public synchronized void progress(String message) {
      token.ifPresent(
          to -> {
            told++;
            exchange.progressNotification(
                ProgressNotification.builder(to, told).message(message).build());
          });
    }

    @Override
    public boolean isCancelled() {
      return request.map(Request::isCancelled).orElse(false);
    }
  }

  /** Made when there is something to tell. */
  private static final class Log {
    static final Logger OF = LoggerFactory.getLogger("dev.prlease.mcp");
  }
}
