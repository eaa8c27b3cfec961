package dev.prlease.gate.push;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.Ran;
import dev.prlease.spi.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Pushes the branch of one pull request, pinned at both ends: what is there must be the commit that
 * was expected, and what comes there is the commit that was shown.
 *
 * <h2>Why like this</h2>
 *
 * <p>A bare {@code --force-with-lease} expects what the remote-tracking branch has, and any fetch,
 * of an editor or a sibling worktree, moves that (lesson L56). So the commit is named. It is the
 * one that the lease's record keeps, because it was pushed or certified under this lease; or, if
 * the record keeps none, the one that is there under the lease.
 *
 * <p>Either way the local branch must have had it, unless the user names it. What a record keeps
 * says where the branch has to be, and not whose work that is: a merge certifies whatever head is
 * there, a colleague's too, and who adopts a lease has the former session's head, but maybe not its
 * commits.
 *
 * <p>Git's exit code does not tell whether the branch moved: an answer may be lost after the other
 * side acted. So the branch is looked at again, by the same connection that a push makes. Where it
 * is at our commit, it is pushed, whatever was said. Where it is not, and git's answer was lost,
 * what was sent may still land: that is unknown, never refused.
 *
 * <p>A remote with several URLs to push to is refused: git would push to them one after another,
 * and there is one branch of a pull request.
 *
 * <p>Where the lease is in the branch's own repository, both move in one step: {@link FencedPush}.
 *
 * <p>Submodules are not pushed. Where configuration says that git would push them along, git checks
 * instead that they were.
 */
public final class Pushing {
  private static final Duration AFTERWARDS = Duration.ofSeconds(30);

  /** A big push takes its time; the lease's deadline ends it anyway. */
  static final Duration PUSH = Duration.ofMinutes(30);

  private static final String RECORDED = "pushed or certified last under this lease";

  private static final String SAY_IT =
      "Look at what is there, then say it: --expect COMMIT; or integrate it first: git pull"
          + " --rebase.";

  private final Checkout checkout;
  private final Git git;

  /** One from {@code checkout}. */
  public Pushing(Checkout checkout) {
    this.checkout = checkout;
    this.git = new Git(checkout.top(), checkout.environment());
  }

  /**
   * Pushes what {@code request} says, if that is the branch of {@code pullRequest}. The commit that
   * the branch is at then is written down through {@code gate}: the next push expects it, whoever
   * makes it. So is one that an earlier push turns out to have brought there. A lease that takes it
   * no more is part of the outcome.
   *
   * @throws LeaseException if the lease is over before anything was sent
   * @throws InterruptedException if the thread was interrupted before anything was sent
   */
  public PushOutcome push(Gate gate, PushRequest request, PullRequest pullRequest)
      throws InterruptedException {
    try {
      Bound bound = new Bound(git, gate);
      PushPlan plan = new Planner(checkout, git, bound).plan(request, pullRequest);
      refuseInHand(plan, pullRequest);
      return push(bound, plan, request.under(gate));
    } catch (Halt known) {
      return known.outcome();
    }
  }

  /**
   * What {@link #push} would do, as things are now. It needs no lease, and changes nothing.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  public PushPreview preview(PushRequest request, PullRequest pullRequest)
      throws InterruptedException {
    try {
      PushPlan plan = new Planner(checkout, git, this::unbound).plan(request, pullRequest);
      refuseInHand(plan, pullRequest);
      return preview(plan, request.expectation());
    } catch (Halt known) {
      return new PushPreview.WouldNot(known.outcome());
    }
  }

  /** The same for what was planned. */
  PushPreview preview(PushPlan plan, Expectation expectation) throws Halt {
    if (plan.found().equals(Optional.of(plan.commit()))) {
      return new PushPreview.WouldNot(new PushOutcome.UpToDate(plan.commit(), Optional.empty()));
    }
    return new PushPreview.Would(
        plan.repository(), plan.target(), expected(plan, expectation), plan.commit());
  }

  /** What is there already needs no push, and an earlier one may have brought it. */
  private static void refuseInHand(PushPlan plan, PullRequest pullRequest) throws Halt {
    if (!plan.found().equals(Optional.of(plan.commit()))) {
      InHand.refuse(pullRequest);
    }
  }

  GitAnswer unbound(Duration timeout, List<String> arguments) throws InterruptedException {
    GitAnswer answer = git.readRemote(timeout, arguments);
    if (answer.end() == Ran.End.INTERRUPTED) {
      throw Bound.interrupted();
    }
    return answer;
  }

