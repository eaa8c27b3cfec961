package dev.prlease.cli;

import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.Processing.Running;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process of the command that wants to merge, known to the forge by a token of its own. */
final class Contender implements AutoCloseable {
  final String name;
  final String token;
  final Running running;
  private final Map<String, Integer> asked = new HashMap<>(); // guarded by this
  private Optional<LeaseRecord> held = Optional.empty(); // guarded by this
  private volatile boolean killed;

  Contender(String name, String token, Running running) {
    this.name = name;
    this.token = token;
    this.running = running;
  }

  /** Counts a request. Returns how many of {@code operation} there were by now. */
  synchronized int asks(String operation) {
    return asked.merge(operation, 1, Integer::sum);
  }

  /** How many requests of {@code operation} there were. */
  synchronized int asked(String operation) {
    return asked.getOrDefault(operation, 0);
  }

  /** Whether {@code record} was written by this very process: each is another's holding. */
  boolean holds(LeaseRecord record) {
    return record
        .holder()
        .flatMap(holder -> holder.process())
        .filter(process -> process.pid() == running.process.pid())
        .isPresent();
  }

  synchronized void sawHeld(LeaseRecord record) {
    held = Optional.of(record);
  }

  /** What it held when it was last seen to hold it. */
  synchronized Optional<LeaseRecord> held() {
    return held;
  }

  boolean wasKilled() {
    return killed;
  }

  /** Not by {@code Process}, which closes what is still to be read of it. */
  void kill() {
    killed = true;
    signal("KILL");
  }

  void signal(String signal) {
    signal(signal, running.process.pid());
  }

  /** What is gone is not signalled. */
  static void signal(String signal, long pid) {
    try {
      new ProcessBuilder("kill", "-" + signal, "--", Long.toString(pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException failed) {
      throw new IllegalStateException("kill cannot be run", failed);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** The processes of gh that merge on its behalf, whatever became of itself. */
  List<Long> merging() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::merges).toList();
  }

  private boolean merges(long pid) {
    // The shell before it has other words in front.
    return read(pid, "cmdline").startsWith("gh\0pr\0merge\0")
        && read(pid, "environ").contains("\0GH_TOKEN=" + token + "\0");
  }

  /** Empty for what is gone, or waits to be buried. */
  private static String read(long pid, String file) {
    try {
      String text =
          Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
      return file.equals("environ") ? "\0" + text : text;
    } catch (IOException gone) {
      return "";
    }
  }

  @Override
  public void close() {
    running.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
