package dev.prlease.gate.watch;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.core.PrLease;
import dev.prlease.gate.DisarmAction;
import dev.prlease.gate.MergeAction;
import dev.prlease.gate.MergeOutcome;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** The watch of one pull request, once; by which rules says {@link WatchAndMerge}. */
final class Watch {
  /** How long a head may have no check before that is taken for an answer. */
  private static final Duration NO_CHECKS_PATIENCE = Duration.ofSeconds(60);

  /**
   * Whoever merges what is there waits for nothing else: a forge that does not answer for so long
   * is told, unless it says itself from when on it will.
   */
  private static final Duration PATIENCE_AT_ONCE = Duration.ofMinutes(3);

  private static final int MOST_UNKNOWN = 5;
  private static final int MOST_UNINTELLIGIBLE = 3;

  private final PrLease lease;
  private final Forge forge;
  private final WatchOptions options;
  private final Waits waits;
  private final Tries tries;
  private final Entrusted entrusted;

  /** Of looks, and of tries: looks that succeed between tries that fail do not end their pauses. */
  private final Backoff looks = new Backoff();

  private final Backoff failures = new Backoff();
  private final Consumer<? super WatchEvent> progress;
  private String head = "";
  private String certified = "";
  private Optional<Long> withoutChecksSince = Optional.empty();
  private Optional<Long> failingSince = Optional.empty();
  private boolean inHand;
  private boolean seenFree;
  private int unknown;

  Watch(
      PrLease lease,
      NotedForge forge,
      WatchOptions options,
      Waits waits,
      Tries tries,
      Entrusted entrusted,
      Consumer<? super WatchEvent> progress) {
    this.lease = lease;
    this.forge = forge;
    this.options = options;
    this.waits = waits;
    this.tries = tries;
    this.entrusted = entrusted;
    this.progress = progress;
  }

  WatchResult run() throws InterruptedException {
    while (true) {
      PullRequest now = look();
      String before = head;
      boolean moved = noteHead(now);
      if (moved && options.isAtOnce()) {
        return new WatchResult.Refused(
            "its head moved from " + before + " to " + head + " since it was read",
            "Look at what was pushed; then, to merge that: prlease merge "
                + now.key().number()
                + ".");
      }
      noteDropped(now, moved);
      boolean unwanted = tries.isUnwanted();
      if (unwanted) {
        entrusted.takeBack();
      }
      if (moved || unwanted) {
        if (waits.isOver()) {
          return timedOut();
        }
        continue; // What was read may be from before auto-merge was switched off.
      }
      Standing standing = Standing.of(now, options);
      if (hasWaitedForChecks(standing)) {
        tell(new WatchEvent.Warned("no check has been reported for " + head + ": merging it"));
        standing = new Standing.Ready();
      }
      Optional<WatchResult> end = step(now, standing);
      if (end.isPresent()) {
        return end.get();
      }
      if (waits.isOver()) {
        return timedOut();
      }
    }
  }

  /** How it ended, by what was read last; empty if it was open then. */
  Optional<WatchResult> over() {
    return tries.last().flatMap(this::over);
  }

  private Optional<WatchResult> over(PullRequest now) {
    Standing standing = Standing.of(now, options);
    if (standing instanceof Standing.Merged merged) {
      return Optional.of(merged(now.head().sha(), merged.merge()));
    }
    return standing instanceof Standing.Closed
        ? Optional.of(new WatchResult.Closed())
        : Optional.empty();
  }

  private WatchResult merged(String found, PullRequest.Merge merge) {
    if (tries.isFor(found)) {
      return new WatchResult.Merged(found, merge);
    }
    Optional<String> asked = tries.leftToTheForge();
    return asked.isEmpty() || found.equals(certified)
        ? new WatchResult.AlreadyMerged(merge)
        : new WatchResult.MergedUncertified(asked.get(), found, merge);
  }

