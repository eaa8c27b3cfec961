package dev.prlease.cli.mcp;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.SessionId;
import dev.prlease.cli.Cli;
import dev.prlease.cli.Shutdown;
import dev.prlease.cli.World;
import dev.prlease.cli.command.CallOptions;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.LeaseManager;
import dev.prlease.mcp.CommandAnswer;
import dev.prlease.mcp.CommandCall;
import dev.prlease.mcp.Commands;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The command's own subcommands, each with a world of its own: nothing to read, an answer that is
 * kept, and an end that is this thread's interrupt.
 */
final class OwnCommands implements Commands, AutoCloseable {
  private final Call server;
  private final World world;
  private Optional<SessionId> session = Optional.empty(); // guarded by this
  private Optional<Desk> desk = Optional.empty(); // guarded by this

  /** Those that act as {@code server} was told to. */
  OwnCommands(Call server, World world) {
    this.server = server;
    this.world = world;
  }

  @Override
  public CommandAnswer run(CommandCall call, Consumer<String> line) {
    Lines out = new Lines(line);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World own =
        new World(
            world.environment(),
            call.directory().orElse(world.directory()),
            new Console(out, err, () -> Palette.PLAIN),
            world.clock(),
            world.scheduler(),
            world.processes(),
            Shutdown.NEVER);
    List<String> words = new ArrayList<>(call.words());
    if (!call.words().get(0).equals("audit")) {
      server.value("store").ifPresent(store -> words.add(1, "--store=" + store));
    }
    int code = new Cli(own).run(words);
    return new CommandAnswer(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Override
  public synchronized SessionId session() {
    if (session.isEmpty()) {
      try {
        session = Optional.of(CallOptions.sessions(server, world).findOrCreate().session());
      } catch (UsageException wrong) {
        throw new LeaseConfigurationException(
            String.valueOf(wrong.getMessage()), wrong.nextStep(), wrong);
      }
    }
    return session.get();
  }

  @Override
  public synchronized LeaseManager leases() {
    if (desk.isEmpty()) {
      try {
        desk = Optional.of(Desk.open(server, world, Optional.empty()));
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
        throw new LeaseConfigurationException("the server is ending", "Start it again.", ending);
      }
    }
    return desk.get().manager();
  }

  @Override
  public synchronized void close() {
    desk.ifPresent(Desk::close);
  }

  /** Keeps an answer, and tells each line of it at once. */
  private static final class Lines extends ByteArrayOutputStream {
    private final Consumer<String> told;
    private int begun;

    Lines(Consumer<String> told) {
      this.told = told;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      for (int at = count - length; at < count; at++) {
        if (buf[at] == '\n') {
          told.accept(new String(buf, begun, at - begun, StandardCharsets.UTF_8));
          begun = at + 1;
        }
      }
    }
  }
}
