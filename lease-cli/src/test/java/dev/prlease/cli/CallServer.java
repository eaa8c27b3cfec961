package dev.prlease.cli;

import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.SystemClock;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code prlease} on the PATH of shells, whose calls are made within this JVM: to start one for
 * each would take most of the time. Only {@code run} is a process of its own, since its command is
 * to have the shell's terminal and standard input.
 *
 * <p>A call is a directory with the words, the environment and a pipe for the exit code, whose name
 * is written to one pipe that this thread reads.
 */
final class CallServer implements AutoCloseable {
  private static final String SCRIPT =
      """
      #!/bin/bash
      # Descriptors above 2 and exported functions are not needed, and the words may be any.
      if [ "${1-}" = run ]; then exec %s "$@"; fi
      call=$(mktemp -d %s/call.XXXXXX)
      mkfifo "$call/answer"
      printf '%%s\\0' "$PWD" "$@" >"$call/words"
      env -0 >"$call/env"
      echo "$call" >%s/calls
      read -r code <"$call/answer"
      cat "$call/out"
      cat "$call/err" >&2
      rm -rf "$call"
      exit "$code"
      """;

  private final Path calls;
  private final Path programs;
  private final Thread thread;

  /** Works below {@code top}. */
  CallServer(Path top) throws IOException, InterruptedException {
    Path work = Files.createDirectories(top.resolve("call-server"));
    this.calls = work.resolve("calls");
    this.programs = Files.createDirectories(work.resolve("bin"));
    if (new ProcessBuilder("mkfifo", calls.toString()).inheritIO().start().waitFor() != 0) {
      throw new IOException("no pipe at " + calls);
    }
    StringBuilder java = new StringBuilder();
    for (String word : Processing.command()) {
      java.append(ShellQuote.always(word)).append(' ');
    }
    Path script = programs.resolve("prlease");
    Files.writeString(script, SCRIPT.formatted(java.toString().strip(), work, work));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    this.thread = new Thread(this::serve, "prlease-calls");
    thread.setDaemon(true);
    thread.start();
  }

  /** The directory that belongs on the PATH. */
  Path programs() {
    return programs;
  }

  /**
   * The pipe is open for writing here too, so it has no end: a reader that opens it anew after each
   * writer loses what the next one writes in between.
   */
  private void serve() {
    try (RandomAccessFile pipe = new RandomAccessFile(calls.toFile(), "rw");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new FileInputStream(pipe.getFD()), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); !"end".equals(line); line = lines.readLine()) {
        answer(Path.of(String.valueOf(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(Path call) throws IOException {
    List<String> words = split(call.resolve("words"));
    Map<String, String> environment = new HashMap<>();
    for (String variable : split(call.resolve("env"))) {
      int equals = variable.indexOf('=');
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        new World(
            environment,
            Path.of(words.get(0)),
            new Console(out, err, () -> Palette.PLAIN),
            new SystemClock(),
            ThreadPoolScheduler::new,
            new ThisHost(),
            Shutdown.NEVER);
    int code = new Cli(world).run(words.subList(1, words.size()));
    Files.write(call.resolve("out"), out.toByteArray());
    Files.write(call.resolve("err"), err.toByteArray());
    Files.writeString(call.resolve("answer"), code + "\n");
  }

  private static List<String> split(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    List<String> parts = new ArrayList<>(List.of(text.split("\0", -1)));
    parts.remove(parts.size() - 1);
    return parts;
  }

  @Override
  public void close() throws IOException {
    Files.writeString(calls, "end\n");
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
