package dev.prlease.gate.watch;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.core.PrLease;
import dev.prlease.gate.DisarmAction;
import dev.prlease.spi.Forge;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The taking back of what the forge was asked here to merge by itself: nothing may be merged that
 * nobody here certified, or when nobody watches any more (lesson L59).
 *
 * <p>What there is to take back, {@link Tries} tells; {@link NotedForge} keeps them from what is
 * asked, answered and read. Here is decided when that is done, and what is told:
 *
 * <ul>
 *   <li>While it is watched, what is in hand for another head than the present one is taken back,
 *       look by look, until the forge shows it so; nothing is asked for the present head before.
 *   <li>At the end of a watch that does not end with a merge, everything is taken back that was
 *       asked here; and where a try may still land, it is looked at once more after a moment, taken
 *       back if it did, and warned of if not, since nothing shows that it will not.
 *   <li>What cannot be taken back is warned of, with the command that does it. Somebody who
 *       interrupts waits for that no longer than {@link #HURRIED}; an interrupt in the middle of it
 *       ends it at once.
 * </ul>
 *
 * <p>What others asked for stays: there is no try of ours then.
 */
final class Entrusted {
  /** When the watch ends. */
  private static final int LAST_TRIES = 3;

  /** Well below what a signal waits for a call, with a grace for gh and a release after it. */
  static final Duration HURRIED = Duration.ofSeconds(15);

  /** Until a try that was cut short is looked for again; most have landed or died by then. */
  static final Duration MOMENT = Duration.ofSeconds(4);

  private static final Optional<String> LEASE_OVER = Optional.of("the lease is over");
  private static final Optional<String> CUT_SHORT =
      Optional.of("a try was cut short, and may land yet");

  private final PrLease lease;
  private final Forge forge;
  private final Waits waits;
  private final Tries tries;
  private final Consumer<? super WatchEvent> progress;
  private final Backoff pauses = new Backoff();

  Entrusted(
      PrLease lease,
      NotedForge forge,
      Waits waits,
      Tries tries,
      Consumer<? super WatchEvent> progress) {
    this.lease = lease;
    this.forge = forge;
    this.waits = waits;
    this.tries = tries;
    this.progress = progress;
  }

  /**
   * Tries to take it back, and pauses if that fails: the longer, the more did in a row.
   *
   * @throws dev.prlease.api.LeaseException if the lease is lost
   */
  void takeBack() throws InterruptedException {
    Optional<Failure> failure = attempt();
    if (failure.isEmpty()) {
      pauses.reset();
      return;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while auto-merge was switched off");
    }
    waits.retry(
        pauses,
        "auto-merge of the former head is not switched off: " + failure.get().why(),
        failure.get().retryAt());
  }

  /** Takes back what is left when the watch ends, and tells what is not. The flag is kept. */
  void end() {
    if (!tries.isAnyOpen()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    Alarm alarm = interrupted ? waits.alarm(HURRIED) : Alarm.none();
    Optional<String> trouble;
    try {
      trouble = takeAllBack();
    } catch (InterruptedException cut) {
      trouble =
          Optional.of(
              interrupted
                  ? "that was not done within " + HURRIED.toSeconds() + " s"
                  : "it was interrupted");
      interrupted = true;
    } catch (RuntimeException lost) {
      trouble = Optional.of(String.valueOf(lost.getMessage()));
    } finally {
      alarm.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    trouble.ifPresent(why -> progress.accept(new WatchEvent.Warned(warning(why))));
  }

  /** Why something may be left; empty if nothing is. */
  private Optional<String> takeAllBack() throws InterruptedException {
    if (lease.remaining().isZero()) {
      return LEASE_OVER;
    }
    if (tries.mayOneLand()) {
      lookQuietly(); // One that is seen to have landed needs no second look.
    }
    Optional<String> trouble = untilFree();
    if (trouble.isEmpty() && tries.mayOneLand()) {
      waits.pause(MOMENT);
      lookQuietly();
      trouble = tries.isInHand() ? untilFree() : trouble;
      return trouble.isEmpty() && tries.mayOneLand() ? CUT_SHORT : trouble;
    }
    return trouble;
  }

  /** Why it is not free; empty if there is nothing to take back. */
  private Optional<String> untilFree() throws InterruptedException {
    Optional<String> why = LEASE_OVER;
    for (int left = LAST_TRIES; left > 0 && !lease.remaining().isZero(); left--) {
      Optional<Failure> failure = isLeftToTheForge() ? attempt() : Optional.empty();
      if (failure.isEmpty()) {
        return Optional.empty();
      }
      why = failure.map(Failure::why);
      if (left > 1) {
        waits.pause(pauses.next(waits.now(), Optional.empty()));
      }
    }
    return why;
  }

  private boolean isLeftToTheForge() {
    return tries.isAnyOpen() && tries.leftToTheForge().isPresent();
  }

  private void lookQuietly() {
    try {
      PullRequest unused = forge.read(lease.key()); // Noted by the forge.
    } catch (ForgeException unread) {
      // Then what is known stands.
    }
  }

  private String warning(String why) {
    return isLeftToTheForge()
        ? "auto-merge or the merge queue may still merge it, and could not be told otherwise: "
            + why
            + "; look at it, and switch that off: "
            + DisarmAction.byHand(lease.key())
        : "the merge that was tried may still land: " + why + "; look at it before you go on";
  }

  /** Why it is not taken back, and from when on the forge answers again. */
  private record Failure(String why, Optional<Instant> retryAt) {}

  /** Empty if the forge was seen to have nothing in hand. */
  private Optional<Failure> attempt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while auto-merge was switched off");
    }
    try {
      PullRequest now = Gated.run(lease, new DisarmAction(forge));
      if (!DisarmAction.isInHand(now)) {
        return Optional.empty();
      }
      return Optional.of(
          new Failure(
              now.queue().isPresent() ? "it is queued still" : "it is armed still",
              Optional.empty()));
    } catch (ForgeException failed) {
      return Optional.of(new Failure(String.valueOf(failed.getMessage()), failed.retryAt()));
    } catch (LeaseStoreException failed) {
      // Nothing was started; the store may answer the next time.
      return Optional.of(new Failure(String.valueOf(failed.getMessage()), Optional.empty()));
    }
  }
}
