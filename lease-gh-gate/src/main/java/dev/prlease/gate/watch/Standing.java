package dev.prlease.gate.watch;

import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.PullRequest.MergeState;
import dev.prlease.api.forge.PullRequest.Review;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a pull request, as it was read, lets be done. */
public sealed interface Standing {
  /** It is merged. */
  record Merged(PullRequest.Merge merge) implements Standing {}

  /** It was closed without a merge. */
  record Closed() implements Standing {}

  /** The forge has it in hand: it waits in a queue, or is armed. */
  record InHand(String how) implements Standing {}

  /** Its head may be merged. */
  record Ready() implements Standing {}

  /** Nothing is wrong, and something is missing that may come by itself. */
  record Waiting(String why) implements Standing {}

  /** No check is there, and none may come. */
  record NoChecks() implements Standing {}

  /** It will not be merged unless somebody does something. */
  record Stuck(String why, String nextStep) implements Standing {}

  /** How {@code pr} stands. A pure function of what was read and what is wanted. */
  static Standing of(PullRequest pr, WatchOptions options) {
    switch (pr.state()) {
      case MERGED -> {
        return new Merged(
            pr.merge().orElseGet(() -> new PullRequest.Merge("", "", Optional.empty())));
      }
      case CLOSED -> {
        return new Closed();
      }
      default -> {
        // Open: what follows.
      }
    }
    if (pr.queue().isPresent()) {
      PullRequest.QueueEntry entry = pr.queue().get();
      return new InHand(
          "in the merge queue"
              + (entry.position() > 0 ? ", position " + entry.position() : "")
              + (entry.state().isEmpty() ? "" : ", " + entry.state()));
    }
    if (pr.autoMerge().isPresent()) {
      return new InHand("armed: the forge merges it once its rules let it");
    }
    Standing standing = ofOpen(pr, options);
    return standing instanceof Waiting waiting
            && options.isAtOnce()
            && pr.mergeState() != MergeState.UNKNOWN
        ? new Stuck(
            waiting.why(), "Wait for it with: prlease watch-and-merge " + pr.key().number() + ".")
        : standing;
  }

  private static Standing ofOpen(PullRequest pr, WatchOptions options) {
    if (pr.mergeState() == MergeState.DIRTY) {
      return new Stuck(
          "it conflicts with " + pr.base(),
          "Rebase it and solve the conflicts, then start again: prlease rebase "
              + pr.key().number()
              + ".");
    }
    Tally tally = Tally.of(pr.checks(), options.certification());
    if (!tally.failed().isEmpty()) {
      return new Stuck(
          "checks did not pass: " + names(tally.failed()),
          "Mend them, push, and start again; or look at " + pr.url() + ".");
    }
    if (pr.stage() == PullRequest.Stage.DRAFT) {
      return new Waiting("it is a draft");
    }
    if (!tally.pending().isEmpty()) {
      return new Waiting(
          tally.pending().size() == 1
              ? "check " + tally.pending().get(0).name() + " is pending"
              : tally.pending().size() + " checks are pending");
    }
    if (options.bypass().isEmpty()) {
      Standing barred = barred(pr);
      if (!(barred instanceof Ready)) {
        return barred;
      }
    }
    return tally.isEmpty() && options.certification() != WatchOptions.Certification.AS_IT_IS
        ? new NoChecks()
        : new Ready();
  }

  /** What the base branch's rules bar; who bypasses them need not ask. */
  private static Standing barred(PullRequest pr) {
    if (pr.route() == PullRequest.Route.QUEUE) {
      return new Ready(); // Blocked by the queue itself: the forge queues what it is asked to
      // merge.
    }
    return switch (pr.mergeState()) {
      case BEHIND ->
          new Stuck(
              "it is behind " + pr.base() + ", and must be up to date",
              "Bring it up to date, then start again: prlease rebase " + pr.key().number() + ".");
      case BLOCKED -> new Waiting(blocked(pr.review()));
      case DRAFT -> new Waiting("it is a draft");
      case UNKNOWN -> new Waiting("the forge has not found out yet whether it can be merged");
      case CLEAN, UNSTABLE, HAS_HOOKS, DIRTY -> new Ready();
    };
  }

  private static String blocked(Review review) {
    return switch (review) {
      case CHANGES_REQUESTED -> "a reviewer asks for changes";
      case REQUIRED -> "a required review is missing";
      case APPROVED, NOT_REQUIRED, UNKNOWN ->
          "the base branch's rules block it: a required check may not have been reported yet";
    };
  }

  private static String names(List<Check> checks) {
    return checks.stream()
        .map(check -> check.name() + " (" + check.said() + ")")
        .collect(Collectors.joining(", "));
  }
}
