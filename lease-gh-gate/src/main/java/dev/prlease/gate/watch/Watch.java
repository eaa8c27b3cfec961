package dev.prlease.gate.watch;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.core.PrLease;
import dev.prlease.gate.MergeAction;
import dev.prlease.gate.MergeOutcome;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** The watch of one pull request, once; by which rules says {@link WatchAndMerge}. */
final class Watch {
  /** How long a head may have no check before that is taken for an answer. */
  private static final Duration NO_CHECKS_PATIENCE = Duration.ofSeconds(60);

  private static final int MOST_UNKNOWN = 5;
  private static final int MOST_UNINTELLIGIBLE = 3;

  private final PrLease lease;
  private final Forge forge;
  private final WatchOptions options;
  private final Waits waits;
  private final Entrusted entrusted;

  /** Of looks, and of tries: looks that succeed between tries that fail do not end their pauses. */
  private final Backoff looks = new Backoff();

  private final Backoff tries = new Backoff();
  private final Consumer<? super WatchEvent> progress;
  private String head = "";
  private String certified = "";
  private long withoutChecksSince;
  private boolean withoutChecks;
  private boolean inHand;
  private int unknown;

  Watch(
      PrLease lease,
      Forge forge,
      WatchOptions options,
      Waits waits,
      Entrusted entrusted,
      Consumer<? super WatchEvent> progress) {
    this.lease = lease;
    this.forge = forge;
    this.options = options;
    this.waits = waits;
    this.entrusted = entrusted;
    this.progress = progress;
  }

  WatchResult run() throws InterruptedException {
    while (true) {
      PullRequest now = look();
      boolean moved = noteHead(now);
      boolean takenBack = entrusted.isUnwanted() && now.state() == PullRequest.State.OPEN;
      if (takenBack) {
        entrusted.takeBack();
      }
      if (moved || takenBack) {
        if (waits.isOver()) {
          return new WatchResult.TimedOut(waits.last());
        }
        continue; // What was read may be from before auto-merge was switched off.
      }
      Standing standing = Standing.of(now, options);
      if (standing instanceof Standing.NoChecks && hasWaitedForChecks()) {
        tell(new WatchEvent.Warned("no check has been reported for " + head + ": merging it"));
        standing = new Standing.Ready();
      }
      Optional<WatchResult> end = step(now, standing);
      if (end.isPresent()) {
        return end.get();
      }
      if (waits.isOver()) {
        return new WatchResult.TimedOut(waits.last());
      }
    }
  }

  /** Does what {@code standing} lets be done, then waits for the next look; or ends it all. */
  private Optional<WatchResult> step(PullRequest now, Standing standing)
      throws InterruptedException {
    if (standing instanceof Standing.Merged merged) {
      return Optional.of(merged(now, merged.merge()));
    }
    if (standing instanceof Standing.Closed) {
      return Optional.of(new WatchResult.Closed());
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
      return merge(now, MergeAction.Way.ARM);
    }
    if (standing instanceof Standing.Stuck stuck) {
      return Optional.of(new WatchResult.Refused(stuck.why(), stuck.nextStep()));
    }
    if (standing instanceof Standing.Ready) {
      return merge(now, MergeAction.Way.NOW);
    }
    if (options.certification() == WatchOptions.Certification.AS_IT_IS
        && standing instanceof Standing.Waiting waiting
        && now.mergeState() != PullRequest.MergeState.UNKNOWN) {
      return Optional.of(
          new WatchResult.Refused(
              waiting.why(),
              "Wait for it with: prlease watch-and-merge " + now.key().number() + "."));
    }
    waitFor(now, standing, options.interval());
    return Optional.empty();
  }

  private WatchResult merged(PullRequest now, PullRequest.Merge merge) {
    return now.head().sha().equals(certified)
        ? new WatchResult.Merged(now.head().sha(), merge)
        : new WatchResult.AlreadyMerged(merge);
  }

  /** The forge had it in hand, and has it no more: it is looked at twice before that is told. */
  private Optional<WatchResult> dropped(PullRequest now, Standing standing)
      throws InterruptedException {
    waitFor(now, standing, WatchOptions.LEAST_INTERVAL);
    PullRequest again = look();
    Standing then = Standing.of(again, options);
    if (then instanceof Standing.Merged || then instanceof Standing.Closed) {
      return step(again, then);
    }
    if (then instanceof Standing.InHand || noteHead(again)) {
      return Optional.empty();
    }
    entrusted.settled();
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
      entrusted.unwanted();
      inHand = false;
    }
    head = found;
    certified = "";
    withoutChecks = false;
    unknown = 0;
    tries.reset();
    return moved;
  }

  private boolean hasWaitedForChecks() {
    if (!withoutChecks) {
      withoutChecks = true;
      withoutChecksSince = waits.ticks();
    }
    return waits.ticks() - withoutChecksSince >= NO_CHECKS_PATIENCE.toNanos();
  }

  private Optional<WatchResult> merge(PullRequest now, MergeAction.Way way)
      throws InterruptedException {
    if (!certified.equals(head)) {
      lease.certify(head);
      certified = head;
      tell(new WatchEvent.Certified(head));
    }
    tell(new WatchEvent.Trying(head));
    if (way == MergeAction.Way.ARM || now.route() == PullRequest.Route.QUEUE) {
      entrusted.asked();
    }
    MergeOutcome outcome = Gated.run(lease, action(way));
    tell(new WatchEvent.Tried(outcome));
    if (outcome instanceof MergeOutcome.Armed || outcome instanceof MergeOutcome.Queued) {
      entrusted.asked();
      inHand = true;
    }
    Optional<WatchResult> end = end(outcome);
    if (end.isPresent()) {
      entrusted.settled();
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

  /** What is known for good, though somebody interrupts: the forge has nothing in hand then. */
  private Optional<WatchResult> end(MergeOutcome outcome) {
    if (outcome instanceof MergeOutcome.Merged merged) {
      return Optional.of(new WatchResult.Merged(head, merged.merge()));
    }
    if (outcome instanceof MergeOutcome.AlreadyMerged already) {
      return Optional.of(new WatchResult.AlreadyMerged(already.merge()));
    }
    if (outcome instanceof MergeOutcome.Closed) {
      return Optional.of(new WatchResult.Closed());
    }
    if (outcome instanceof MergeOutcome.Refused refused) {
      return Optional.of(new WatchResult.Refused(refused.why(), refused.nextStep()));
    }
    return Optional.empty();
  }

  private Optional<WatchResult> goOn(MergeOutcome outcome) throws InterruptedException {
    if (outcome instanceof MergeOutcome.Unknown what) {
      unknown++;
      if (unknown >= MOST_UNKNOWN) {
        return Optional.of(new WatchResult.Unknown(what.why()));
      }
      waits.retry(tries, what.why(), Optional.empty());
    } else if (outcome instanceof MergeOutcome.NotNow later) {
      waits.retry(tries, later.why(), later.retryAt());
    } else {
      tries.reset();
    }
    return Optional.empty();
  }

  /** Reads it, as often as the reason why that fails passes by itself. */
  private PullRequest look() throws InterruptedException {
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
        if (!passes || unintelligible >= MOST_UNINTELLIGIBLE || waits.isOver()) {
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
