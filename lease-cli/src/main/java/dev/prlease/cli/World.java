package dev.prlease.cli;

import dev.prlease.cli.output.Console;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All that a call has of the world around it. Nothing else is read from the process.
 *
 * @param environment the environment's variables
 * @param directory the working directory
 * @param console where answers and messages go
 * @param clock the time
 * @param scheduler makes what waiting goes through; the call closes it
 * @param processes who holds, and whether that one is still there
 * @param input standard input, for calls that read it
 * @param shutdown the end of this process, for calls that must not be cut off
 */
public record World(
    Map<String, String> environment,
    Path directory,
    Console console,
    Clock clock,
    Supplier<Scheduler> scheduler,
    Processes processes,
    InputStream input,
    Shutdown shutdown) {
  /** Copies the environment. */
  public World {
    environment = Map.copyOf(environment);
  }

  /** A world whose standard input is empty. */
  public World(
      Map<String, String> environment,
      Path directory,
      Console console,
      Clock clock,
      Supplier<Scheduler> scheduler,
      Processes processes,
      Shutdown shutdown) {
    this(
        environment,
        directory,
        console,
        clock,
        scheduler,
        processes,
        InputStream.nullInputStream(),
        shutdown);
  }

  /** The value of a variable; empty if it is not set, and where it is set to nothing. */
  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
