package dev.prlease.gate.push;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.push.PushOutcome.Tie;
import dev.prlease.spi.FencedChange;
import dev.prlease.spi.Fencing;
import dev.prlease.spi.Gate;
import java.util.List;
import java.util.Optional;

/**
 * Pushes a branch so that the lease has a say in it, where the lease is a reference of the same
 * repository: branch and lease move in one atomic step, each only from where it is expected. The
 * lease's new value is a renewal that has the pushed commit for its head.
 *
 * <h2>What that is good for</h2>
 *
 * <p>Between the assertion and the moment at which a push lands, a lease can lapse and be taken, by
 * a session that pushes to the same branch. The pin on the branch's commit does not help if that
 * session has not pushed yet. Here the server compares the lease in the same transaction.
 *
 * <h2>What becomes of one</h2>
 *
 * <p>If the lease is not where it was expected, it is asserted again: over, and that is the answer;
 * still ours, and somebody renewed it meanwhile, such as the keeper of a parent process, so it is
 * tried again with what is there now, a few times. So it is where the branch has arrived already:
 * somebody may have pushed the same commit by hand, which says nothing of the lease.
 *
 * <p>A lost answer is settled by the lease: the commit of its renewal is nobody else's, so where
 * that is, this push has landed, and the branch with it. Where it is not, while the branch has
 * arrived, either this push landed and the lease was renewed since, or it did not and somebody else
 * pushed. So the renewal's fate is unknown, the lease is looked at, and the outcome says that the
 * two were not seen to move together.
 */
final class FencedPush {
  private static final int MOST_TRIES = 8;
  private static final String NOT_ATOMIC = "does not support --atomic push";
  private static final String STALE = "stale info";

  private final Checkout checkout;
  private final Git git;
  private final Pushing pushing;

  FencedPush(Checkout checkout, Git git, Pushing pushing) {
    this.checkout = checkout;
    this.git = git;
    this.pushing = pushing;
  }

  /** How one try ended. */
  private enum End {
    /** It says all there is to say. */
    DECIDED,
    /** Something moved that was expected elsewhere, or was about to move. */
    AGAIN,
    /** The server cannot do this. */
    NOT_ATOMIC
  }

  /** What became of one try. */
  private record Tried(Fencing.Carried carried, End end, Optional<PushOutcome> outcome)
      implements Fencing.Report {
    static Tried decided(Fencing.Carried carried, PushOutcome outcome) {
      return new Tried(carried, End.DECIDED, Optional.of(outcome));
    }
  }

  private static final Tried AGAIN =
      new Tried(Fencing.Carried.NOT_LANDED, End.AGAIN, Optional.empty());

  /**
   * Pushes, with the lease where that can be, else without.
   *
   * @throws LeaseException if the lease is over before anything was pushed
   */
  PushOutcome push(Gate gate, PushPlan plan, String expected) throws InterruptedException {
    Optional<Fencing> fencing = gate.fencing();
    if (fencing.isEmpty()) {
      return pushing.push(gate, plan, expected, Tie.NO_FENCE);
    }
    if (!isIn(fencing.get().repository(), plan)) {
      return pushing.push(gate, plan, expected, Tie.OTHER_REPOSITORY);
    }
    for (int tries = 1; tries <= MOST_TRIES; tries++) {
      Tried tried =
          fencing.get().renewBy(plan.commit(), change -> once(gate, plan, expected, change));
      if (tried.outcome().isPresent()) {
        return recorded(gate, tried.outcome().get());
      }
      if (tried.end() == End.NOT_ATOMIC) {
        return pushing.push(gate, plan, expected, Tie.NOT_ATOMIC);
      }
      gate.assertOwned();
    }
    return new PushOutcome.Refused(
        "the lease was renewed by another process of this session at each of "
            + MOST_TRIES
            + " tries, so "
            + plan.branch()
            + " was not pushed",
        "Push again.");
  }

  /** Where the renewal may not have landed, the lease does not know the commit yet. */
  private static PushOutcome recorded(Gate gate, PushOutcome outcome) {
    return outcome instanceof PushOutcome.Pushed pushed && pushed.tie() == Tie.UNPROVEN
        ? new PushOutcome.Pushed(
            pushed.before(), pushed.after(), Pushing.record(gate, pushed.after()), pushed.tie())
        : outcome;
  }

