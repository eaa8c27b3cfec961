package dev.prlease.gate.push;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.Remote;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.spi.Gate;
import java.util.List;
import java.util.Optional;

/**
 * Puts the checked out branch of a pull request onto its base, and pushes it, as one action: it is
 * done as a whole, or the checkout is as it was.
 *
 * <p>What the push needs is worked out first, so that nothing is rebased that could not be pushed.
 * The base is fetched into a reference of its own, which no other fetch moves. Nothing is stashed:
 * a working tree with changes is refused, and so is one in which a rebase, merge or the like goes
 * on. What others commit or begin in the same checkout meanwhile is neither pushed nor taken back
 * ({@link Undo}). Other branches of a stack are not moved along, whatever the configuration says.
 *
 * <p>Not restored is only what may still become true: if nobody knows whether a push landed, the
 * checkout stays rebased.
 */
public final class Rebasing {
  private static final String BASE = "refs/prlease/base/";

  private final Checkout checkout;
  private final Git git;
  private final Worktree worktree;
  private final Pushing pushing;

  /** One in {@code checkout}. */
  public Rebasing(Checkout checkout) {
    this.checkout = checkout;
    this.git = new Git(checkout.top(), checkout.environment());
    this.worktree = new Worktree(git);
    this.pushing = new Pushing(checkout);
  }

  /**
   * Rebases what is checked out, which must be the branch of {@code pullRequest}, and pushes it.
   *
   * <p>If the lease is over or the thread interrupted before anything was sent, and the checkout
   * cannot be put back, that is the outcome, with the thread's flag kept.
   *
   * @throws LeaseException if the lease is over before anything was sent; the checkout is as it was
   * @throws InterruptedException if the thread was interrupted before anything was sent; likewise
   */
  public RebaseOutcome rebase(Gate gate, PullRequest pullRequest, Expectation expectation)
      throws InterruptedException {
    String base = BASE + gate.grantId().value();
    try {
      return rebase(new Bound(git, gate), pullRequest, expectation.under(gate), base);
    } catch (Halt known) {
      return told(known.outcome());
    } finally {
      forget(base);
    }
  }

  /**
   * What {@link #rebase} would push, had the base not moved: {@link PushPreview.Would#commit} is
   * what is checked out now, and the rebase makes other commits of it. It needs no lease, and
   * changes nothing. Whether there are conflicts it does not tell.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  public PushPreview preview(PullRequest pullRequest, Expectation expectation)
      throws InterruptedException {
    try {
      refuseUnfinished();
      InHand.refuse(pullRequest);
      Worktree.State now = worktree.state();
      refuseOther(now, pullRequest);
      PushRequest request = request(pullRequest, now, expectation);
      PushPlan plan = new Planner(checkout, git, pushing::unbound).plan(request, pullRequest);
      refuseStranger(plan, expectation);
      return new PushPreview.Would(
          plan.repository(), plan.target(), pushing.expected(plan, expectation), plan.commit());
    } catch (Halt known) {
      return new PushPreview.WouldNot(known.outcome());
    }
  }

  private static RebaseOutcome told(PushOutcome outcome) {
    if (outcome instanceof PushOutcome.Refused refused) {
      return new RebaseOutcome.Refused(refused.why(), refused.nextStep());
    }
    if (outcome instanceof PushOutcome.Moved moved) {
      return new RebaseOutcome.Refused(
          "the branch should be at "
              + moved.expected()
              + " over there, and is "
              + moved.found().map(commit -> "at " + commit).orElse("gone"),
          moved.nextStep());
    }
    return new RebaseOutcome.Refused(outcome.toString(), "Look at the pull request.");
  }

  private RebaseOutcome rebase(
      Bound bound, PullRequest pullRequest, Expectation expectation, String baseReference)
      throws Halt, InterruptedException {
    refuseUnfinished();
    InHand.refuse(pullRequest);
    Worktree.State before = worktree.state();
    refuseOther(before, pullRequest);
    PushRequest request = request(pullRequest, before, expectation);
    PushPlan plan = new Planner(checkout, git, bound).plan(request, pullRequest);
    refuseStranger(plan, expectation);
    String base = fetchBase(bound, pullRequest, baseReference);
    refuseUnrelated(base, before, pullRequest);
    if (git.read("merge-base", "--is-ancestor", base, before.commit()).succeeded()) {
      return finish(bound, plan, request, before, before.commit(), base);
    }
    refuseMoved(before);
    Undo undo = new Undo(git, worktree, before, base);
    Optional<RebaseOutcome> failure = run(bound, undo, before, base);
    if (failure.isPresent()) {
      return failure.get();
    }
    Worktree.State after = orBack(undo, before, worktree::state);
    if (!after.branch().equals(before.branch())) {
      return astray(before, after);
    }
    Optional<RebaseOutcome> joined = orBack(undo, before, () -> joined(undo, before, after));
    return joined.isPresent()
        ? joined.get()
        : finish(bound, plan, request, before, after.commit(), base);
  }

  /**
   * A branch that was started from the pull request's, as in a stack, has all of its commits, and
   * more that are not for it. A detached head has no name: what it may be is looked at later.
   */
  private void refuseOther(Worktree.State now, PullRequest pullRequest) throws Halt {
    if (now.branch().isEmpty()) {
      return;
    }
    String branch = now.branch().substring("refs/heads/".length());
    if (!checkout.isOf(branch, pullRequest)) {
      String wanted = pullRequest.head().branch();
      throw Halt.refused(
          branch + " is checked out, and the branch of " + pullRequest.key() + " is " + wanted,
          "Check it out: git switch "
              + wanted
              + ". If this is it: git branch -u REMOTE/"
              + wanted
              + ".");
    }
  }

