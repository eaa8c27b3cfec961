package dev.prlease.gate.push;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.util.Optional;

/**
 * Whether whoever made the local branch has had a remote commit before them, as {@code
 * --force-if-includes} asks: it is among the branch's commits, or was once, as the reflog tells. A
 * commit that a fetch brought in the background, into a remote-tracking branch, is in neither
 * (lesson L56). What the reflog or a shallow history no longer tells counts as not included.
 */
final class Inclusion {
  private static final String HEADS = "refs/heads/";

  private final Git git;

  Inclusion(Git git) {
    this.git = git;
  }

  /**
   * Whether {@code theirs} is part of what {@code ours} is or {@code source} was.
   *
   * @param source the local side of a push, as git resolved it
   */
  boolean includes(String source, String ours, String theirs) {
    if (!git.read("cat-file", "-e", theirs + "^{commit}").succeeded()) {
      return false;
    }
    return git.read("merge-base", "--is-ancestor", theirs, ours).succeeded()
        || reflogged(source).map(reference -> isInReflog(reference, theirs)).orElse(false);
  }

  private static Optional<String> reflogged(String source) {
    return source.startsWith(HEADS) || source.equals("HEAD")
        ? Optional.of(source)
        : Optional.empty();
  }

  private boolean isInReflog(String source, String theirs) {
    // On a branch, HEAD's own reflog also tells of other branches that were checked out before.
    GitAnswer branch = git.read("symbolic-ref", "-q", source);
    String reference = branch.succeeded() ? branch.line() : source;
    GitAnswer entries = git.read("rev-list", "--walk-reflogs", reference, "--");
    if (!entries.succeeded() || entries.out().isBlank()) {
      return false;
    }
    StringBuilder question = new StringBuilder(theirs).append('\n');
    entries.out().lines().forEach(entry -> question.append('^').append(entry).append('\n'));
    GitAnswer left =
        git.readWith(
            question.toString(), "rev-list", "--max-count=1", "--ignore-missing", "--stdin");
    return left.succeeded() && left.out().isBlank();
  }
}
