package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A directory with named pipes, through which tests wait for what other processes do. */
record Scratch(Path directory) {
  /** A pipe that a process opens for writing; it ends when all processes that hold it are gone. */
  Path pipe(String name) throws IOException, InterruptedException {
    Path pipe = directory.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor())
        .isZero();
    return pipe;
  }

  /** Reads a pipe until all that hold it are gone. */
  static List<String> readToEnd(BufferedReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  Path executable(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  static BufferedReader open(Path pipe) throws IOException {
    return Files.newBufferedReader(pipe, StandardCharsets.UTF_8);
  }

  String text(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  /** Bash reading {@code script}, which sees this directory as its first parameter. */
  Command bash(String script, String... more) {
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", script, "test", directory.toString()));
    words.addAll(List.of(more));
    return command(words);
  }

  Command command(List<String> words) {
    return new Command(words, environment(), directory);
  }

  CommandSupervisor supervisor(Supervision supervision) {
    return supervision == Supervision.WATCHDOG
        ? CommandSupervisor.prepare(environment())
        : CommandSupervisor.withoutWatchdog("as the test wants it");
  }

  CommandEnd run(Supervision supervision, Command command) {
    return supervisor(supervision).start(command, FixedDeadline.far()).await();
  }

  /** This JVM's, with a private place for pipes. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("XDG_RUNTIME_DIR", directory.toString());
    return environment;
  }

  /** Starts {@link SupervisingMain} in a JVM of its own. */
  ProcessBuilder supervisingJvm(long deadlineMillis, long graceMillis, List<String> command) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SupervisingMain.class.getName(),
                directory.resolve("report").toString(),
                Long.toString(deadlineMillis),
                Long.toString(graceMillis)));
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().put("XDG_RUNTIME_DIR", directory.toString());
    return builder;
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, "--", Long.toString(pid))
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  /** Processes that work in this directory, as all do that a test started there. */
  List<Long> atWork() throws IOException {
    Path own = directory.toRealPath();
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      return processes.filter(each -> worksBelow(own, each)).map(ProcessHandle::pid).toList();
    }
  }

  /**
   * Kills every process that works in this directory, as all do that a test started there: what a
   * failed test leaves behind would keep the pipes of its JVM open, and whoever reads them waiting.
   */
  void endAll() throws IOException {
    Path own = directory.toRealPath();
    try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
      processes.filter(each -> worksBelow(own, each)).forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean worksBelow(Path directory, ProcessHandle process) {
    try {
      Path place = Path.of("/proc", Long.toString(process.pid()), "cwd");
      return Files.readSymbolicLink(place).startsWith(directory);
    } catch (IOException goneOrOfOthers) {
      return false;
    }
  }
}
