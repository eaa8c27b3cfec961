package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.Palette;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.SystemClock;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Real processes of the command, with a home of their own. */
final class Processing {
  final Path directory;
  final Path home;
  private final Map<String, String> environment = new HashMap<>();

  Processing(Path top) throws IOException {
    this.directory = Files.createDirectories(top.toRealPath().resolve("work"));
    this.home = directory.resolveSibling("home");
    environment.put("PRLEASE_HOME", home.toString());
  }

  /** A process that runs; its standard output is read line by line, its errors go to a file. */
  static final class Running implements AutoCloseable {
    final Process process;
    private final BufferedReader out;
    private final Path err;

    private Running(Process process, Path err) {
      this.process = process;
      this.out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      this.err = err;
    }

    /** The next line of standard output; fails with what stands on standard error. */
    String line() throws IOException {
      String line = out.readLine();
      assertThat(line).as("standard error: %s", Files.readString(err)).isNotNull();
      return line;
    }

    void send(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    void signal(String name) throws IOException, InterruptedException {
      Processing.signal(name, process.pid());
    }

    /** Waits until standard error has {@code text}. */
    void awaitError(String text) throws IOException {
      while (!Files.readString(err).contains(text)) {
        assertThat(process.isAlive()).as("standard error: %s", Files.readString(err)).isTrue();
        Thread.onSpinWait();
      }
    }

    /** Waits for the end: of the process, and of all that still hold its standard output. */
    Answer end() throws IOException, InterruptedException {
      StringBuilder rest = new StringBuilder();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        rest.append(line).append('\n');
      }
      return new Answer(process.waitFor(), rest.toString(), Files.readString(err));
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, "--", Long.toString(pid))
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  /** The words that start the command. */
  static List<String> command(String... words) {
    List<String> all =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.prlease.cli.Main"));
    all.addAll(List.of(words));
    return all;
  }

  /** A shell function {@code prlease} that starts the command. */
  static String shellFunction() {
    StringBuilder text = new StringBuilder("prlease() {");
    for (String word : command()) {
      text.append(' ').append(dev.prlease.cli.output.ShellQuote.always(word));
    }
    return text.append(" \"$@\"; }; ").toString();
  }

  Running prlease(String... words) throws IOException {
    return start(directory, Map.of(), command(words));
  }

  Running bash(String script) throws IOException {
    return start(directory, Map.of(), List.of("bash", "-c", script));
  }

  /**
   * Starts a process. Signals are as a terminal gives them: whoever starts the tests in the
   * background may have told its children to ignore some.
   */
  Running start(Path in, Map<String, String> more, List<String> words) throws IOException {
    List<String> all = new ArrayList<>(List.of("env", "--default-signal=INT,HUP,TERM,PIPE"));
    all.addAll(words);
    Path err = Files.createTempFile(directory.getParent(), "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(all).directory(in.toFile()).redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PRLEASE_"));
    builder.environment().remove("GIT_DIR");
    builder.environment().putAll(environment);
    builder.environment().putAll(more);
    return new Running(builder.start(), err);
  }

  /**
   * A call within this JVM on the same home, in the real time and among the real processes: it
   * shows the same as a process, and starts none.
   */
  Answer here(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        new World(
            environment,
            directory,
            new Console(out, err, () -> Palette.PLAIN),
            new SystemClock(),
            ThreadPoolScheduler::new,
            new ThisHost(),
            Shutdown.NEVER);
    int code = new Cli(world).run(List.of(words));
    return new Answer(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Makes the working directory a git worktree. */
  void makeWorktree() {
    Desktop.write(directory.resolve(".git/HEAD"), "ref: refs/heads/main\n");
  }

  /** Runs to the end. */
  Answer run(String... words) throws IOException, InterruptedException {
    try (Running running = prlease(words)) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  /** Starts a run on acme/app#42 that prints its pid, and reads one line before it exits with 7. */
  Running holding(String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--key", "acme/app#42"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "bash", "-c", "echo $$; read -r line; echo got $line; exit 7"));
    return prlease(words.toArray(new String[0]));
  }

  /** Where acme/app#42 is kept. */
  Path record() {
    return home.resolve("leases/acme__app__pr-42.json");
  }

  Answer status() {
    return here("status", "--key", "acme/app#42", "--json");
  }

  String state() {
    return status().json("state");
  }

  List<String> events() throws IOException {
    List<String> events = new ArrayList<>();
    for (String line : Files.readAllLines(home.resolve("audit.jsonl"))) {
      if (!line.isEmpty()) {
        int from = line.indexOf("\"event\":\"") + 9;
        events.add(line.substring(from, line.indexOf('"', from)));
      }
    }
    return events;
  }
}
