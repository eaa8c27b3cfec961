package dev.prlease.gate.guard;

import dev.prlease.api.LeaseConfigurationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Files of others, which are changed whole or not at all. */
final class HookFiles {
  static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("rwxr-xr-x");
  static final Set<PosixFilePermission> TEXT = PosixFilePermissions.fromString("rw-r--r--");

  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

  private HookFiles() {}

  /**
   * The file that {@code path} leads to: where it is a symbolic link, as those who keep their
   * settings in one place have it, the file behind it, so that the link stays.
   */
  static Path behindLinks(Path path) {
    if (!Files.isSymbolicLink(path)) {
      return path;
    }
    try {
      return path.toRealPath();
    } catch (IOException dangling) {
      throw new LeaseConfigurationException(
          path + " is a symbolic link that leads nowhere",
          "Remove it, or make what it leads to; then try again.",
          dangling);
    }
  }

  /** The text of {@code file}; empty if there is no such file. */
  static Optional<String> read(Path file) {
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file)) {
        throw new LeaseConfigurationException(
            file + " is no regular file", "Remove it, or rename it; then try again.", null);
      }
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (CharacterCodingException binary) {
      throw new LeaseConfigurationException(
          file + " is not text in UTF-8", "Mend it, or add the hook by hand.", binary);
    } catch (IOException failed) {
      throw failed(file, "cannot be read", failed);
    }
  }

  /** Puts {@code content} in the place of {@code file}, at once; an existing file's mode stays. */
  static void write(Path file, String content, Set<PosixFilePermission> mode) {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(file + " is a root");
    }
    try {
      Files.createDirectories(parent);
      Path draft = Files.createTempFile(parent, ".prlease-", ".new");
      try {
        Files.writeString(draft, content);
        Files.setPosixFilePermissions(
            draft,
            Files.exists(file) && !mode.equals(PROGRAM)
                ? Files.getPosixFilePermissions(file)
                : mode);
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        Files.move(
            draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException | UnsupportedOperationException failed) {
      throw failed(file, "cannot be written", failed);
    }
  }

  /** Makes a directory of this user's own, unless it is there. */
  static void makeOwn(Path directory) {
    try {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWN));
    } catch (IOException | UnsupportedOperationException failed) {
      throw failed(directory, "cannot be made", failed);
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failed) {
      throw failed(file, "cannot be removed", failed);
    }
  }

  /** A directory that is not empty, or cannot be removed, harms nobody. */
  static void deleteIfEmpty(Path directory) {
    try {
      Files.deleteIfExists(directory);
    } catch (IOException kept) {
      // It is somebody's.
    }
  }

  static LeaseConfigurationException failed(Path file, String what, Exception cause) {
    String reason =
        cause instanceof FileSystemException system && system.getReason() != null
            ? system.getReason()
            : cause.getClass().getSimpleName();
    return new LeaseConfigurationException(
        file + " " + what + ": " + reason, "Mend that, and try again; it was not changed.", cause);
  }
}
