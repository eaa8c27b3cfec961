package dev.prlease.gate.watch;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.DisarmAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the forge was asked for by one watch and did not decline: what may have come of it, and may
 * come yet.
 *
 * <p>Answers prove nothing (lesson L57), and a try may land after whoever made it was cut short. So
 * each try is one of these, and only what the forge says or shows leads from one to the next:
 *
 * <pre>
 *   asked ── declined, or never sent ──────────────────────────────────▶ (forgotten)
 *     │
 *     └▶ OPEN ── seen in hand ──▶ IN_HAND ── told to drop it, and seen free ──▶ (forgotten)
 *         │
 *         └─ {@link #LANDS_WITHIN} over: it comes to nothing any more
 * </pre>
 *
 * <p>A try is OPEN whatever was answered but a no: the answer may have been lost or cut off, and a
 * yes may not show yet. That nothing is in hand at one look ends no OPEN try, nor does a no to a
 * later one. If several are OPEN and something is in hand, one of them has landed, and the latest
 * is taken for it; the others may land still. A try that merges at once, and not into a queue, is
 * never in hand: it lands as a merge, or not.
 *
 * <p>Each is of one head. What is in hand while none is of the head that is there now is unwanted:
 * forges keep auto-merge on when somebody pushes. Where no try is, what is in hand is somebody
 * else's.
 *
 * <p>For one thread at a time.
 */
final class Tries {
  /** How long a request may be under way: servers and proxies give up sooner. */
  static final Duration LANDS_WITHIN = Duration.ofMinutes(3);

  /** By whom it would be merged. */
  enum By {
    /** By the request itself. */
    REQUEST,
    /** By the forge, later: armed, or queued. */
    FORGE
  }

  private enum State {
    OPEN,
    IN_HAND
  }

  /** {@code at}: when it ended, in ticks. */
  private record Try(String head, By by, State state, long at) {}

  private final LongSupplier ticks;
  private final Consumer<Optional<String>> told;

  /** The oldest first. */
  private final List<Try> tries = new ArrayList<>();

  private Optional<PullRequest> last = Optional.empty();
  private Optional<String> toldLast = Optional.empty();
  private boolean dropping;

  /**
   * None so far.
   *
   * @param told for which head the forge is to merge by itself, whenever that changes; before it is
   *     asked
   */
  Tries(LongSupplier ticks, Consumer<Optional<String>> told) {
    this.ticks = ticks;
    this.told = told;
  }

  /** The forge is asked to merge {@code head} now; an arming, or by the ways that it has. */
  void asking(String head, By by) {
    tries.add(new Try(head, by, State.OPEN, ticks.getAsLong()));
    dropping = false;
    tell();
  }

  /** A merge goes through the queue where there is one. */
  By byMerging() {
    return last.isPresent() && last.get().route() == PullRequest.Route.QUEUE
        ? By.FORGE
        : By.REQUEST;
  }

  /** That was never sent, or the answer is a no that is one. */
  void declined() {
    tries.remove(tries.size() - 1);
    tell();
  }

  /** That has ended, and was not declined. */
  void ended() {
    Try latest = tries.get(tries.size() - 1);
    replace(tries.size() - 1, latest.by(), latest.state(), ticks.getAsLong());
  }

  /** The forge is told now to drop what it has in hand. */
  void dropping() {
    dropping = true;
  }

  /** The forge let go of it unasked, as was made sure of. */
  void dropped() {
    dropping = true;
    last.ifPresent(this::saw);
  }

  /** The pull request was read. */
  void saw(PullRequest now) {
    last = Optional.of(now);
    if (DisarmAction.isInHand(now)) {
      noteLanded(now);
    } else if (dropping && now.state() == PullRequest.State.OPEN) {
      dropping = false;
      tries.removeIf(each -> each.state() == State.IN_HAND);
    }
    tell();
  }

  private void noteLanded(PullRequest now) {
    if (isInHand()) {
      return;
    }
    for (int i = tries.size() - 1; i >= 0; i--) {
      Try each = tries.get(i);
      if (mayLand(each) && (each.by() == By.FORGE || now.queue().isPresent())) {
        replace(i, By.FORGE, State.IN_HAND, each.at());
        return;
      }
    }
  }

  private void replace(int index, By by, State state, long at) {
    tries.set(index, new Try(tries.get(index).head(), by, state, at));
  }

  private void tell() {
    Optional<String> now = isOver() ? Optional.empty() : leftToTheForge();
    if (!now.equals(toldLast)) {
      toldLast = now;
      told.accept(now);
    }
  }

  private boolean mayLand(Try each) {
    return each.state() == State.OPEN && ticks.getAsLong() - each.at() < LANDS_WITHIN.toNanos();
  }

  /** As it was read last. */
  Optional<PullRequest> last() {
    return last;
  }

  private boolean isOver() {
    return last.isPresent() && last.get().state() != PullRequest.State.OPEN;
  }

  /** Whether the forge has in hand what was asked for here. */
  boolean isInHand() {
    return tries.stream().anyMatch(each -> each.state() == State.IN_HAND);
  }

  /** Whether something may still come of a try that does not show yet. */
  boolean mayOneLand() {
    return !isOver() && tries.stream().anyMatch(this::mayLand);
  }

  /** Whether something may still come of any. */
  boolean isAnyOpen() {
    return !isOver() && (isInHand() || mayOneLand());
  }

  /** The head that the forge was asked last to merge by itself, if it has that or may have it. */
  Optional<String> leftToTheForge() {
    return tries.stream()
        .filter(each -> each.by() == By.FORGE)
        .filter(each -> each.state() == State.IN_HAND || mayLand(each))
        .reduce((earlier, later) -> later)
        .map(Try::head);
  }

  /** Whether a try of {@code head} was made here that can be why it is merged. */
  boolean isFor(String head) {
    return tries.stream().anyMatch(each -> each.head().equals(head));
  }

  /** Whether the forge has in hand what was asked for here, and of another head than it has now. */
  boolean isUnwanted() {
    return last.isPresent()
        && DisarmAction.isInHand(last.get())
        && isInHand()
        && !isFor(last.get().head().sha());
  }
}