  /** The plan and the fetch took their time; what came here meanwhile is not ours to rebase. */
  private void refuseMoved(Worktree.State before) throws Halt {
    refuseUnfinished();
    Worktree.State now = worktree.state();
    if (!now.equals(before)) {
      throw Halt.refused(
          "somebody else works in "
              + checkout.top()
              + ": it was at "
              + before
              + ", and is at "
              + now,
          "Try again when nobody does.");
    }
  }

  private void refuseUnfinished() throws Halt {
    Optional<String> operation = worktree.operation();
    if (operation.isPresent()) {
      throw Halt.refused(
          operation.get() + " is not finished in " + checkout.top(),
          "Finish or abort it: git status says how.");
    }
    List<String> changed = worktree.changed();
    if (!changed.isEmpty()) {
      throw Halt.refused(
          checkout.top() + " has changes that are in no commit: " + Worktree.some(changed),
          "Commit them, or put them aside: git stash.");
    }
  }

  private PushRequest request(
      PullRequest pullRequest, Worktree.State before, Expectation expectation) throws Halt {
    RepositoryId home =
        pullRequest
            .head()
            .repository()
            .orElseThrow(
                () ->
                    Halt.refused(
                        "the repository of " + pullRequest.key() + "'s branch is gone",
                        "Push to another repository, and open a pull request from there."));
    Remote remote =
        checkout
            .remoteTo(home)
            .orElseThrow(
                () ->
                    Halt.refused(
                        "no remote of " + checkout.top() + " pushes to " + home,
                        "Add one: git remote add NAME URL."));
    String target = "refs/heads/" + pullRequest.head().branch();
    return new PushRequest(
        Optional.of(remote.name()), List.of(before.source() + ":" + target), expectation);
  }

  /** Another branch that happens to be checked out would replace the pull request's. */
  private void refuseStranger(PushPlan plan, Expectation expectation) throws Halt {
    String there =
        plan.found()
            .orElseThrow(
                () ->
                    Halt.refused(
                        plan.branch() + " is gone, and its pull request with it",
                        "Push with git, and open a pull request anew."));
    if (!new Inclusion(git).includes(plan.source(), plan.commit(), there)) {
      throw Halt.refused(
          plan.branch() + " is at " + there + ", which " + plan.source() + " never had",
          "Check out the pull request's branch, with all that is in it: git pull --rebase.");
    }
    String unused = pushing.expected(plan, expectation);
  }

  private String fetchBase(Bound bound, PullRequest pullRequest, String reference)
      throws Halt, InterruptedException {
    RepositoryId repository = pullRequest.repository();
    String remote =
        checkout
            .remoteFrom(repository)
            .map(Remote::name)
            .orElseThrow(
                () ->
                    Halt.refused(
                        "no remote of " + checkout.top() + " fetches from " + repository,
                        "Add one: git remote add upstream URL."));
    GitAnswer fetched =
        bound.run(
            Planner.NETWORK,
            List.of(
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-recurse-submodules",
                "--no-write-fetch-head",
                "--no-auto-maintenance",
                remote,
                "+refs/heads/" + pullRequest.base() + ":" + reference));
    GitAnswer commit = git.read("rev-parse", "--verify", "-q", reference + "^{commit}");
    if (!fetched.succeeded() || !commit.succeeded()) {
      throw Halt.refused(
          pullRequest.base() + " of " + repository + " cannot be fetched: " + fetched.complaint(),
          "Mend that, and try again.");
    }
    return commit.line();
  }

  private void refuseUnrelated(String base, Worktree.State before, PullRequest pullRequest)
      throws Halt {
    if (git.read("merge-base", base, before.commit()).succeeded()) {
      return;
    }
    boolean shallow = git.read("rev-parse", "--is-shallow-repository").line().equals("true");
    throw Halt.refused(
        "the history of " + before + " and that of " + pullRequest.base() + " do not meet",
        shallow
            ? "Fetch the rest of this shallow clone: git fetch --unshallow."
            : "Check out the pull request's branch.");
  }

