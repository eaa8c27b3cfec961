package dev.prlease.gate.push;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes back what one rebase did to a working tree, and nothing else.
 *
 * <h2>Why like this</h2>
 *
 * <p>A lease is on the pull request, not on the checkout. Agents, editors and hooks that share it
 * may commit, check out another branch or begin a rebase of their own at any time, and there is
 * plenty of it: the lease is asserted, the base fetched, the branch pushed. So nothing is ended or
 * reset that this rebase is not known to have begun or made:
 *
 * <ul>
 *   <li>A rebase that goes on is aborted only if it notes our branch, our commit and our base.
 *   <li>The branch goes back only from the very commit that the rebase made, by one compare: the
 *       reference first, then the files, which git leaves alone where a change would be lost; then
 *       the reference goes forward again. {@code git reset --keep} minds the files, and takes
 *       whatever commit the branch is at off it.
 *   <li>A rebase keeps author and date of each commit. One on top of the base that nobody had
 *       before is somebody else's, and neither pushed nor taken back.
 * </ul>
 */
final class Undo {
  private static final String WHY = "prlease rebase: back";

  /** As long as rebasing has: the same files are written, through the same filters. */
  static final Duration LIMIT = Duration.ofMinutes(15);

  private final Git git;
  private final Worktree worktree;
  private final Worktree.State before;
  private final String base;

  /** That of a rebase of {@code before} onto {@code base}. */
  Undo(Git git, Worktree worktree, Worktree.State before, String base) {
    this.git = git;
    this.worktree = worktree;
    this.before = before;
    this.base = base;
  }

  /**
   * What keeps a checkout from being as it was.
   *
   * @param nextStep what to do; one sentence
   */
  record Left(String why, String nextStep) {}

  /** What is checked out, if this rebase made it: on its branch and base, of its commits alone. */
  private Optional<String> made() throws Halt {
    Worktree.State now = worktree.state();
    boolean ours =
        now.branch().equals(before.branch())
            && git.read("merge-base", "--is-ancestor", base, now.commit()).succeeded()
            && stranger(now.commit()).isEmpty();
    return ours ? Optional.of(now.commit()) : Optional.empty();
  }

  /** A commit between the base and {@code tip} that is none of those that were rebased. */
  Optional<String> stranger(String tip) throws Halt {
    Map<String, Integer> known = new HashMap<>();
    for (String line : authored(before.commit())) {
      known.merge(authorship(line), 1, Integer::sum);
    }
    for (String line : authored(tip)) {
      if (known.merge(authorship(line), -1, Integer::sum) < 0) {
        return Optional.of(line.substring(0, line.indexOf(' ')));
      }
    }
    return Optional.empty();
  }

  private List<String> authored(String tip) throws Halt {
    GitAnswer commits =
        git.read(
            "rev-list",
            "--topo-order",
            "--reverse",
            "--no-commit-header",
            "--format=%H %at %ae %an",
            tip,
            "^" + base,
            "--");
    if (!commits.succeeded()) {
      throw Halt.refused("the commits cannot be read: " + commits.complaint(), "Mend that.");
    }
    return commits.out().lines().toList();
  }

  private static String authorship(String line) {
    return line.substring(line.indexOf(' '));
  }

  /**
   * Puts back what was there, after a rebase of which nobody knows how far it came.
   *
   * @return what keeps the checkout from being as it was; empty if it is
   */
  Optional<Left> restore() {
    return restore(this::made);
  }

  /**
   * Puts back what was there.
   *
   * @param made the commit that the rebase made
   * @return what keeps the checkout from being as it was; empty if it is
   */
  Optional<Left> restore(String made) {
    return restore(() -> Optional.of(made));
  }

  /** What the rebase made, if it ended. */
  @FunctionalInterface
  private interface Made {
    Optional<String> commit() throws Halt;
  }

