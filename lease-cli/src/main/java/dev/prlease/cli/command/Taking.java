package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.cli.LeaseInterruptedException;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.core.Acquisition;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes leases over and gives them up as a call asks, and says on standard error what it waits for:
 * another session, if the user wants to, or what a killed command of the owner's session left
 * behind, in any case.
 */
final class Taking {
  private final Call call;
  private final Desk desk;
  private final Console console;

  Taking(Call call, Desk desk, Console console) {
    this.call = call;
    this.desk = desk;
    this.console = console;
  }

  /** Something that is refused while the lease is in use. */
  @FunctionalInterface
  interface Attempt<T> {
    T make() throws InterruptedException;
  }

  /** What becomes of an attempt when a process of the very session is at work under the lease. */
  enum OwnWork {
    /** The attempt stands down from it, or waits for it, as from any other. */
    IS_WAITED_FOR,
    /** The attempt ends with {@link AlreadyHeldException}, and nobody stood down. */
    IS_REFUSED
  }

  /**
   * Acquires, waiting only for what a killed command of the session left behind: who waits for that
   * has not stood down.
   *
   * @throws AlreadyHeldException if another session holds it, or a process of this one acts under
   *     it
   */
  PrLease acquire(LeaseKey key, SessionId session, Ttl ttl, OwnWork ownWork)
      throws InterruptedException {
    while (true) {
      Acquisition acquisition = desk.manager().tryBeforeWaiting(key, session, ttl);
      if (acquisition instanceof Acquisition.Granted granted) {
        return granted.lease();
      }
      AlreadyHeldException held = ((Acquisition.Held) acquisition).refusal();
      if (isEnding(held, session)) {
        awaitOrphan(held);
      } else if (ownWork == OwnWork.IS_REFUSED && held.owner().equals(session)) {
        throw held;
      } else {
        return desk.manager().acquire(key, session, ttl); // the last word, which goes on record
      }
    }
  }

  /**
   * Acquires, waiting for whoever holds it. What a killed command left behind is waited for beyond
   * the time that the user gave, as it is where none was given: it takes a moment only.
   *
   * @throws WaitTimeoutException if it was held the whole time
   */
  PrLease acquire(LeaseKey key, SessionId session, Ttl ttl, WaitOptions wait, OwnWork ownWork)
      throws InterruptedException {
    long start = desk.clock().ticks();
    while (true) {
      Duration left = left(wait, start);
      try {
        return desk.manager()
            .acquire(
                key,
                session,
                ttl,
                new WaitOptions(left.isNegative() ? Duration.ZERO : left, wait.poll()),
                held -> {
                  refuse(held, session, ownWork);
                  tellOfWait(held, left(wait, start));
                });
      } catch (AlreadyHeldException own) {
        if (!isEnding(own, session)) {
          throw own;
        }
        awaitOrphan(own);
      } catch (InterruptedException signal) {
        throw interrupted(key);
      }
    }
  }

  private Duration left(WaitOptions wait, long start) {
    return wait.timeout().minusNanos(desk.clock().ticks() - start);
  }

  /** Ends the wait for what is not waited for like another session. */
  private void refuse(AlreadyHeldException held, SessionId session, OwnWork ownWork) {
    boolean own = held.owner().equals(session);
    if (own && (ownWork == OwnWork.IS_REFUSED || isEnding(held, session))) {
      throw held;
    }
  }

  private static InterruptedException interrupted(LeaseKey key) {
    return new LeaseInterruptedException(key, "interrupted while waiting for " + key);
  }

  /**
   * Makes {@code attempt}, and again once nothing is left of a killed command of {@code owner} that
   * it was refused for.
   */
  <T> T onceQuiet(SessionId owner, Attempt<T> attempt) throws InterruptedException {
    return inTurn(owner, Optional.empty(), attempt);
  }

  /**
   * The same, also waiting for a command of {@code owner} that is at work, if {@code wait} says.
   */
  <T> T inTurn(SessionId owner, Optional<WaitOptions> wait, Attempt<T> attempt)
      throws InterruptedException {
    long start = desk.clock().ticks();
    for (boolean told = false; ; ) {
      try {
        return attempt.make();
      } catch (AlreadyHeldException held) {
        LeaseKey key = held.record().key();
        if (isEnding(held, owner)) {
          awaitOrphan(held);
        } else if (wait.isPresent()) {
          Duration left = left(wait.get(), start);
          if (left.isNegative() || left.isZero()) {
            throw new WaitTimeoutException(key, wait.get().timeout().minus(left), held);
          }
          if (!told) {
            tellOfWait(held, left);
            told = true;
          }
          Duration poll = wait.get().poll();
          pause(key, left.compareTo(poll) < 0 ? left : poll);
        } else {
          throw held;
        }
      }
    }
  }

  /** Whether it is what a killed command of {@code owner} left behind that is in the way. */
  private boolean isEnding(AlreadyHeldException held, SessionId owner) {
    return held.owner().equals(owner)
        && desk.occupation().work(held.record()) != Occupation.Work.GOING_ON;
  }

  private void awaitOrphan(AlreadyHeldException held) throws InterruptedException {
    Duration rest = desk.occupation().untilQuiet(held.record());
    if (!rest.isZero()) {
      tellOfOrphan(held.record());
      pause(held.record().key(), rest);
    }
  }

  private void pause(LeaseKey key, Duration rest) throws InterruptedException {
    try {
      desk.scheduler().pause(rest);
    } catch (InterruptedException signal) {
      throw interrupted(key);
    }
  }

  private void tellOfWait(AlreadyHeldException held, Duration left) {
    console.err(
        call.name()
            + ": "
            + held.getMessage()
            + " ("
            + describe(held.record())
            + "); waiting up to "
            + Durations.show(left));
  }

  private void tellOfOrphan(LeaseRecord record) {
    console.err(
        call.name()
            + ": "
            + describe(record)
            + " was killed while it held "
            + record.key()
            + "; waiting a moment for what it ran to end");
  }

  private static String describe(LeaseRecord record) {
    return record.holder().map(LeaseLines::holder).orElse("an unknown program");
  }
}
