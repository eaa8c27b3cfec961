package dev.prlease.gate.guard;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What files were before hooks were put into them, and what they were made into. If that is what a
 * file still is, it can be put back to the last byte.
 */
final class Backups {
  private static final String NOTHING = "absent\n";
  private static final String NO_DIRECTORY = "absent, and its directory\n";
  private static final String SOMETHING = "present\n";

  private final Path directory;

  Backups(Path directory) {
    this.directory = directory;
  }

  /** Keeps that {@code file} was {@code before}, and becomes {@code after}. */
  void keep(Path file, Optional<String> before, String after) {
    HookFiles.makeOwn(directory);
    Path parent = file.toAbsolutePath().getParent();
    String none = parent == null || Files.exists(parent) ? NOTHING : NO_DIRECTORY;
    String content = digest(after) + "\n" + before.map(text -> SOMETHING + text).orElse(none);
    HookFiles.write(at(file), content, HookFiles.TEXT);
  }

  /** Notes that what {@code file} was made into is something else now, also by us. */
  void becomes(Path file, String after) {
    Optional<String> kept = HookFiles.read(at(file));
    kept.ifPresent(
        text -> {
          String rest = text.substring(text.indexOf('\n') + 1);
          HookFiles.write(at(file), digest(after) + "\n" + rest, HookFiles.TEXT);
        });
  }

  /** Whether {@code now} is what {@code file} was made into, so that it may be put back. */
  Optional<Before> find(Path file, String now) {
    Optional<String> kept = HookFiles.read(at(file));
    if (kept.isEmpty() || !kept.get().startsWith(digest(now) + "\n")) {
      return Optional.empty();
    }
    String rest = kept.get().substring(kept.get().indexOf('\n') + 1);
    return Optional.of(
        new Before(
            rest.startsWith(SOMETHING)
                ? Optional.of(rest.substring(SOMETHING.length()))
                : Optional.empty(),
            rest.equals(NO_DIRECTORY) ? Directory.MADE : Directory.KEPT));
  }

  /** Forgets {@code file}. */
  void forget(Path file) {
    HookFiles.delete(at(file));
  }

  private Path at(Path file) {
    return directory.resolve(digest(file.toAbsolutePath().normalize().toString()) + ".before");
  }

  private static String digest(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  /**
   * What a file was.
   *
   * @param content empty if there was none
   * @param directory whether the directory was there
   */
  record Before(Optional<String> content, Directory directory) {}

  /** What the directory of a file was. */
  enum Directory {
    /** It was there, or nobody knows. */
    KEPT,
    /** It was made for the file. */
    MADE
  }
}
