package dev.prlease.gate.evidence;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code git worktree list --porcelain -z} tells: records of fields, each ended by a NUL. */
final class WorktreeList {
  private static final String WORKTREE = "worktree ";

  /** Those that are there, as git has them. */
  private final List<String> paths;

  private WorktreeList(List<String> paths) {
    this.paths = paths;
  }

  /** Bare repositories are no worktrees; what is prunable is not where it should be. */
  static WorktreeList parse(String out) {
    List<String> paths = new ArrayList<>();
    String path = "";
    for (String field : out.split("\0", -1)) {
      if (field.startsWith(WORKTREE)) {
        path = field.substring(WORKTREE.length());
        paths.add(path);
      } else if (field.equals("bare")
          || field.equals("prunable")
          || field.startsWith("prunable ")) {
        paths.remove(path);
      }
    }
    return new WorktreeList(List.copyOf(paths));
  }

  /** Whether {@code real}, a path without links, is among them. */
  boolean knows(Path real) {
    return paths.stream().anyMatch(path -> leadsTo(path, real));
  }

  private static boolean leadsTo(String path, Path real) {
    try {
      return Path.of(path).toRealPath().equals(real);
    } catch (IOException | InvalidPathException gone) {
      return false;
    }
  }
}
