package dev.prlease.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a directory that only this user may enter. */
final class PrivateDirectory {
  /** A name that is drawn is taken by an attacker at most, who keeps us from working only. */
  private static final int TRIES = 100;

  private PrivateDirectory() {}

  /**
   * Makes one in the user's runtime directory or a temporary one. Its name need not be secret: made
   * with mode 0700 in one step, it is ours or it is not made. But no name is used twice, so it is
   * drawn: a watchdog removes the names of its pipes as its last act, late perhaps, and would take
   * away those of whoever was given the same.
   */
  static Path make(Map<String, String> environment) throws IOException {
    IOException failure = new IOException("no temporary directory is known");
    for (Path parent : parents(environment)) {
      try {
        return makeIn(parent);
      } catch (IOException | UnsupportedOperationException unusable) {
        failure =
            new IOException("no directory could be made in " + parent + ": " + unusable, failure);
      }
    }
    throw failure;
  }

  private static Set<Path> parents(Map<String, String> environment) {
    Set<Path> parents = new LinkedHashSet<>();
    for (String variable : new String[] {"XDG_RUNTIME_DIR", "TMPDIR"}) {
      String value = environment.getOrDefault(variable, "");
      if (value.startsWith("/")) {
        parents.add(Path.of(value));
      }
    }
    parents.add(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    parents.add(Path.of("/dev/shm"));
    return parents;
  }

  private static Path makeIn(Path parent) throws IOException {
    long pid = ProcessHandle.current().pid();
    for (int tries = 0; tries < TRIES; tries++) {
      String drawn = Long.toHexString(ThreadLocalRandom.current().nextLong());
      Path directory = parent.resolve("prlease-" + pid + "-" + drawn);
      if (makeOurs(directory)) {
        return directory;
      }
    }
    throw new IOException("all names prlease-" + pid + "-* that were tried are taken");
  }

  private static boolean makeOurs(Path directory) throws IOException {
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
  }
}
