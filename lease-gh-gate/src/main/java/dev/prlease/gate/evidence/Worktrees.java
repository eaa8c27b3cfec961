package dev.prlease.gate.evidence;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Git in worktrees, and only in what is the top of one. */
final class Worktrees {
  private static final int FATAL = 128;

  private final Map<String, String> environment;

  Worktrees(Map<String, String> environment) {
    this.environment = environment;
  }

  Map<String, String> environment() {
    return environment;
  }

  /** Git in {@code directory}. */
  Git git(Path directory) {
    return new Git(directory, environment);
  }

  /**
   * Git at the top of the worktree that is at {@code path}. In a removed worktree git walks up to
   * the checkout around it, whose answers would be about something else (lesson L66).
   *
   * @throws Unclear if it is none
   */
  Git at(String path) throws Unclear {
    Path real;
    try {
      real = absolute(path).toRealPath();
    } catch (IOException gone) {
      throw Unclear.because("there is no worktree at " + path);
    }
    Git git = git(real);
    Optional<String> top = topLevel(git);
    if (!top.equals(Optional.of(real.toString()))) {
      throw Unclear.because(
          path
              + " is not the top of a worktree"
              + top.map(other -> ": git finds " + other).orElse(""));
    }
    return git;
  }

  /**
   * An absolute path.
   *
   * @throws Unclear if it is none: what it means depends on who asks
   */
  static Path absolute(String path) throws Unclear {
    Path absolute = Path.of(path);
    if (!absolute.isAbsolute()) {
      throw Unclear.because(path + " is no absolute path");
    }
    return absolute;
  }

  /**
   * What git takes for the top of the worktree that it is in; empty if it is in none.
   *
   * @throws Unclear if git does not tell, as of a repository of somebody else
   */
  static Optional<String> topLevel(Git git) throws Unclear {
    GitAnswer answer = git.read("rev-parse", "--show-toplevel");
    if (answer.succeeded()) {
      return Optional.of(withoutEnd(answer.out()));
    }
    boolean none =
        answer.end() == Ran.End.EXITED
            && answer.code() == FATAL
            && (answer.err().contains("not a git repository")
                || answer.err().contains("must be run in a work tree"));
    if (!none) {
      throw unanswered(git, answer);
    }
    return Optional.empty();
  }

  /** That git did not answer. */
  static Unclear unanswered(Git git, GitAnswer answer) {
    return Unclear.because("git in " + git.directory() + " says: " + answer.complaint());
  }

  private static String withoutEnd(String line) {
    return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
  }
}
