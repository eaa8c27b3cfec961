package dev.prlease.cli.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Finds the git directory of a worktree as git does, without starting git. */
public final class GitDirectory {
  private static final String LINK = "gitdir:";

  /** Longer than any path, so that a large file of that name is not read whole. */
  private static final int LONGEST_LINK = 1 << 14;

  private GitDirectory() {}

  /**
   * The git directory of the worktree around {@code start}: {@code GIT_DIR} if it is set, else that
   * of the nearest {@code .git} upwards. A linked worktree has its own.
   */
  public static Optional<Path> find(Path start, Map<String, String> environment) {
    String named = environment.getOrDefault("GIT_DIR", "");
    if (!named.isEmpty()) {
      return path(start, named).flatMap(GitDirectory::resolve);
    }
    for (Path at = start.toAbsolutePath(); at != null; at = at.getParent()) {
      Optional<Path> found = resolve(at.resolve(".git"));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The git directory that {@code entry} is, or that it names. */
  private static Optional<Path> resolve(Path entry) {
    if (isGitDirectory(entry)) {
      return Optional.of(entry);
    }
    return Files.isRegularFile(entry)
        ? target(entry).filter(GitDirectory::isGitDirectory)
        : Optional.empty();
  }

  private static boolean isGitDirectory(Path directory) {
    return Files.exists(directory.resolve("HEAD"));
  }

  private static Optional<Path> target(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    try {
      if (parent == null || Files.size(file) > LONGEST_LINK) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
      return text.startsWith(LINK)
          ? path(parent, text.substring(LINK.length()).strip())
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<Path> path(Path base, String text) {
    try {
      return Optional.of(base.resolve(text).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