  /** Empty if it is done. */
  private Optional<RebaseOutcome> run(Bound bound, Undo undo, Worktree.State before, String base)
      throws InterruptedException {
    GitAnswer answer;
    try {
      answer =
          bound.run(
              Undo.LIMIT,
              List.of(
                  "-c",
                  "rebase.autoStash=false",
                  "-c",
                  "rebase.updateRefs=false",
                  "-c",
                  "rebase.autoSquash=false",
                  "rebase",
                  "--no-autostash",
                  base));
    } catch (InterruptedException | LeaseException cut) {
      Optional<Undo.Left> left = undo.restore();
      if (left.isPresent()) {
        return Optional.of(cutShort(cut, left.get(), before));
      }
      throw cut;
    }
    if (answer.succeeded() && worktree.operation().isEmpty()) {
      return Optional.empty();
    }
    List<String> conflicts = worktree.conflicts();
    Optional<Undo.Left> left = undo.restore();
    if (left.isPresent()) {
      return Optional.of(stuck(left.get(), before));
    }
    if (!conflicts.isEmpty()) {
      return Optional.of(
          new RebaseOutcome.Conflict(
              base,
              conflicts,
              "Solve it by hand, under the lease: git rebase " + base + ", then prlease push."));
    }
    return Optional.of(
        new RebaseOutcome.Refused(
            "git would not rebase: " + answer.complaint(), "Mend that, and try again."));
  }

  /** A look at what it became. */
  @FunctionalInterface
  private interface Look<T> {
    T look() throws Halt;
  }

  /** What it became; if that cannot be read, it is put back. */
  private <T> T orBack(Undo undo, Worktree.State before, Look<T> at) throws Halt {
    try {
      return at.look();
    } catch (Halt | ForgeException unreadable) {
      Optional<Undo.Left> left = undo.restore();
      if (left.isPresent()) {
        throw Halt.refused(stuck(left.get(), before).why(), left.get().nextStep());
      }
      throw unreadable;
    }
  }

  /** What is pushed is what was rebased, and nothing that somebody committed meanwhile. */
  private Optional<RebaseOutcome> joined(Undo undo, Worktree.State before, Worktree.State now)
      throws Halt {
    return undo.stranger(now.commit())
        .map(
            commit ->
                new RebaseOutcome.Stuck(
                    "somebody committed "
                        + commit
                        + " at "
                        + checkout.top()
                        + " while "
                        + before.source()
                        + " was rebased",
                    before.commit(),
                    before.source()
                        + " is rebased, has that commit, and is not pushed: look at it, then"
                        + " prlease push."));
  }

  /** Something else was checked out meanwhile: its commit is not what was rebased. */
  private RebaseOutcome.Stuck astray(Worktree.State before, Worktree.State now) {
    return new RebaseOutcome.Stuck(
        "something else was checked out at "
            + checkout.top()
            + " while "
            + before.source()
            + " was rebased: it is at "
            + now,
        before.commit(),
        before.source()
            + " is rebased, and not pushed: check it out, then prlease push, or git reset --keep "
            + before.commit()
            + ".");
  }

  /** The lease or the wish to go on was over, and the checkout is not as it was: that is told. */
  private RebaseOutcome.Stuck cutShort(Exception cut, Undo.Left left, Worktree.State before) {
    if (cut instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    RebaseOutcome.Stuck stuck = stuck(left, before);
    return new RebaseOutcome.Stuck(
        cut.getMessage() + "; " + stuck.why(), stuck.before(), stuck.nextStep());
  }

  private RebaseOutcome.Stuck stuck(Undo.Left left, Worktree.State before) {
    return new RebaseOutcome.Stuck(
        "the checkout at " + checkout.top() + " was not put back: " + left.why(),
        before.commit(),
        left.nextStep());
  }

  private RebaseOutcome finish(
      Bound bound,
      PushPlan plan,
      PushRequest request,
      Worktree.State before,
      String after,
      String base)
      throws InterruptedException {
    PushOutcome push;
    try {
      push = pushing.push(bound, plan.with(after), request);
    } catch (Halt known) {
      push = known.outcome();
    } catch (InterruptedException | RuntimeException failed) {
      Optional<Undo.Left> left = restore(before, after, base);
      if (left.isEmpty()) {
        throw failed;
      }
      if (failed instanceof InterruptedException || failed instanceof LeaseException) {
        return cutShort(failed, left.get(), before);
      }
      failed.addSuppressed(new IllegalStateException(stuck(left.get(), before).why()));
      throw failed;
    }
    boolean mayBeThere = push.succeeded() || push instanceof PushOutcome.Unknown;
    if (mayBeThere) {
      return new RebaseOutcome.Rebased(
          before.commit(), after, base, push, RebaseOutcome.Left.REBASED);
    }
    Optional<Undo.Left> left = restore(before, after, base);
    return left.isPresent()
        ? stuck(left.get(), before)
        : new RebaseOutcome.Rebased(
            before.commit(), after, base, push, RebaseOutcome.Left.RESTORED);
  }

  /** Where nothing was rebased there is nothing to put back, whatever happened there meanwhile. */
  private Optional<Undo.Left> restore(Worktree.State before, String after, String base) {
    return after.equals(before.commit())
        ? Optional.empty()
        : new Undo(git, worktree, before, base).restore(after);
  }

  private void forget(String reference) {
    boolean interrupted = Thread.interrupted();
    try {
      GitAnswer unused = git.read("update-ref", "-d", reference);
    } catch (ForgeException unanswered) {
      // A reference of ours that stays hides nothing; what became of the rebase is told.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