  /** What happened in the last pause is seen, if the forge can be asked. */
  private WatchResult timedOut() {
    try {
      PullRequest unused = forge.read(lease.key());
    } catch (ForgeException unread) {
      // Then it ends with what is known.
    }
    return over().orElseGet(() -> new WatchResult.TimedOut(waits.last()));
  }

  /** Does what {@code standing} lets be done, then waits for the next look; or ends it all. */
  private Optional<WatchResult> step(PullRequest now, Standing standing)
      throws InterruptedException {
    Optional<WatchResult> over = over(now);
    if (over.isPresent()) {
      return over;
    }
    if (standing instanceof Standing.InHand) {
      inHand = true;
      waitFor(now, standing, options.interval());
      return Optional.empty();
    }
    if (inHand) {
      return dropped(now, standing);
    }
    if (options.start() == WatchOptions.Start.ARMED && !(standing instanceof Standing.Stuck)) {
      return merge(MergeAction.Way.ARM);
    }
    if (standing instanceof Standing.Stuck stuck) {
      return Optional.of(new WatchResult.Refused(stuck.why(), stuck.nextStep()));
    }
    if (standing instanceof Standing.Ready) {
      return merge(MergeAction.Way.NOW);
    }
    waitFor(now, standing, options.interval());
    return Optional.empty();
  }

  /** The forge had it in hand, and has it no more: it is looked at twice before that is told. */
  private Optional<WatchResult> dropped(PullRequest now, Standing standing)
      throws InterruptedException {
    waitFor(now, standing, WatchOptions.LEAST_INTERVAL);
    PullRequest again = look();
    Standing then = Standing.of(again, options);
    Optional<WatchResult> over = over(again);
    if (over.isPresent()) {
      return over;
    }
    if (then instanceof Standing.InHand || noteHead(again)) {
      return Optional.empty();
    }
    tries.dropped();
    return Optional.of(
        new WatchResult.Refused(
            "it was taken out of the merge queue, or auto-merge was switched off",
            then instanceof Standing.Stuck stuck
                ? stuck.nextStep()
                : "See why at " + now.url() + ", then start again."));
  }

  /**
   * Takes note of another head: nothing that was found of the former counts.
   *
   * @return whether it is another than one that was there before
   */
  private boolean noteHead(PullRequest now) {
    String found = now.head().sha();
    if (found.equals(head) || now.state() == PullRequest.State.MERGED) {
      return false;
    }
    boolean moved = !head.isEmpty();
    if (moved) {
      tell(new WatchEvent.HeadMoved(head, found));
      inHand = false;
    }
    head = found;
    certified = "";
    withoutChecksSince = Optional.empty();
    unknown = 0;
    failures.reset();
    failingSince = Optional.empty();
    return moved;
  }

  /**
   * A head that moves is taken out of a queue by the forge, and sometimes disarmed. Seen free twice
   * in a row, it is ours no more: what is in hand later is somebody else's.
   */
  private void noteDropped(PullRequest now, boolean moved) {
    boolean free = tries.isInHand() && !DisarmAction.isInHand(now);
    if (seenFree && free) {
      tries.dropped();
    }
    seenFree = moved && free;
  }

  /** Whether there has been no check for so long, without a break, that none will come. */
  private boolean hasWaitedForChecks(Standing standing) {
    if (!(standing instanceof Standing.NoChecks)) {
      withoutChecksSince = Optional.empty();
      return false;
    }
    long since = withoutChecksSince.orElseGet(waits::ticks);
    withoutChecksSince = Optional.of(since);
    return waits.ticks() - since >= NO_CHECKS_PATIENCE.toNanos();
  }

