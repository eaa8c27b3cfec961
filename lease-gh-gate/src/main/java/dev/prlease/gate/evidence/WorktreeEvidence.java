package dev.prlease.gate.evidence;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.api.claim.WorktreeState.Changes;
import dev.prlease.api.claim.WorktreeState.Registration;
import dev.prlease.gate.ProcessProbe;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.spi.Clock;
import dev.prlease.spi.WorktreeProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks at worktrees, by the file system and git.
 *
 * <h2>When one is gone</h2>
 *
 * <p>Only if the path was called so on this machine, in this boot and pid namespace (containers
 * have file systems of their own), and leads to nothing now, while the nearest directory above it
 * is there and is no link. A path that may not be looked at, or a link that leads nowhere, is
 * unknown. What cannot be told is a file system that is not mounted just now, and left an empty
 * directory in its place.
 *
 * <p>Clean is what {@code git status} calls so, whatever the configuration says about files that
 * git does not know, submodules and monitors. Files that the user told git to take for unchanged
 * ({@code update-index --assume-unchanged}) count as that.
 */
final class WorktreeEvidence implements WorktreeProbe {
  private static final String HEADS = "refs/heads/";

  private final Clock clock;
  private final ProcessProbe machine;
  private final Worktrees worktrees;

  WorktreeEvidence(Clock clock, ProcessProbe machine, Worktrees worktrees) {
    this.clock = clock;
    this.machine = machine;
    this.worktrees = worktrees;
  }

  @Override
  public Evidence<WorktreeState> look(String path, ClaimProcess recordedBy) {
    return Asked.of(clock, "the file system and git in " + path, () -> state(path, recordedBy));
  }

  private WorktreeState state(String path, ClaimProcess recordedBy) throws Unclear {
    Optional<String> elsewhere = machine.whyElsewhere(recordedBy.host(), recordedBy.identity());
    if (elsewhere.isPresent()) {
      throw Unclear.because("its path was recorded where it may mean another: " + elsewhere.get());
    }
    Path absolute = Worktrees.absolute(path);
    Path real;
    try {
      real = absolute.toRealPath();
    } catch (NoSuchFileException missing) {
      requireGone(absolute);
      return new WorktreeState.Gone();
    } catch (IOException denied) {
      throw Unclear.because(path + " cannot be looked at: " + denied);
    }
    WorktreeState found = present(real);
    if (!isStill(absolute, real)) {
      throw Unclear.contradiction(path + " led to " + real + ", and leads elsewhere now");
    }
    return found;
  }

  private static boolean isStill(Path path, Path real) {
    try {
      return path.toRealPath().equals(real);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Nothing is there, and what is above it could have shown it. */
  private static void requireGone(Path path) throws Unclear {
    for (Path each = path; each != null; each = each.getParent()) {
      if (Files.isSymbolicLink(each)) {
        throw Unclear.because(each + " is a symbolic link that leads nowhere");
      }
      if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
    }
    throw Unclear.because("no directory above " + path + " can be seen");
  }

  private WorktreeState present(Path real) throws Unclear {
    Optional<String> top = Optional.empty();
    if (Files.isDirectory(real)) {
      top = Worktrees.topLevel(worktrees.git(real));
    }
    if (top.isEmpty()) {
      // A file, a bare repository, a directory without one: there is nothing to be unclean.
      return new WorktreeState.Present(
          real.toString(), top, Registration.UNREGISTERED, Changes.NONE, Optional.empty());
    }
    Git git = worktrees.git(real);
    return new WorktreeState.Present(
        real.toString(), top, registration(git, real), changes(git), branch(git));
  }

  private static Registration registration(Git git, Path real) throws Unclear {
    GitAnswer answer = git.read("worktree", "list", "--porcelain", "-z");
    if (!answer.succeeded()) {
      throw Worktrees.unanswered(git, answer);
    }
    return WorktreeList.parse(answer.out()).knows(real)
        ? Registration.REGISTERED
        : Registration.UNREGISTERED;
  }

  private static Changes changes(Git git) throws Unclear {
    GitAnswer answer =
        git.read(
            "--no-optional-locks",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.untrackedCache=false",
            "status",
            "--porcelain=v2",
            "-z",
            "--untracked-files=normal",
            "--ignored=no",
            "--ignore-submodules=none");
    if (!answer.succeeded()) {
      throw Worktrees.unanswered(git, answer);
    }
    return answer.out().isEmpty() ? Changes.NONE : Changes.SOME;
  }

  private static Optional<String> branch(Git git) throws Unclear {
    GitAnswer answer = git.read("symbolic-ref", "-q", "HEAD");
    if (answer.succeeded() && answer.line().startsWith(HEADS)) {
      return Optional.of(answer.line().substring(HEADS.length()));
    }
    if (answer.succeeded() || answer.code() != 1) {
      throw Worktrees.unanswered(git, answer);
    }
    return Optional.empty();
  }

  @Override
  public Evidence<String> remoteUrl(String path, String remote) {
    return Asked.of(
        clock,
        "git remote get-url --push " + remote + " in " + path,
        () -> RemoteAddress.of(worktrees.at(path), remote).shown());
  }
}