  /** Whether that is the repository of the branch, by whatever door. */
  private boolean isIn(String repository, PushPlan plan) {
    Optional<RepositoryId> there = checkout.repositoryAt(repository);
    return there.equals(Optional.of(plan.repository()));
  }

  private Tried once(Gate gate, PushPlan plan, String expected, FencedChange change) {
    List<String> words =
        pushing.words(
            plan,
            expected,
            List.of(
                "--atomic", "--force-with-lease=" + change.reference() + ":" + change.expected()),
            List.of(change.commit() + ":" + change.reference()));
    GitAnswer answer = git.withObjects(change.objects()).act(gate, Pushing.PUSH, words);
    if (isNotAtomic(answer)) {
      return new Tried(Fencing.Carried.NOT_LANDED, End.NOT_ATOMIC, Optional.empty());
    }
    Porcelain report = Porcelain.parse(answer.out());
    Optional<Porcelain.Update> branch = report.of(plan.target());
    Optional<Porcelain.Update> lease = report.of(change.reference());
    PushProof proof = PushProof.of(answer, branch);
    if (proof == PushProof.REJECTED && branch.isPresent()) {
      return rejected(plan, expected, answer, branch.get(), lease);
    }
    if (PushProof.of(answer, lease) == PushProof.REJECTED) {
      return AGAIN;
    }
    if (proof == PushProof.UNSENT) {
      return Tried.decided(Fencing.Carried.NOT_LANDED, Pushing.unsent(plan, answer));
    }
    if (proof == PushProof.ACCEPTED && branch.isPresent() && lease.isPresent()) {
      return Tried.decided(
          Fencing.Carried.LANDED,
          branch.get().isUpToDate()
              ? new PushOutcome.UpToDate(plan.commit(), Optional.empty())
              : Pushing.arrived(plan, expected, answer, Optional::empty, Tie.FENCED));
    }
    return settled(plan, expected, answer, change);
  }

  /** What a hook prints over there says nothing of that. */
  private static boolean isNotAtomic(GitAnswer answer) {
    return answer
        .err()
        .lines()
        .anyMatch(line -> !line.startsWith("remote:") && line.contains(NOT_ATOMIC));
  }

  /** The answer was lost. */
  private Tried settled(PushPlan plan, String expected, GitAnswer answer, FencedChange change) {
    Pushing.Look look =
        pushing.look(
            git.withObjects(change.objects()),
            plan,
            List.of(change.commit() + ":" + change.reference()));
    Pushing.Seen branch = look.branch();
    boolean hasArrived = branch.commit().equals(Optional.of(plan.commit()));
    if (look.isThere(change.reference())) {
      return Tried.decided(
          Fencing.Carried.LANDED,
          hasArrived
              ? Pushing.arrived(plan, expected, answer, Optional::empty, Tie.FENCED)
              : Pushing.movedSince(plan, branch));
    }
    return Tried.decided(
        Fencing.Carried.UNKNOWN,
        hasArrived
            ? Pushing.arrived(plan, expected, answer, Optional::empty, Tie.UNPROVEN)
            : Pushing.unknown(answer, branch));
  }

  /** Nothing moved. Whose fault it was tells whether it may go another time. */
  private Tried rejected(
      PushPlan plan,
      String expected,
      GitAnswer answer,
      Porcelain.Update branch,
      Optional<Porcelain.Update> lease) {
    Pushing.Seen seen = pushing.look(plan);
    boolean unmoved = seen.isKnown() && seen.commit().equals(Optional.of(expected));
    if (unmoved && isElsewhere(branch) && lease.filter(FencedPush::isElsewhere).isPresent()) {
      return AGAIN;
    }
    Porcelain.Update culprit =
        isElsewhere(branch) && unmoved
            ? lease.filter(Porcelain.Update::isRejected).orElse(branch)
            : branch;
    return Tried.decided(
        Fencing.Carried.NOT_LANDED, pushing.rejected(plan, expected, answer, culprit, seen));
  }

  /**
   * The server, or git by what the server showed, found one of the two elsewhere, or locked. If it
   * is one, the other is refused for being atomic.
   */
  private static boolean isElsewhere(Porcelain.Update update) {
    String reason = update.reason();
    return update.isUpToDate()
        || reason.equals(STALE)
        || reason.contains("failed to update ref")
        || reason.contains("lock")
        || reason.contains("atomic")
        || reason.contains("incorrect old value");
  }
}
