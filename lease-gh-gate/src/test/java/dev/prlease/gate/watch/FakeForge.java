package dev.prlease.gate.watch;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.PullRequest.MergeState;
import dev.prlease.api.forge.PullRequest.Review;
import dev.prlease.api.forge.PullRequest.Route;
import dev.prlease.api.forge.PullRequest.Stage;
import dev.prlease.api.forge.PullRequest.State;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A forge of one pull request whose every part a test sets, for faults that a real one hides. */
final class FakeForge implements Forge {
  static final LeaseKey KEY = LeaseKey.pullRequest("acme/app", 42);

  String head = sha('a');
  State state = State.OPEN;
  Stage stage = Stage.READY;
  MergeState mergeState = MergeState.CLEAN;
  Route route = Route.DIRECT;
  Review review = Review.NOT_REQUIRED;
  List<Check> checks = new ArrayList<>();
  Optional<PullRequest.AutoMerge> autoMerge = Optional.empty();
  Optional<PullRequest.QueueEntry> queue = Optional.empty();
  Optional<PullRequest.Merge> merge = Optional.empty();

  /** What each of the next reads throws. */
  final Deque<ForgeException> readsFail = new ArrayDeque<>();

  /** What each of the next merges does, instead of merging. */
  final Deque<Runnable> merges = new ArrayDeque<>();

  /** What was done, in order. */
  final List<String> acts = new ArrayList<>();

  int reads;

  static String sha(char digit) {
    return String.valueOf(digit).repeat(40);
  }

  static Check check(String name, Check.Verdict verdict) {
    return new Check(name, verdict, Check.Necessity.REQUIRED, verdict.name());
  }

  static ForgeException error(ForgeException.Kind kind, String message) {
    return error(kind, message, Optional.empty());
  }

  static ForgeException error(ForgeException.Kind kind, String message, Optional<Instant> retryAt) {
    return new ForgeException(kind, Optional.of(KEY), message, "Look at it.", retryAt, null);
  }

  void mergedBy(String who) {
    state = State.MERGED;
    queue = Optional.empty();
    autoMerge = Optional.empty();
    merge = Optional.of(new PullRequest.Merge(who, sha('f'), Optional.empty()));
  }

  PullRequest now() {
    return new PullRequest(
        KEY,
        "A change",
        "https://forge.example/acme/app/pull/42",
        state,
        stage,
        new PullRequest.Head(head, "feature", Optional.of(RepositoryId.of(KEY))),
        "main",
        mergeState,
        route,
        review,
        checks,
        autoMerge,
        queue,
        merge);
  }

  @Override
  public PullRequest read(LeaseKey key) {
    reads++;
    ForgeException fails = readsFail.poll();
    if (fails != null) {
      throw fails;
    }
    return now();
  }

  @Override
  public List<PullRequest> findByBranch(RepositoryId source, String branch) {
    return List.of(now());
  }

  @Override
  public void merge(Gate gate, MergeRequest request) {
    acts.add("merge " + request.head().charAt(0) + " " + request.protection());
    Runnable instead = merges.poll();
    if (instead != null) {
      instead.run();
    } else if (!request.head().equals(head)) {
      throw error(ForgeException.Kind.HEAD_MOVED, "head was modified");
    } else {
      mergedBy("us");
    }
  }

  @Override
  public void arm(Gate gate, MergeRequest request) {
    acts.add("arm " + request.head().charAt(0));
    Runnable instead = merges.poll();
    if (instead != null) {
      instead.run();
    } else {
      autoMerge = Optional.of(new PullRequest.AutoMerge(request.method(), "us"));
    }
  }

  @Override
  public void disarm(Gate gate) {
    acts.add("disarm");
    autoMerge = Optional.empty();
  }

  @Override
  public void close(Gate gate) {
    acts.add("close");
    state = State.CLOSED;
  }

  @Override
  public void deleteBranch(Gate gate, RepositoryId repository, String branch) {
    acts.add("delete " + branch);
  }
}
