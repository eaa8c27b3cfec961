package dev.prlease.cli.mcp;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.Version;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.mcp.LeaseServer;
import dev.prlease.mcp.ServerSetup;
import dev.prlease.spi.Scheduler;
import java.io.OutputStream;
import java.time.Duration;

/**
 * {@code prlease mcp}: serves an agent on standard input and output. Standard output belongs to the
 * protocol from here on; whatever else is printed goes to standard error.
 */
public final class McpCommand implements Subcommand {
  /** More tool calls than this at once wait for one another. */
  private static final int THREADS = 64;

  /** Reads nothing yet. */
  public McpCommand() {}

  @Override
  public int run(Call call, World world) throws Exception {
    Duration idle = CallOptions.positive(call, "idle").orElse(ServerSetup.USUAL_IDLE);
    OutputStream out = world.console().handOver();
    System.setOut(System.err);
    world.shutdown().putOff();
    try (Scheduler scheduler = new ThreadPoolScheduler(THREADS);
        OwnCommands commands = new OwnCommands(call, world)) {
      ServerSetup setup = new ServerSetup(Version.read(), idle, scheduler, world.clock());
      new LeaseServer(commands, setup).serve(world.input(), out);
    }
    return ExitCode.DONE;
  }
}
