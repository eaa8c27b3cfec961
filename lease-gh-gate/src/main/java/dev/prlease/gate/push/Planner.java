package dev.prlease.gate.push;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.Remote;
import dev.prlease.gate.checkout.RemoteUrl;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.push.Porcelain.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Works out where a push goes.
 *
 * <p>Which references git would move depends on the refspecs, on {@code push.default}, {@code
 * remote.<name>.push}, the branch's configuration, and on what is at the other side already, by
 * rules that changed over git's versions. So git itself is asked, by {@code push --dry-run
 * --porcelain}: it connects as the push will, sends nothing, runs no hook, and names each reference
 * in full with where it is now. That the branch is the pull request's is then compared, never
 * assumed (lesson L55).
 */
final class Planner {
  static final Duration NETWORK = Duration.ofMinutes(2);

  private static final String HEADS = "refs/heads/";

  private final Checkout checkout;
  private final Git git;
  private final Step step;

  Planner(Checkout checkout, Git git, Step step) {
    this.checkout = checkout;
    this.git = git;
    this.step = step;
  }

  /** How git is run: under a gate, or, for those who only want to know, without. */
  @FunctionalInterface
  interface Step {
    GitAnswer run(Duration timeout, List<String> arguments) throws InterruptedException;
  }

  /** The words of a push that is only tried. */
  static List<String> rehearsal(String remote, List<String> refspecs) {
    List<String> words = new ArrayList<>(List.of("-c", "core.abbrev=no"));
    words.addAll(PLAIN);
    words.addAll(
        List.of(
            "push",
            "--dry-run",
            "--porcelain",
            "--verbose",
            "--force",
            "--no-verify",
            "--no-follow-tags",
            "--recurse-submodules=no",
            remote));
    words.addAll(refspecs);
    return words;
  }

  static final List<String> PLAIN = List.of("-c", "color.ui=false", "-c", "color.push=false");

  /**
   * Plans {@code request}.
   *
   * @throws Halt if it is refused
   * @throws InterruptedException if the thread was interrupted
   */
  PushPlan plan(PushRequest request, PullRequest pullRequest) throws Halt, InterruptedException {
    RepositoryId home = home(pullRequest);
    String remote = remote(request);
    GitAnswer answer = step.run(NETWORK, rehearsal(remote, request.refspecs()));
    Porcelain report = Porcelain.parse(answer.out());
    if (!answer.succeeded()) {
      throw Halt.refused(
          "git would not push: " + answer.complaint(), "Mend that; git push --dry-run shows more.");
    }
    RepositoryId repository = repository(remote, report);
    String target = HEADS + pullRequest.head().branch();
    if (!repository.equals(home)) {
      throw Halt.refused(
          shown(remote)
              + " pushes to "
              + repository
              + ", and the branch of "
              + pullRequest.key()
              + " is in "
              + home,
          checkout
              .remoteTo(home)
              .map(other -> "Push to the remote " + other.name() + ".")
              .orElse("Add a remote for " + home + ", and push to that."));
    }
    Update update = onlyUpdate(report, target, pullRequest);
    String commit = commit(update);
    return new PushPlan(remote, repository, update.source(), target, commit, found(update, commit));
  }

  /** A URL may hold credentials. */
  private static String shown(String remote) {
    return remote.contains("://") ? RemoteUrl.parse(remote).toString() : remote;
  }

  private static RepositoryId home(PullRequest pullRequest) throws Halt {
    if (pullRequest.state() != PullRequest.State.OPEN) {
      boolean merged = pullRequest.state() == PullRequest.State.MERGED;
      throw Halt.refused(
          pullRequest.key() + (merged ? " is merged" : " is closed"),
          "Push to a new branch, and open a pull request for it.");
    }
    return pullRequest
        .head()
        .repository()
        .orElseThrow(
            () ->
                Halt.refused(
                    "the repository of " + pullRequest.key() + "'s branch is gone",
                    "Push to another repository, and open a pull request from there."));
  }

  private String remote(PushRequest request) throws Halt {
    Optional<String> named = request.remote().or(() -> checkout.pushRemote().map(Remote::name));
    return named.orElseThrow(
        () ->
            Halt.refused(
                "there is no remote that git would push to",
                "Name one: prlease push REMOTE BRANCH."));
  }

  private RepositoryId repository(String remote, Porcelain report) throws Halt {
    List<String> places = report.places().stream().distinct().toList();
    if (places.size() > 1 || checkout.remote(remote).push().size() > 1) {
      throw Halt.refused(
          shown(remote)
              + " has several URLs to push to, and a pull request's branch is at one of them",
          "Push to that one: prlease push URL BRANCH.");
    }
    if (places.isEmpty()) {
      throw Halt.refused(
          "nothing would be pushed", "Name remote and branch: prlease push REMOTE BRANCH.");
    }
    return checkout
        .repositoryAt(places.get(0))
        .orElseThrow(
            () ->
                Halt.refused(
                    shown(remote)
                        + " leads to no repository of a forge, so this is no pull request's branch:"
                        + " "
                        + places.get(0),
                    "Push to the remote of the pull request; git push suffices for others."));
  }

  private Update onlyUpdate(Porcelain report, String target, PullRequest pullRequest) throws Halt {
    Optional<Update> mine = report.of(target);
    String others =
        report.updates().stream()
            .filter(update -> !update.target().equals(target) && !update.isUpToDate())
            .map(Update::target)
            .collect(Collectors.joining(", "));
    String branch = target + ", the branch of " + pullRequest.key();
    if (mine.isEmpty()) {
      throw Halt.refused(
          "this would move " + (others.isEmpty() ? "nothing" : others) + ", and not " + branch,
          "Name it: prlease push REMOTE HEAD:" + target + ".");
    }
    if (!others.isEmpty()) {
      throw Halt.refused(
          "this would move " + others + " besides " + branch,
          "Push them on their own; what is no pull request's branch needs git push only.");
    }
    if (mine.get().isDeletion()) {
      throw Halt.refused(
          "this would delete " + branch, "To close the pull request: prlease close.");
    }
    if (mine.get().isRejected()) {
      throw Halt.refused(
          "git would not move " + branch + ": " + mine.get().reason(),
          "Mend that; git push --dry-run shows more.");
    }
    return mine.get();
  }

  /** Pinned here: the local branch may move before it is pushed. */
  private String commit(Update update) throws Halt {
    GitAnswer commit = git.read("rev-parse", "--verify", "-q", update.source() + "^{commit}");
    if (!commit.succeeded() || !Commits.isWhole(commit.line())) {
      throw Halt.refused(
          update.source() + " is no commit, so no branch can be at it", "Name a commit or branch.");
    }
    return commit.line();
  }

  private static Optional<String> found(Update update, String commit) throws Halt {
    if (update.isNew()) {
      return Optional.empty();
    }
    Optional<String> found = update.isUpToDate() ? Optional.of(commit) : update.before();
    if (found.isEmpty()) {
      throw Halt.refused(
          "git does not tell where " + update.target() + " is: " + update.summary(),
          "Use git 2.39 or newer.");
    }
    return found;
  }
}
