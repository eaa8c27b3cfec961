package dev.prlease.gate.watch;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.core.PrLease;
import dev.prlease.gate.DisarmAction;
import dev.prlease.spi.Forge;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the forge was asked here to merge by itself, and the taking back of that: nothing may be
 * merged that nobody here certified, or when nobody watches any more (lesson L59).
 *
 * <p>That it was asked is noted before the try, not after: a try that is interrupted, or whose end
 * is unknown, may have armed it. That it is to be taken back is kept until the forge shows it so,
 * and tried at each look until then; what armed it here is a fact about one head, and no try for
 * another is made before.
 */
final class Entrusted {
  /** When the watch ends. */
  private static final int LAST_TRIES = 3;

  private final PrLease lease;
  private final Forge forge;
  private final Waits waits;
  private final Consumer<? super WatchEvent> progress;
  private final Backoff tries = new Backoff();
  private boolean asked;
  private boolean unwanted;

  Entrusted(PrLease lease, Forge forge, Waits waits, Consumer<? super WatchEvent> progress) {
    this.lease = lease;
    this.forge = forge;
    this.waits = waits;
    this.progress = progress;
  }

  /** The forge is asked now, or was. */
  void asked() {
    asked = true;
  }

  /** The forge was seen to have nothing of it in hand. */
  void settled() {
    asked = false;
    unwanted = false;
    tries.reset();
  }

  /** What was asked, if anything was, is to be taken back. */
  void unwanted() {
    unwanted = asked;
  }

  /** Whether something is to be taken back. */
  boolean isUnwanted() {
    return unwanted;
  }

  /**
   * Tries to take it back, and pauses if that fails: the longer, the more did in a row.
   *
   * @throws dev.prlease.api.LeaseException if the lease is lost
   */
  void takeBack() throws InterruptedException {
    Optional<Failure> failure = attempt();
    if (failure.isEmpty()) {
      return;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while auto-merge was switched off");
    }
    waits.retry(
        tries,
        "auto-merge of the former head is not switched off: " + failure.get().why(),
        failure.get().retryAt());
  }

  /** The last tries, when the watch ends: what is not taken back then is told. */
  void end() {
    if (!asked) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    String why = "the lease is over";
    try {
      for (int left = LAST_TRIES; left > 0 && !lease.remaining().isZero(); left--) {
        Optional<Failure> failure = attempt();
        if (failure.isEmpty()) {
          return;
        }
        why = failure.get().why();
        if (left > 1) {
          waits.pause(tries.next(waits.now(), Optional.empty()));
        }
      }
    } catch (InterruptedException again) {
      interrupted = true;
    } catch (RuntimeException lost) {
      why = String.valueOf(lost.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    LeaseKey key = lease.key();
    progress.accept(
        new WatchEvent.Warned(
            "auto-merge or the merge queue may still merge it, and could not be told otherwise: "
                + why
                + "; look at it, and switch that off: gh pr merge "
                + key.number()
                + " -R "
                + key.host()
                + "/"
                + key.repo()
                + " --disable-auto"));
  }

  /** Why it is not taken back, and from when on the forge answers again. */
  private record Failure(String why, Optional<Instant> retryAt) {}

  private Optional<Failure> attempt() {
    try {
      PullRequest now = Gated.run(lease, new DisarmAction(forge));
      if (!DisarmAction.isInHand(now)) {
        settled();
        return Optional.empty();
      }
      return Optional.of(
          new Failure(
              now.queue().isPresent() ? "it is queued still" : "it is armed still",
              Optional.empty()));
    } catch (ForgeException failed) {
      return Optional.of(new Failure(String.valueOf(failed.getMessage()), failed.retryAt()));
    }
  }
}
