package dev.prlease.mcp.stdio;

import dev.prlease.spi.Scheduler;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Standard input and output as the SDK's transport: a line a message.
 *
 * <p>The SDK has one of its own, which ends at the first line that is no message, tells nobody of
 * the end of its input, and lets no request be cancelled. Here a bad line is answered and the next
 * one read; the end is told to whoever reads; and {@code notifications/cancelled} interrupts the
 * tool call that it names, whose answer is then not sent.
 *
 * <p>The handshake and all that is answered at once is handled on the reading thread, in the order
 * in which it came; tool calls run on the pool, several at a time.
 */
public final class StdioTransport implements McpServerTransportProvider {
  /** No tool wants as much; it only bounds what a client can make the server keep. */
  private static final int LONGEST_LINE = 16 << 20;

  private final McpJsonMapper mapper;
  private final LineReader in;
  private final OutputStream out;
  private final Requests requests;
  private final Door door;
  private final Runnable readerIsGone;
  private volatile @Nullable McpServerSession session;
  private boolean greeted; // of the reading thread

  /**
   * Reads and writes nothing yet.
   *
   * @param readerIsGone told when nothing can be written any more
   */
  public StdioTransport(
      McpJsonMapper mapper,
      InputStream in,
      OutputStream out,
      Scheduler scheduler,
      Door door,
      Runnable readerIsGone) {
    this.mapper = mapper;
    this.in = new LineReader(in, LONGEST_LINE);
    this.out = out;
    this.requests = new Requests(scheduler);
    this.door = door;
    this.readerIsGone = readerIsGone;
  }

  /** Reads, and has done what is asked for, to the end of the input. */
  public void readToTheEnd() {
    try {
      while (true) {
        LineReader.Read read = in.next();
        if (read instanceof LineReader.Read.Line line) {
          take(line.text());
        } else if (read instanceof LineReader.Read.TooLong) {
          answerNoMessage(McpSchema.ErrorCodes.INVALID_REQUEST, "a line of more than 16 MiB");
        } else {
          return;
        }
      }
    } catch (IOException unreadable) {
      Log.OF.warn("standard input cannot be read any more", unreadable);
    }
  }

  private void take(String line) {
    if (line.isBlank()) {
      return;
    }
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, line);
    } catch (IOException | RuntimeException | StackOverflowError garbage) {
      answerNoMessage(McpSchema.ErrorCodes.PARSE_ERROR, "a line that is no JSON-RPC message");
      return;
    }
    if (message instanceof JSONRPCRequest request
        && McpSchema.METHOD_TOOLS_CALL.equals(request.method())) {
      call(request);
    } else if (message instanceof JSONRPCNotification notification
        && notification.method().equals("notifications/cancelled")) {
      requests.cancel(
          notification.params() instanceof Map<?, ?> params ? params.get("requestId") : null);
    } else {
      handle(message, Context.empty());
      greeted |=
          message instanceof JSONRPCNotification notification
              && McpSchema.METHOD_NOTIFICATION_INITIALIZED.equals(notification.method());
    }
  }

  private void call(JSONRPCRequest request) {
    if (!greeted) {
      // The SDK would keep it, and act on it once the handshake is over.
      write(
          JSONRPCResponse.error(
              request.id(),
              new JSONRPCResponse.JSONRPCError(
                  McpSchema.ErrorCodes.INVALID_REQUEST,
                  "a tool call before the handshake: send initialize, and then"
                      + " notifications/initialized",
                  null)));
      return;
    }
    Optional<CallToolResult> refusal = door.refuse(request.params());
    if (refusal.isPresent()) {
      write(new JSONRPCResponse(McpSchema.JSONRPC_VERSION, request.id(), refusal.get(), null));
    } else if (!requests.start(request.id(), running -> handle(request, with(running)))) {
      Log.OF.warn("a request whose id is in use, or which came after the end, is dropped");
    }
  }

  private static Context with(Request running) {
    return Context.of(
        McpTransportContext.KEY, McpTransportContext.create(Map.of(Request.CONTEXT, running)));
  }

  /** All handlers act on the thread that calls them, so that it is done when this returns. */
  private void handle(JSONRPCMessage message, Context context) {
    McpServerSession current = session;
    if (current != null) {
      current
          .handle(message)
          .contextWrite(context)
          .subscribe(nothing -> {}, failed -> Log.OF.error("a message was not handled", failed));
    }
  }

  /** From now on nothing is taken, and what is at work is interrupted. */
  public void refuseMore() {
    requests.refuseMore();
  }

  /** Waits until no tool call is at work; says whether that came to be. */
  public boolean awaitQuiet(Duration atMost) throws InterruptedException {
    return requests.awaitNone(atMost);
  }

  private void write(JSONRPCMessage message) {
    try {
      writeLine(mapper.writeValueAsString(message));
    } catch (IOException unwritable) {
      throw new IllegalStateException("an answer that is no JSON", unwritable);
    }
  }

  private void answerNoMessage(int code, String text) {
    writeLine(
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":"
            + code
            + ",\"message\":\""
            + text
            + "\"}}");
  }

  private void writeLine(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      synchronized (out) {
        out.write(bytes);
        out.flush();
      }
    } catch (IOException gone) {
      readerIsGone.run();
    }
  }

  @Override
  public List<String> protocolVersions() {
    return List.of(
        ProtocolVersions.MCP_2024_11_05,
        ProtocolVersions.MCP_2025_03_26,
        ProtocolVersions.MCP_2025_06_18,
        ProtocolVersions.MCP_2025_11_25);
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = factory.create(new Outgoing());
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    McpServerSession current = session;
    return current == null ? Mono.empty() : current.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /** What the SDK writes to. */
  private final class Outgoing implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> {
            if (!(message instanceof JSONRPCResponse response)
                || requests.isAwaited(response.id())) {
              write(message);
            }
          });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return mapper.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }

  /** Made when there is something to tell. */
  private static final class Log {
    static final Logger OF = LoggerFactory.getLogger("dev.prlease.mcp");
  }
}
