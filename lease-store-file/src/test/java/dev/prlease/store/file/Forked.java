package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs programs, and classes of these tests in JVMs of their own, also as another user. */
final class Forked {
  /** What a program that has ended left behind. */
  record Result(int exitCode, String output) {}

  private static final String NOBODY = "65534";

  private Forked() {}

  /** Runs {@code command} to its end; its errors are part of the output. */
  static Result run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    return new Result(process.waitFor(), output);
  }

  /** The command that runs {@code main} in a JVM of its own. */
  static List<String> java(String classPath, Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(arguments);
    return command;
  }

  static String classPath() {
    return System.getProperty("java.class.path");
  }

  static List<String> classPathEntries() {
    return List.of(classPath().split(File.pathSeparator, -1));
  }

  static boolean isRoot() throws IOException {
    return CurrentUser.find().uid() == 0;
  }

  /**
   * Runs {@code main} as a user for whom permissions count: root is bound by none, so for root that
   * is user nobody, with copies of the classes that nobody may read.
   *
   * @param directory one that is made for this, and that everybody may read
   */
  static Result runUnprivileged(Path directory, Class<?> main, List<String> arguments)
      throws IOException, InterruptedException {
    if (!isRoot()) {
      return run(java(classPath(), main, arguments));
    }
    List<String> command =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    command.addAll(java(readableClassPath(directory), main, arguments));
    return run(command);
  }

  /** A directory in which that user may do as it likes, below one that everybody may read. */
  static Path directoryOfUnprivileged(Path directory) throws IOException, InterruptedException {
    Path own = Files.createDirectory(directory.resolve("own"));
    if (isRoot()) {
      run(List.of("chown", NOBODY + ":" + NOBODY, own.toString()));
    }
    return own;
  }

  /** A temporary directory that everybody may read, unlike those of JUnit. */
  static Path readableDirectory() throws IOException {
    Path directory = Files.createTempDirectory("prlease-test");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    return directory;
  }

  static void delete(Path directory) throws IOException, InterruptedException {
    run(List.of("chmod", "-R", "u+rwX", directory.toString()));
    run(List.of("rm", "-rf", directory.toString()));
  }

  private static String readableClassPath(Path directory) throws IOException, InterruptedException {
    List<String> copies = new ArrayList<>();
    for (String each : classPathEntries()) {
      if (isNeeded(each)) {
        Path copy = directory.resolve("cp" + copies.size() + (each.endsWith(".jar") ? ".jar" : ""));
        run(List.of("cp", "-rL", each, copy.toString()));
        copies.add(copy.toString());
      }
    }
    run(List.of("chmod", "-R", "a+rX", directory.toString()));
    return String.join(File.pathSeparator, copies);
  }

  private static boolean isNeeded(String entry) {
    return Stream.of("lease-", "jackson-core", "slf4j-api", "jspecify").anyMatch(entry::contains);
  }
}
