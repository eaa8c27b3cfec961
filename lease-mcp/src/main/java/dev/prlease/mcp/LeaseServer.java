package dev.prlease.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.mcp.keep.Holding;
import dev.prlease.mcp.keep.KeptLeases;
import dev.prlease.mcp.stdio.StdioTransport;
import dev.prlease.mcp.tool.Toolbox;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Leases and gated actions as tools of the Model Context Protocol, on standard input and output.
 *
 * <p>One client, for as long as its input lasts. At its end, and when the thread that serves is
 * interrupted, what is at work is interrupted as by a signal, which ends its processes and gives
 * back what it took; then all that was taken through the server is released.
 */
public final class LeaseServer {
  /** A child's grace, and a store that answers slowly; longer only if something hangs. */
  private static final Duration LONGEST_END = Duration.ofSeconds(20);

  private static final Duration A_LONG_TIME = Duration.ofDays(1);

  private static final String INSTRUCTIONS =
      "prlease keeps two agents, or an agent and a person, from driving one pull request at the"
          + " same time. Before you change a pull request (push, rebase, merge, close, edit), take"
          + " its lease with lease_acquire; reading needs none. If a call is refused with"
          + " already-held, somebody else is at work on it: stand down, leave that pull request"
          + " alone, by git and gh too, and do something else or tell the user. Give the lease back"
          + " with lease_release when you are done. pr_push, pr_merge and pr_watch_and_merge do the"
          + " usual changes under the lease, and check it right before they act. If you work on an"
          + " issue for hours, in a branch and git worktree of your own, claim the issue first with"
          + " claim_take, check with claim_verify before you push, and call claim_renew when the"
          + " claim ran out. Every refusal says in `error`, `message` and `next` what happened and"
          + " what to do.";

  private final Commands commands;
  private final ServerSetup setup;

  /** A server that acts through {@code commands}. */
  public LeaseServer(Commands commands, ServerSetup setup) {
    this.commands = commands;
    this.setup = setup;
  }

  /**
   * Serves the client to the end of its input. Neither stream is closed.
   *
   * @param in requests, a line each
   * @param out answers; nothing else may be written there
   * @throws InterruptedException if the thread was interrupted before that; all is given back then
   */
  public void serve(InputStream in, OutputStream out) throws InterruptedException {
    Thread serving = Thread.currentThread();
    AtomicBoolean ended = new AtomicBoolean();
    Runnable end =
        () -> {
          if (ended.compareAndSet(false, true)) {
            serving.interrupt();
          }
        };
    ObjectMapper json = new ObjectMapper();
    McpJsonMapper mapper = new JacksonMcpJsonMapper(json);
    KeptLeases kept =
        new KeptLeases(
            commands::leases, setup.scheduler(), setup.clock(), setup.idle(), this::release);
    Toolbox tools = new Toolbox(commands, kept, setup, json);
    StdioTransport transport = new StdioTransport(mapper, in, out, setup.scheduler(), tools, end);
    McpSyncServer server = server(transport, mapper, tools);
    setup
        .scheduler()
        .execute(
            () -> {
              transport.readToTheEnd();
              end.run();
            });
    try {
      while (true) {
        setup.scheduler().pause(A_LONG_TIME);
      }
    } catch (InterruptedException asked) {
      if (!ended.getAndSet(true)) {
        throw asked;
      }
    } finally {
      finish(transport, kept);
      server.close();
    }
  }

  private McpSyncServer server(StdioTransport transport, McpJsonMapper mapper, Toolbox tools) {
    return McpServer.sync(transport)
        .serverInfo(Implementation.builder("prlease", setup.version()).title("prlease").build())
        .instructions(INSTRUCTIONS)
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .jsonMapper(mapper)
        .jsonSchemaValidator(new NoValidator())
        .validateToolInputs(false)
        .immediateExecution(true)
        .tools(tools.specifications())
        .build();
  }

  /** An interrupt that comes now is for later: what is held is to be given back first. */
  private static void finish(StdioTransport transport, KeptLeases kept) {
    transport.refuseMore();
    boolean interrupted = false;
    boolean waiting = true;
    while (waiting) {
      try {
        boolean unused = transport.awaitQuiet(LONGEST_END);
        waiting = false;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    kept.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void release(Holding holding) {
    CommandAnswer unused =
        commands.run(
            CommandCall.of(
                List.of(
                    "release",
                    "--json",
                    "--key=" + holding.key(),
                    "--session=" + holding.session())),
            line -> {});
  }

  /** Arguments are checked by the tools, which say what to do; answers by tests. */
  private static final class NoValidator implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
      return ValidationResponse.asValid("");
    }
  }
}