  /** Pushes what was planned. */
  PushOutcome push(Bound bound, PushPlan plan, PushRequest request)
      throws Halt, InterruptedException {
    if (plan.found().equals(Optional.of(plan.commit()))) {
      return new PushOutcome.UpToDate(plan.commit(), record(bound.gate(), plan.commit()));
    }
    String expected = expected(plan, request.expectation());
    if (Thread.currentThread().isInterrupted()) {
      throw Bound.interrupted();
    }
    return new FencedPush(checkout, git, this).push(bound.gate(), plan, expected);
  }

  /** Pushes without the lease, which was asserted right before. */
  PushOutcome push(Gate gate, PushPlan plan, String expected, PushOutcome.Tie tie) {
    GitAnswer answer = git.act(gate, PUSH, words(plan, expected));
    return afterwards(gate, plan, expected, answer, tie);
  }

  /**
   * What must be there.
   *
   * @throws Halt if something else is; or if it is a commit that nobody names and the local branch
   *     never had, even where the lease's record keeps it
   */
  String expected(PushPlan plan, Expectation expectation) throws Halt {
    if (expectation instanceof Expectation.Named named) {
      return matched(plan, named.commit(), "you said so");
    }
    if (expectation instanceof Expectation.Recorded recorded) {
      return included(plan, matched(plan, recorded.commit(), RECORDED));
    }
    String found =
        plan.found()
            .orElseThrow(
                () ->
                    Halt.refused(
                        plan.branch() + " is gone, and its pull request with it",
                        "Push with git, and open a pull request anew."));
    return included(plan, found);
  }

  private String included(PushPlan plan, String found) throws Halt {
    if (!new Inclusion(git).includes(plan.source(), plan.commit(), found)) {
      throw Halt.refused(
          plan.branch()
              + " is at "
              + found
              + ", which "
              + plan.source()
              + " at "
              + plan.commit()
              + " never had: somebody else's work would be lost",
          SAY_IT);
    }
    return found;
  }

  private static String matched(PushPlan plan, String expected, String because) throws Halt {
    if (!plan.found().equals(Optional.of(expected))) {
      throw Halt.with(new PushOutcome.Moved(expected, plan.found(), movedStep(plan, because)));
    }
    return expected;
  }

  private static String movedStep(PushPlan plan, String because) {
    return plan.found().isEmpty()
        ? "The branch is gone: push with git, and open a pull request anew."
        : "Somebody moved the branch from where it should be (" + because + "). " + SAY_IT;
  }

  private List<String> words(PushPlan plan, String expected) {
    return words(plan, expected, List.of(), List.of());
  }

  /** The same with more options, and with more references that are to move. */
  List<String> words(PushPlan plan, String expected, List<String> options, List<String> refspecs) {
    List<String> words = new ArrayList<>(Planner.PLAIN);
    words.addAll(
        List.of(
            "push",
            "--porcelain",
            "--no-follow-tags",
            "--recurse-submodules=" + submodules(),
            "--force-with-lease=" + plan.target() + ":" + expected));
    words.addAll(options);
    words.add(plan.remote());
    words.add(plan.commit() + ":" + plan.target());
    words.addAll(refspecs);
    return words;
  }

  /** Their pushes are no part of this pull request's. */
  private String submodules() {
    GitAnswer said = git.read("config", "--get", "push.recurseSubmodules");
    GitAnswer general = git.read("config", "--type=bool", "--get", "submodule.recurse");
    String value = said.succeeded() ? said.line() : general.line();
    return value.isEmpty() || value.equals("no") || value.equals("false") ? "no" : "check";
  }

  private PushOutcome afterwards(
      Gate gate, PushPlan plan, String expected, GitAnswer answer, PushOutcome.Tie tie) {
    Optional<Porcelain.Update> said = Porcelain.parse(answer.out()).of(plan.target());
    PushProof proof = PushProof.of(answer, said);
    Seen seen = look(plan);
    if (proof == PushProof.ACCEPTED || seen.commit().equals(Optional.of(plan.commit()))) {
      return arrived(plan, expected, answer, () -> record(gate, plan.commit()), tie);
    }
    if (proof == PushProof.REJECTED && said.isPresent()) {
      return rejected(plan, expected, answer, said.get(), seen);
    }
    return proof == PushProof.UNSENT ? unsent(plan, answer) : unknown(answer, seen);
  }

  static PushOutcome unsent(PushPlan plan, GitAnswer answer) {
    return new PushOutcome.Refused(
        "git did not push " + plan.branch() + ": " + told(answer), "Mend that, and push again.");
  }

  static PushOutcome unknown(GitAnswer answer, Seen seen) {
    return new PushOutcome.Unknown(
        "git's answer was lost: " + answer.complaint(),
        seen.commit(),
        "What was sent may still land: look again in a minute, then push again.");
  }

