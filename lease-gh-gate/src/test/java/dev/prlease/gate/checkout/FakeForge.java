package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A forge that has the pull requests that a test opened, and only tells of them. */
public final class FakeForge implements Forge {
  private final List<PullRequest> open = new ArrayList<>();

  /** One without pull requests. */
  public FakeForge() {}

  /** Opens one; answers it. The repository of its branch is gone if {@code source} is empty. */
  public PullRequest open(
      String repository, long number, String base, String source, String branch) {
    RepositoryId into = RemoteUrl.parse("https://github.com/" + repository).repository().get();
    Optional<RepositoryId> from = RemoteUrl.parse("https://github.com/" + source).repository();
    PullRequest made =
        new PullRequest(
            into.pullRequest(number),
            "title",
            "https://github.com/" + repository + "/pull/" + number,
            PullRequest.State.OPEN,
            PullRequest.Stage.READY,
            new PullRequest.Head("0".repeat(40), branch, from),
            base,
            PullRequest.MergeState.CLEAN,
            PullRequest.Route.DIRECT,
            PullRequest.Review.NOT_REQUIRED,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    open.add(made);
    return made;
  }

  /** Has it closed without a merge. */
  public void close(PullRequest each) {
    set(each, PullRequest.State.CLOSED, each.autoMerge(), each.queue());
  }

  /** Has it armed for auto-merge by {@code who}. */
  public void armedBy(String who, PullRequest each) {
    set(
        each,
        each.state(),
        Optional.of(new PullRequest.AutoMerge(MergeMethod.SQUASH, who)),
        each.queue());
  }

  /** Has it in a merge queue. */
  public void queued(PullRequest each) {
    set(
        each,
        each.state(),
        each.autoMerge(),
        Optional.of(new PullRequest.QueueEntry("awaiting_checks", 1)));
  }

  private void set(
      PullRequest each,
      PullRequest.State state,
      Optional<PullRequest.AutoMerge> autoMerge,
      Optional<PullRequest.QueueEntry> queue) {
    open.remove(each);
    open.add(
        new PullRequest(
            each.key(),
            each.title(),
            each.url(),
            state,
            each.stage(),
            each.head(),
            each.base(),
            each.mergeState(),
            each.route(),
            each.review(),
            each.checks(),
            autoMerge,
            queue,
            each.merge()));
  }

  /** Has none any more. */
  public void forget() {
    open.clear();
  }

  @Override
  public PullRequest read(LeaseKey key) {
    return open.stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new ForgeException(
                    ForgeException.Kind.NOT_FOUND,
                    Optional.of(key),
                    "there is no pull request " + key,
                    "Look for it.",
                    Optional.empty(),
                    null));
  }

  @Override
  public List<LeaseKey> findByBase(RepositoryId repository, String branch) {
    return open.stream()
        .filter(each -> each.repository().equals(repository) && each.base().equals(branch))
        .map(PullRequest::key)
        .toList();
  }

  @Override
  public List<PullRequest> findByBranch(RepositoryId source, String branch) {
    return open.stream()
        .filter(each -> each.head().repository().equals(Optional.of(source)))
        .filter(each -> each.head().branch().equals(branch))
        .toList();
  }

  @Override
  public void merge(Gate gate, MergeRequest request) {
    throw new AssertionError("merged");
  }

  @Override
  public void arm(Gate gate, MergeRequest request) {
    throw new AssertionError("armed");
  }

  @Override
  public void disarm(Gate gate) {
    throw new AssertionError("disarmed");
  }

  @Override
  public void close(Gate gate) {
    throw new AssertionError("closed");
  }

  @Override
  public void deleteBranch(Gate gate, RepositoryId repository, String branch, String head) {
    throw new AssertionError("deleted");
  }
}
