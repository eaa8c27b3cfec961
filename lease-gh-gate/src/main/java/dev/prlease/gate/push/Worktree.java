package dev.prlease.gate.push;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The state of a working tree: what is checked out, and whether it may be rebased. */
final class Worktree {
  private static final Map<String, String> OPERATIONS =
      new TreeMap<>(
          Map.of(
              "rebase-merge", "a rebase",
              "rebase-apply", "a rebase or git am",
              "MERGE_HEAD", "a merge",
              "CHERRY_PICK_HEAD", "a cherry-pick",
              "REVERT_HEAD", "a revert",
              "BISECT_LOG", "a bisection"));

  private final Git git;

  Worktree(Git git) {
    this.git = git;
  }

  /** What goes on in it that is not finished. */
  Optional<String> operation() {
    for (Map.Entry<String, String> each : OPERATIONS.entrySet()) {
      GitAnswer path = git.read("rev-parse", "--git-path", each.getKey());
      if (path.succeeded() && Files.exists(git.directory().resolve(Path.of(path.line())))) {
        return Optional.of(each.getValue());
      }
    }
    return Optional.empty();
  }

  /** Files with changes that are in no commit; files that git does not know do not count. */
  List<String> changed() throws Halt {
    GitAnswer status =
        git.read(
            "status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=dirty");
    if (!status.succeeded()) {
      throw Halt.refused("the working tree cannot be read: " + status.complaint(), "Mend that.");
    }
    List<String> files = new ArrayList<>();
    String[] entries = status.out().split("\0", -1);
    for (int i = 0; i < entries.length; i++) {
      String entry = entries[i];
      if (entry.length() > 3) {
        files.add(entry.substring(3));
        // A renamed file is followed by its former name.
        i += entry.charAt(0) == 'R' || entry.charAt(0) == 'C' ? 1 : 0;
      }
    }
    return files;
  }

  /** What HEAD is: a branch's whole name, or empty; and the commit. */
  State state() throws Halt {
    GitAnswer commit = git.read("rev-parse", "--verify", "-q", "HEAD^{commit}");
    if (!commit.succeeded()) {
      throw Halt.refused("nothing is committed here yet", "Check out the pull request's branch.");
    }
    GitAnswer branch = git.read("symbolic-ref", "-q", "HEAD");
    return new State(branch.succeeded() ? branch.line() : "", commit.line());
  }

  /** Files that conflict in the rebase that stopped. */
  List<String> conflicts() {
    GitAnswer files = git.read("diff", "--name-only", "--diff-filter=U", "-z", "--no-ext-diff");
    return files.succeeded()
        ? List.of(files.out().split("\0", -1)).stream().filter(file -> !file.isEmpty()).toList()
        : List.of();
  }

  private static final int SHOWN = 10;

  /** The first of {@code files}, for people. */
  static String some(List<String> files) {
    String shown = files.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return files.size() > SHOWN ? shown + " and " + (files.size() - SHOWN) + " more" : shown;
  }

  /**
   * What is checked out.
   *
   * @param branch its whole name; empty if it is none
   */
  record State(String branch, String commit) {
    /** What moves with HEAD, for a push and for its reflog. */
    String source() {
      return branch.isEmpty() ? "HEAD" : branch;
    }

    @Override
    public String toString() {
      return (branch.isEmpty() ? "" : branch + " at ") + commit;
    }
  }
}
