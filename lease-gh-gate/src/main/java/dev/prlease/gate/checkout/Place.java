package dev.prlease.gate.checkout;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where a checkout is.
 *
 * <p>Git walks up from a directory to the first checkout. That is right for a directory of a
 * checkout, and wrong for one that was a worktree inside another checkout and is no more, though
 * its directory is there (again). Two things tell: that the top is not the one recorded; and that
 * git still lists a worktree at or above the directory, below what it took for the top.
 *
 * @param top the top directory, without symbolic links
 * @param gitDirectory what belongs to this worktree alone
 */
record Place(Path top, Path gitDirectory) {
  private static final String WORKTREE = "worktree ";

  static Place of(Path directory, Map<String, String> environment) {
    Path real = real(directory);
    if (!Files.isDirectory(real)) {
      throw CheckoutException.none(directory, "it is no directory");
    }
    Git git = new Git(real, environment);
    GitAnswer answer =
        git.read("rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir");
    List<String> lines = answer.out().lines().toList();
    if (!answer.succeeded() || lines.size() != 3) {
      throw CheckoutException.none(directory, answer.complaint());
    }
    Path top = real(path(lines.get(0)));
    if (!real.equals(top)) {
      Path common = real.resolve(path(lines.get(2)));
      if (Files.isDirectory(common.resolve("worktrees"))) {
        refuseVanished(git, real, top);
      }
    }
    return new Place(top, path(lines.get(1)));
  }

  static Place exactly(Path top, Map<String, String> environment) {
    Place found = of(top, environment);
    if (!found.top().equals(real(top))) {
      throw CheckoutException.vanished(top, found.top());
    }
    return found;
  }

  private static void refuseVanished(Git git, Path directory, Path top) {
    GitAnswer listed = git.read("worktree", "list", "--porcelain");
    for (String line : (Iterable<String>) listed.out().lines()::iterator) {
      if (line.startsWith(WORKTREE)) {
        Path worktree = path(line.substring(WORKTREE.length()));
        boolean between = worktree.startsWith(top) && !worktree.equals(top);
        if (between && directory.startsWith(worktree)) {
          throw CheckoutException.vanished(worktree, top);
        }
      }
    }
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException strange) {
      throw CheckoutException.none(Path.of(""), "its path is not text in this locale");
    }
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException gone) {
      throw CheckoutException.none(directory, "there is no such directory");
    }
  }
}
