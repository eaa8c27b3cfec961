package dev.prlease.store.git;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A directory of this user's alone, for as long as a store is open: one store of objects, and for
 * each call of git a repository of its own that uses it. So calls at the same time share no file
 * that git locks, and none sees what another fetched but the objects.
 *
 * <p>Nothing in it is worth keeping: the remote has it all. It is begun anew after some thousand
 * calls, lest it grow for ever.
 */
final class Workspace {
  /** Each call leaves three small files or so. */
  private static final int MOST_CALLS = 2_000;

  private static final String START = "prlease-git-";

  /** Whoever uses one makes a directory in it with each call; who comes back finds it gone. */
  private static final Duration LEFT = Duration.ofDays(7);

  private static final byte[] HEAD = "ref: refs/heads/none\n".getBytes(StandardCharsets.US_ASCII);

  private final Path directory;
  private final String config;
  private final LooseObjects objects;
  private final AtomicLong calls = new AtomicLong();
  private int users; // guarded by this
  private boolean retired; // guarded by this

  private Workspace(Path directory, String config) {
    this.directory = directory;
    this.config = config;
    this.objects = new LooseObjects(directory.resolve("objects"));
  }

  /** Makes one; what repositories in it are to be configured as is {@code config}. */
  static Workspace make(Map<String, String> environment, String config, Instant now)
      throws IOException {
    Path parent = parent(environment);
    sweep(parent, now.minus(LEFT));
    Path directory =
        Files.createTempDirectory(
            parent,
            START,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.createDirectory(directory.resolve("objects"));
    return new Workspace(directory, config);
  }

  /** Removes what processes that were killed left behind. */
  private static void sweep(Path parent, Instant before) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, START + "*")) {
      for (Path each : found) {
        BasicFileAttributes attributes =
            Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isDirectory()
            && Files.isWritable(each)
            && attributes.lastModifiedTime().toInstant().isBefore(before)) {
          delete(each);
        }
      }
    } catch (IOException | DirectoryIteratorException unswept) {
      // Others may sweep at the same time, and what is left harms nobody.
    }
  }

  private static Path parent(Map<String, String> environment) {
    String named = environment.getOrDefault("TMPDIR", "");
    return named.startsWith("/") && Files.isDirectory(Path.of(named))
        ? Path.of(named)
        : Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }

  LooseObjects objects() {
    return objects;
  }

  Path objectDirectory() {
    return directory.resolve("objects");
  }

  /** Whether it has grown enough. */
  boolean isWorn() {
    return calls.get() > MOST_CALLS;
  }

  /** Whether nobody swept it away: places for temporary files are cleaned after some days. */
  boolean isThere() {
    return Files.isDirectory(objectDirectory());
  }

  /** A bare repository with nothing in it. */
  Path repository() throws IOException {
    Path made = Files.createDirectory(directory.resolve("call-" + calls.incrementAndGet()));
    Files.createDirectory(made.resolve("refs"));
    PlainFiles.write(made.resolve("HEAD"), HEAD);
    PlainFiles.write(made.resolve("config"), config.getBytes(StandardCharsets.UTF_8));
    return made;
  }

  /** The names that a fetch into {@code repository} brought. */
  static List<String> fetched(Path repository) throws IOException {
    Path file = repository.resolve("FETCH_HEAD");
    if (!Files.exists(file)) {
      return List.of();
    }
    try (InputStream in = PlainFiles.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Removes what {@link #repository} made; what resists goes with the workspace. */
  static void discard(Path repository) {
    delete(repository);
  }

  /** Begins to use it; false if it is retired. */
  synchronized boolean enter() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  /** The same for somebody who is in it already. */
  synchronized void enterAgain() {
    users++;
  }

  void leave() {
    boolean last;
    synchronized (this) {
      users--;
      last = retired && users == 0;
    }
    if (last) {
      delete(directory);
    }
  }

  /** Lets nobody in any more; the last who leaves it removes it. */
  void retire() {
    boolean unused;
    synchronized (this) {
      unused = !retired && users == 0;
      retired = true;
    }
    if (unused) {
      delete(directory);
    }
  }

  private static void delete(Path top) {
    try (Stream<Path> all = Files.walk(top)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException left) {
      // A directory of ours in a temporary place: what is left of it harms nobody.
    }
  }
}