  /** The lease may be lost meanwhile: then this is told, and not called a success. */
  static PushOutcome arrived(
      PushPlan plan,
      String expected,
      GitAnswer answer,
      Supplier<Optional<LeaseException>> unrecorded,
      PushOutcome.Tie tie) {
    return switch (answer.end()) {
      case EXITED, TIMED_OUT ->
          new PushOutcome.Pushed(expected, plan.commit(), unrecorded.get(), tie);
      case LEASE_OVER, INTERRUPTED ->
          new PushOutcome.Unknown(
              "it landed, but " + answer.complaint() + " meanwhile",
              Optional.of(plan.commit()),
              "Acquire the lease again, and look at the pull request before going on.");
    };
  }

  /** It was pushed, and is elsewhere by now. */
  static PushOutcome movedSince(PushPlan plan, Seen seen) {
    return seen.isKnown()
        ? moved(plan, plan.commit(), seen, "it was pushed there a moment ago")
        : new PushOutcome.Unknown(
            "it was pushed, and could not be looked at afterwards",
            Optional.empty(),
            "Look where the branch is before going on.");
  }

  private static PushOutcome moved(PushPlan plan, String expected, Seen seen, String because) {
    PushPlan now =
        new PushPlan(
            plan.remote(),
            plan.repository(),
            plan.source(),
            plan.target(),
            plan.commit(),
            seen.commit());
    return new PushOutcome.Moved(
        expected,
        seen.commit(),
        seen.isKnown() ? movedStep(now, because) : "Look at it. " + SAY_IT);
  }

  PushOutcome rejected(
      PushPlan plan, String expected, GitAnswer answer, Porcelain.Update said, Seen seen) {
    boolean moved = seen.isKnown() && !seen.commit().equals(Optional.of(expected));
    if (said.reason().equals("stale info") || moved) {
      return moved(plan, expected, seen, "it was there a moment ago");
    }
    return new PushOutcome.Refused(
        plan.repository()
            + " refused to move "
            + said.target()
            + " ("
            + git.secrets().redact(said.reason())
            + ")"
            + remoteWords(answer),
        "Do what it asks for; rules of the forge count whoever holds the lease.");
  }

  private static String told(GitAnswer answer) {
    String words = String.join("; ", lines(answer, ""));
    return words.isEmpty() ? answer.complaint() : words;
  }

  private static String remoteWords(GitAnswer answer) {
    List<String> lines = lines(answer, "remote:");
    return lines.isEmpty() ? "" : ": " + String.join("; ", lines);
  }

  private static final int MOST_LINES = 6;

  private static List<String> lines(GitAnswer answer, String beginning) {
    return answer
        .err()
        .lines()
        .filter(line -> line.startsWith(beginning) && !line.startsWith("hint:"))
        .map(line -> line.substring(beginning.length()).strip())
        .filter(line -> !line.isEmpty())
        .limit(MOST_LINES)
        .toList();
  }

  /**
   * Where the branch is.
   *
   * @param isKnown whether it could be read
   */
  record Seen(boolean isKnown, Optional<String> commit) {}

  /** By the connection of a push: it may lead elsewhere than that of a fetch. */
  Seen look(PushPlan plan) {
    return look(git, plan, List.of()).branch();
  }

  /** The same, and whether other references are where {@code refspecs} would bring them. */
  Look look(Git with, PushPlan plan, List<String> refspecs) {
    List<String> all = new ArrayList<>(refspecs);
    all.add(plan.commit() + ":" + plan.target());
    GitAnswer answer = with.readRemote(AFTERWARDS, Planner.rehearsal(plan.remote(), all));
    return answer.succeeded()
        ? new Look(plan, Porcelain.parse(answer.out()))
        : new Look(plan, new Porcelain(List.of(), List.of()));
  }

  /** What a rehearsal of the push told. */
  record Look(PushPlan plan, Porcelain report) {
    /** Whether {@code ref} is where it was to come. */
    boolean isThere(String ref) {
      return report.of(ref).filter(Porcelain.Update::isUpToDate).isPresent();
    }

    Seen branch() {
      Optional<Porcelain.Update> update = report.of(plan.target());
      if (update.isEmpty()) {
        return new Seen(false, Optional.empty());
      }
      if (update.get().isUpToDate()) {
        return new Seen(true, Optional.of(plan.commit()));
      }
      return update.get().isNew()
          ? new Seen(true, Optional.empty())
          : new Seen(update.get().before().isPresent(), update.get().before());
    }
  }

  static Optional<LeaseException> record(Gate gate, String commit) {
    try {
      gate.certify(commit);
      return Optional.empty();
    } catch (LeaseException unrecorded) {
      return Optional.of(unrecorded);
    }
  }
}
