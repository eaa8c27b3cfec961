package dev.prlease.testkit.race;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs a main class of this class path and is talked to line by line. It ends when it is
 * closed: its input ends, and a worker that does not heed that is killed.
 *
 * <p>It starts the process by itself: lease-process runs commands to their end and bounds what they
 * say, which is another thing. The testkit is never part of a program.
 */
final class WorkerProcess implements AutoCloseable {
  private static final int SECONDS_TO_END = 30;

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter questions;

  WorkerProcess(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Short-lived and many: little memory, and no compiling for a long life.
    command.addAll(
        List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.add("-Dslf4j.internal.verbosity=ERROR"); // that there is no logging is meant
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(List.of(arguments));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot start a worker: " + command, failed);
    }
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    questions =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Surefire hides the class path behind a jar, and tells the real one here. */
  private static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElseGet(() -> System.getProperty("java.class.path"));
  }

  void ask(String line) {
    try {
      questions.write(line + "\n");
      questions.flush();
    } catch (IOException gone) {
      throw new UncheckedIOException("a worker is gone", gone);
    }
  }

  String answer() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError("a worker ended without an answer, see its error output");
      }
      return line;
    } catch (IOException gone) {
      throw new UncheckedIOException("a worker is gone", gone);
    }
  }

  @Override
  public void close() throws IOException {
    questions.close();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupt) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
