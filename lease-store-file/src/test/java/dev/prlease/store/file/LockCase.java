package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A store's directory, and the lock file of one slot in it. */
abstract class LockCase {
  final Path temp;
  final Path directory;
  final Path lock;

  LockCase(Path temp) {
    this.temp = temp;
    directory = temp.resolve("leases");
    lock = directory.resolve(FILE + Place.LOCK_SUFFIX);
  }

  final FileLeaseStore open(Disk disk) {
    return FileLeaseStore.open(directory, FileStoreOptions.DEFAULTS, Contexts.real(), disk);
  }

  @AfterEach
  final void no_mutex_is_left_behind() {
    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(name -> name.startsWith("dev.prlease"));
  }

  /** Does something once, while the store holds the lock and has not yet renamed. */
  static Disk once(Step step, AtomicInteger writes) {
    return new FailingDisk() {
      @Override
      public void write(Path file, byte[] bytes) throws IOException {
        super.write(file, bytes);
        if (writes.incrementAndGet() == 1) {
          try {
            step.run();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }
      }
    };
  }

  /** Something that goes on meanwhile. */
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Whether another process could lock {@code lock} now: {@code free} or {@code held}. */
  static String seenByOthers(Path lock) throws IOException, InterruptedException {
    return Forked.run(List.of("python3", "-c", TRY_LOCK, lock.toString())).output();
  }

  private static final String TRY_LOCK =
      """
      import fcntl, os, sys
      try:
          fcntl.lockf(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX | fcntl.LOCK_NB)
          print("free")
      except OSError:
          print("held")
      """;

  /** What the descriptors of a process lead to, this one's if it is {@code self}. */
  static List<String> openFiles(String process) throws IOException {
    List<String> open = new ArrayList<>();
    try (Stream<Path> links = Files.list(Path.of("/proc", process, "fd"))) {
      for (Path link : links.toList()) {
        try {
          open.add(Files.readSymbolicLink(link).toString());
        } catch (NoSuchFileException closedMeanwhile) {
          // Such as that by which the links are listed.
        }
      }
    }
    return open;
  }
}