  private Optional<WatchResult> merge(MergeAction.Way way) throws InterruptedException {
    if (!certified.equals(head)) {
      lease.certify(head);
      certified = head;
      tell(new WatchEvent.Certified(head));
    }
    tell(new WatchEvent.Trying(head, way));
    MergeOutcome outcome = Gated.run(lease, action(way));
    tell(new WatchEvent.Tried(outcome));
    if (outcome instanceof MergeOutcome.Armed || outcome instanceof MergeOutcome.Queued) {
      inHand = true;
    }
    Optional<WatchResult> end = over().or(() -> refused(outcome));
    if (end.isPresent()) {
      return end;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while a merge was tried");
    }
    return goOn(outcome);
  }

  private MergeAction action(MergeAction.Way way) {
    MergeRequest request = new MergeRequest(head, options.method(), Protection.RESPECTED);
    return options
        .bypass()
        .map(reason -> MergeAction.bypassing(forge, request, reason))
        .orElseGet(() -> MergeAction.of(forge, request, way));
  }

  private static Optional<WatchResult> refused(MergeOutcome outcome) {
    return outcome instanceof MergeOutcome.Refused refused
        ? Optional.of(new WatchResult.Refused(refused.why(), refused.nextStep()))
        : Optional.empty();
  }

  private Optional<WatchResult> goOn(MergeOutcome outcome) throws InterruptedException {
    if (outcome instanceof MergeOutcome.Unknown what) {
      unknown++;
      if (unknown >= MOST_UNKNOWN) {
        return Optional.of(new WatchResult.Unknown(what.why()));
      }
      waits.retry(failures, what.why(), Optional.empty());
    } else if (outcome instanceof MergeOutcome.NotNow later) {
      long since = failingSince.orElseGet(waits::ticks);
      failingSince = Optional.of(since);
      if (isTooLong(since, later.retryAt()) && tries.mayOneLand()) {
        return Optional.of(new WatchResult.Unknown(later.why()));
      }
      if (isTooLong(since, later.retryAt())) {
        return Optional.of(
            new WatchResult.Refused(
                later.why(),
                "Try again later, or wait for it with: prlease watch-and-merge "
                    + lease.key().number()
                    + "."));
      }
      waits.retry(failures, later.why(), later.retryAt());
    } else {
      failures.reset();
      failingSince = Optional.empty();
    }
    return Optional.empty();
  }

  private boolean isTooLong(long since, Optional<Instant> retryAt) {
    return options.isAtOnce()
        && !inHand
        && retryAt.isEmpty()
        && waits.ticks() - since >= PATIENCE_AT_ONCE.toNanos();
  }

  /** Reads it, as often as the reason why that fails passes by itself. */
  private PullRequest look() throws InterruptedException {
    long since = waits.ticks();
    int unintelligible = 0;
    while (true) {
      waits.requireLease();
      try {
        PullRequest now = forge.read(lease.key());
        looks.reset();
        return now;
      } catch (ForgeException failed) {
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while the pull request was read");
        }
        if (failed.kind() == ForgeException.Kind.UNINTELLIGIBLE) {
          unintelligible++;
        }
        boolean passes = failed.kind().isTransient() || unintelligible > 0;
        if (!passes
            || unintelligible >= MOST_UNINTELLIGIBLE
            || waits.isOver()
            || isTooLong(since, failed.retryAt())) {
          throw failed;
        }
        waits.retry(looks, String.valueOf(failed.getMessage()), failed.retryAt());
      }
    }
  }

  private void waitFor(PullRequest now, Standing standing, Duration interval)
      throws InterruptedException {
    tell(
        new WatchEvent.Looked(
            now, Tally.of(now.checks(), options.certification()), standing, interval));
    waits.until(words(standing), interval);
  }

  private static String words(Standing standing) {
    if (standing instanceof Standing.Waiting waiting) {
      return waiting.why();
    }
    if (standing instanceof Standing.InHand hand) {
      return hand.how();
    }
    return standing instanceof Standing.NoChecks ? "no check has been reported yet" : "a look";
  }

  private void tell(WatchEvent event) {
    progress.accept(event);
  }
}
