package dev.prlease.store.etcd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JVM of fighters, {@link FighterMain}; it ends with this one. */
final class FighterProcess implements AutoCloseable {
  /** What it came to. */
  record Ended(List<Note> notes, int grants, int troubles) {}

  private final Process process;
  private final BufferedReader said;

  FighterProcess(
      String name, String prefix, int ttlSeconds, long seed, List<List<EtcdEndpoint>> fighters) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dslf4j.internal.verbosity=ERROR"); // that there is no logging is meant
    command.addAll(List.of("-cp", classPath(), FighterMain.class.getName()));
    command.addAll(List.of(name, prefix, Integer.toString(ttlSeconds), Long.toString(seed)));
    for (List<EtcdEndpoint> endpoints : fighters) {
      command.add(String.join(",", endpoints.stream().map(EtcdEndpoint::toString).toList()));
    }
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Surefire hides the class path behind a jar, and tells the real one here. */
  private static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElseGet(() -> System.getProperty("java.class.path", ""));
  }

  /** How many leases it was granted so far. */
  int grants() {
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
      String[] words = line().split(" ", -1);
      return Integer.parseInt(words[1]);
    } catch (IOException gone) {
      throw new UncheckedIOException("fighters are gone", gone);
    }
  }

  private String line() throws IOException {
    String line = said.readLine();
    if (line == null || line.startsWith("wrong ")) {
      throw new AssertionError("of a process of fighters: " + line);
    }
    return line;
  }

  /** Ends it, and hears what it has to say. */
  Ended end() {
    List<Note> notes = new ArrayList<>();
    try {
      process.getOutputStream().close();
      while (true) {
        String line = line();
        if (line.startsWith("ended ")) {
          String[] words = line.split(" ", -1);
          return new Ended(notes, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
        notes.add(Note.parse(line));
      }
    } catch (IOException gone) {
      throw new UncheckedIOException("fighters are gone", gone);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
