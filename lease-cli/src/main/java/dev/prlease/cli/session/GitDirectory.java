package dev.prlease.cli.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The git directory of a worktree, found as git does, without starting git.
 *
 * @param path the directory; a linked worktree has its own
 * @param entry what a copy of the worktree has another one of: the directory itself, or for a
 *     linked worktree its {@code .git} file, whose copy leads to the very same directory
 */
public record GitDirectory(Path path, Path entry) {
  private static final String LINK = "gitdir:";
  private static final String BACK_LINK = "gitdir";

  /** Longer than any path, so that a large file of that name is not read whole. */
  private static final int LONGEST_LINK = 1 << 14;

  /**
   * The git directory of the worktree around {@code start}: {@code GIT_DIR} if it is set, else that
   * of the nearest {@code .git} upwards. A linked worktree has its own.
   */
  public static Optional<GitDirectory> find(Path start, Map<String, String> environment) {
    String named = environment.getOrDefault("GIT_DIR", "");
    if (!named.isEmpty()) {
      return path(start, named)
          .flatMap(GitDirectory::resolve)
          .map(found -> new GitDirectory(found, linkedFrom(found).orElse(found)));
    }
    for (Path at = start.toAbsolutePath(); at != null; at = at.getParent()) {
      Path entry = at.resolve(".git");
      Optional<Path> found = resolve(entry);
      if (found.isPresent()) {
        boolean linked = linkedFrom(found.get()).isPresent();
        return Optional.of(new GitDirectory(found.get(), linked ? entry : found.get()));
      }
    }
    return Optional.empty();
  }

  /**
   * The {@code .git} file of the linked worktree that {@code directory} was made for, if it was.
   */
  private static Optional<Path> linkedFrom(Path directory) {
    return line(directory.resolve(BACK_LINK)).flatMap(text -> path(directory, text));
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
    return parent == null
        ? Optional.empty()
        : line(file)
            .filter(text -> text.startsWith(LINK))
            .flatMap(text -> path(parent, text.substring(LINK.length()).strip()));
  }

  private static Optional<String> line(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LONGEST_LINK
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip())
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