  private Optional<Left> restore(Made made) {
    boolean interrupted = Thread.interrupted();
    try {
      Optional<Left> left = putBack(made);
      return left.isPresent() ? left : difference();
    } catch (Halt unreadable) {
      return byHand(unreadable.outcome().toString());
    } catch (ForgeException unreadable) {
      return byHand(String.valueOf(unreadable.getMessage()));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Optional<Left> putBack(Made made) throws Halt {
    Optional<String> operation = worktree.operation();
    if (operation.isPresent()) {
      Optional<Left> left = abort(operation.get());
      if (left.isPresent()) {
        return left;
      }
    }
    Worktree.State now = worktree.state();
    if (!now.branch().equals(before.branch())) {
      // Another branch was checked out meanwhile: that one is not ours to move.
      return byHand("it is at " + now);
    }
    if (now.equals(before)) {
      return Optional.empty();
    }
    return made.commit().equals(Optional.of(now.commit())) ? goBack(now.commit()) : committed(now);
  }

  private Optional<Left> abort(String operation) throws Halt {
    if (!isOurs()) {
      return Optional.of(
          new Left(
              operation + " goes on there that was not begun here",
              "Leave it to whoever began it: git status says how to go on; "
                  + before.source()
                  + " was at "
                  + before.commit()
                  + "."));
    }
    Optional<String> stranger = stranger("HEAD");
    if (stranger.isPresent()) {
      return Optional.of(
          new Left(
              "somebody committed " + stranger.get() + " in the middle of the rebase",
              "Keep that commit, on a branch of its own, say; then git rebase --abort."));
    }
    GitAnswer abort = git.change(LIMIT, "rebase", "--abort");
    return abort.succeeded() ? Optional.empty() : byHand(abort.complaint());
  }

  /** Whether the rebase that goes on is of our commit and branch, and onto our base. */
  private boolean isOurs() {
    String name = before.branch().isEmpty() ? "detached HEAD" : before.branch();
    return List.of("rebase-merge", "rebase-apply").stream()
        .anyMatch(
            place ->
                notes(place, "head-name", name)
                    && notes(place, "orig-head", before.commit())
                    && notes(place, "onto", base));
  }

  private boolean notes(String place, String file, String what) {
    GitAnswer path = git.read("rev-parse", "--git-path", place + "/" + file);
    Path noted = git.directory().resolve(Path.of(path.line()));
    try {
      return path.succeeded()
          && Files.exists(noted)
          && Files.readString(noted).strip().equals(what);
    } catch (IOException unreadable) {
      return false;
    }
  }

  private Optional<Left> goBack(String made) throws Halt {
    GitAnswer unused = git.change(LIMIT, "update-index", "-q", "--refresh");
    GitAnswer reference = move(before.commit(), made);
    if (!reference.succeeded()) {
      Worktree.State now = worktree.state();
      return now.commit().equals(made) ? byHand(reference.complaint()) : committed(now);
    }
    GitAnswer files = git.change(LIMIT, "read-tree", "-m", "-u", made, before.commit());
    if (files.succeeded()) {
      return Optional.empty();
    }
    GitAnswer forward = move(made, before.commit());
    return byHand(files.complaint() + (forward.succeeded() ? "" : "; " + forward.complaint()));
  }

  private GitAnswer move(String to, String from) {
    return before.branch().isEmpty()
        ? git.read("update-ref", "-m", WHY, "--no-deref", "HEAD", to, from)
        : git.read("update-ref", "-m", WHY, before.branch(), to, from);
  }

  private Optional<Left> difference() throws Halt {
    Worktree.State now = worktree.state();
    if (!now.equals(before) || worktree.operation().isPresent()) {
      return byHand("it is at " + now);
    }
    List<String> changed = worktree.changed();
    return changed.isEmpty()
        ? Optional.empty()
        : byHand("it has changes that are in no commit: " + Worktree.some(changed));
  }

  private Optional<Left> committed(Worktree.State now) {
    return Optional.of(
        new Left(
            "somebody moved " + before.source() + " meanwhile: it is at " + now.commit(),
            "Look at what was committed there, then prlease push, or take "
                + before.source()
                + " back by hand: it was at "
                + before.commit()
                + "."));
  }

  private Optional<Left> byHand(String why) {
    return Optional.of(
        new Left(
            why,
            "Look at git status; git rebase --abort, or, on "
                + before.source()
                + ", git reset --keep "
                + before.commit()
                + ", puts it back. If git names an index.lock, and no git is at work there, remove"
                + " that first."));
  }
}
