package dev.prlease.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Makes a directory that only this user may enter. */
final class PrivateDirectory {
  /** More than a user starts at once; whoever takes all these names keeps us from working only. */
  private static final int NAMES = 1000;

  private PrivateDirectory() {}

  /**
   * Makes one in the user's runtime directory or a temporary one. Its name need not be secret: made
   * with mode 0700 in one step, it is ours or it is not made.
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
    for (int n = 0; n < NAMES; n++) {
      Path directory = parent.resolve("prlease-" + pid + "-" + n);
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && makeOurs(directory)) {
        return directory;
      }
    }
    throw new IOException("all names prlease-" + pid + "-* are taken");
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
