package dev.prlease.store.git;

import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A repository for others to push to, in memory where the system offers that. */
final class BareRepository implements AutoCloseable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String CONFIG =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = true
      [receive]
      \tautogc = false
      \tunpackLimit = 1000000
      [transfer]
      \tunpackLimit = 1000000
      [gc]
      \tauto = 0
      [http]
      \treceivepack = true
      """;

  private final Path parent;
  private final Path directory;
  private final LooseObjects objects;

  BareRepository() throws IOException {
    this.parent =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "prlease-git-test")
            : Files.createTempDirectory("prlease-git-test");
    this.directory = parent.resolve("remote.git");
    Files.createDirectories(directory.resolve("refs/heads"));
    Files.createDirectories(directory.resolve("objects"));
    Files.createDirectories(directory.resolve("hooks"));
    Files.writeString(directory.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(directory.resolve("config"), CONFIG);
    this.objects = new LooseObjects(directory.resolve("objects"));
  }

  Path parent() {
    return parent;
  }

  Path directory() {
    return directory;
  }

  LooseObjects objects() {
    return objects;
  }

  /** Adds to its configuration. */
  void configure(String lines) {
    try {
      Files.writeString(
          directory.resolve("config"), Files.readString(directory.resolve("config")) + lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts a hook there. */
  void hook(String name, String script) throws IOException {
    Path hook = directory.resolve("hooks").resolve(name);
    Files.writeString(hook, script);
    boolean unused = hook.toFile().setExecutable(true);
  }

  /** The commit of {@code ref}. */
  Optional<String> tip(String ref) throws IOException {
    Path file = directory.resolve(ref);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  /** Points {@code ref} at {@code id}, past git. */
  void point(String ref, String id) throws IOException {
    Path file = directory.resolve(ref);
    Files.createDirectories(file.getParent());
    Path made = directory.resolve("moving");
    Files.writeString(made, id + "\n");
    Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Runs git in it, and returns what it wrote. */
  String git(String... arguments) {
    List<String> words = new ArrayList<>(List.of("--git-dir=" + directory));
    words.addAll(List.of(arguments));
    return plainGit(words);
  }

  /** Runs git. */
  String plainGit(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    words.addAll(arguments);
    ProcessResult result =
        new ProcessRunner()
            .run(
                ProcessRequest.of(
                    words,
                    Map.of("PATH", path(), "GIT_CONFIG_NOSYSTEM", "1"),
                    parent,
                    Duration.ofSeconds(60)));
    if (result instanceof ProcessResult.Exited exited && exited.succeeded()) {
      return exited.out().text();
    }
    throw new IllegalStateException("git failed: " + result);
  }

  static String path() {
    return System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
  }

  @Override
  public void close() throws IOException {
    delete(parent);
  }

  static void delete(Path top) throws IOException {
    try (Stream<Path> all = Files.walk(top)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
