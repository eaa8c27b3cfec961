package dev.prlease.core;

import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The ways in which a grant ends: released, detached, lost, abandoned (rules P2, P5, P7).
 *
 * <p>Whatever the way, the grant's phase changes first, so that no keeper begins another write;
 * then the turn is taken, which awaits a write that is under way; only then is anything freed. So
 * nothing is written for a grant after its release (lesson L29).
 */
final class Ending {
  private static final LeaseEnd CLOSED = new LeaseEnd.Closed();

  private final Core core;
  private final Holdings holdings;
  private final Debts debts;
  private final OpenGates gates;
  private volatile Duration lastUncertainty = Duration.ZERO;

  Ending(Core core, Holdings holdings, Debts debts, OpenGates gates) {
    this.core = core;
    this.holdings = holdings;
    this.debts = debts;
    this.gates = gates;
  }

  /**
   * Frees the grant if it is the last of its holding here, once no other thread runs an action
   * under it. What its keeper did is recorded then. Called again after a failure it tries again;
   * after a success it does nothing.
   *
   * @throws LeaseStoreException if the store failed: the lease then lasts until its TTL is over
   */
  void release(GrantState grant) {
    try {
      stop(grant);
      if (!grant.owed().isEmpty()) {
        gates.awaitEnd(List.of(grant));
      }
      debts.settle(grant, Debts.Cause.RELEASED); // awaits a keeper's write, if nothing else
    } finally {
      core.audit().tell(grant.identity().key());
    }
  }

  /** The first half of a release: nobody acts or writes under the grant any more. */
  void stop(GrantState grant) {
    if (finish(grant, CLOSED) == GrantState.Finish.DONE) {
      grant.owe(holdings.leave(grant, Holdings.Parting.RELEASE));
    }
  }

  /**
   * Undoes a grant that came when the manager was closed. A grant of a holding that was there
   * before stays, since others may act under it.
   */
  void undo(GrantState grant) {
    finish(grant, CLOSED);
    if (grant.origin() != Origin.AGAIN && grant.origin() != Origin.ATTACHED) {
      grant.owe(Set.of(grant.grantId()));
      debts.settle(grant, Debts.Cause.RELEASED);
    }
  }

  /** Gives the grant up and leaves the lease as it is. */
  void detach(GrantState grant) {
    forsake(grant);
    awaitTurn(grant);
    core.audit().tell(grant.identity().key());
  }

  /** The same, for whoever has the turn. */
  void forsake(GrantState grant) {
    if (finish(grant, CLOSED) == GrantState.Finish.DONE) {
      holdings.leave(grant, Holdings.Parting.FORSAKE);
    }
  }

  /** The handle was collected: nobody can close it any more, and somebody may still act. */
  void abandon(GrantState grant) {
    if (finish(grant, new LeaseEnd.Abandoned()) == GrantState.Finish.DONE) {
      holdings.leave(grant, Holdings.Parting.FORSAKE);
      Log.CORE.error(
          "a lease handle on {} of session {} was never closed: it is not renewed any more, and the"
              + " lease ends at {}",
          grant.identity().key(),
          grant.identity().session(),
          grant.known().record().expiresAt());
    }
  }

  /** Takes note that the grant is lost, as was decided when the revision was {@code since}. */
  GrantState.Finish lose(GrantState grant, long since, LeaseException why) {
    GrantState.Finish finish = endByLoss(grant, since, why, () -> {});
    if (finish == GrantState.Finish.DONE) {
      recordLoss(grant, why);
    }
    return finish;
  }

  /**
   * Loses the grant if it has no more than {@code grace} left at {@code now}. Quick: for timers.
   *
   * <p>While the clock does not know the time, what it was unsure of last counts: it will know
   * again soon, and a look will tell (lesson L20).
   *
   * @return what is left before that; zero or less if it is over
   */
  Duration loseIfOver(GrantState grant, Duration grace, Moment now) {
    Moment sure = withKnownUncertainty(now);
    while (grant.isOpen()) {
      long revision = grant.revision();
      Known known = grant.known();
      Duration left = known.validity().remaining(sure);
      if (Durations.isPositive(left.minus(grace))) {
        return left.minus(grace);
      }
      LeaseException why =
          Durations.isPositive(left)
              ? LeaseExpiredException.tooShort(
                  grant.identity().key(),
                  grant.identity().session(),
                  known.validity().expiresAt(),
                  grace)
              : Looking.expired(grant, known);
      // Before listeners are told, since one may close everything.
      endByLoss(grant, revision, why, () -> recordLossAside(grant, why));
    }
    return Duration.ZERO;
  }

  /** A grant begins: what the clock was unsure of then counts until it is read again. */
  void begin(Moment at) {
    if (isKnown(at.uncertainty())) {
      lastUncertainty = at.uncertainty();
    }
  }

  private Moment withKnownUncertainty(Moment now) {
    if (!isKnown(now.uncertainty())) {
      return new Moment(now.wall(), now.ticks(), lastUncertainty);
    }
    lastUncertainty = now.uncertainty();
    return now;
  }

  private static boolean isKnown(Duration uncertainty) {
    return uncertainty.compareTo(Clock.UNKNOWN_UNCERTAINTY) < 0;
  }

  private GrantState.Finish finish(GrantState grant, LeaseEnd how) {
    return finish(grant, how, GrantState.ANY_REVISION, () -> {});
  }

  /** Whoever closes the manager meanwhile waits until what follows from the end was handed over. */
  private GrantState.Finish finish(
      GrantState grant, LeaseEnd how, long since, Runnable beforeTelling) {
    core.listenerLane().hold();
    try {
      return grant.finish(how, since, beforeTelling);
    } finally {
      core.listenerLane().letGo();
    }
  }

  private GrantState.Finish endByLoss(
      GrantState grant, long since, LeaseException why, Runnable beforeTelling) {
    return finish(
        grant,
        new LeaseEnd.Lost(why),
        since,
        () -> {
          settleLoss(grant, why); // before listeners are told: one may close the handle
          beforeTelling.run();
        });
  }

  private void settleLoss(GrantState grant, LeaseException why) {
    Set<GrantId> left = holdings.leave(grant, Holdings.Parting.LOSE);
    if (why instanceof LeaseExpiredException) {
      grant.owe(left); // closing the handle frees what nobody took meanwhile
    }
    if (grant.hasUnsettled()) {
      debts.giveBackAtDeadline(grant, grant.known().validity());
    }
  }

  /**
   * Takes note of writes of the grant whose outcome nobody knows. The grant may have been lost
   * while they were under way: then nobody else will give back what they may yet take.
   */
  void unsettled(GrantState grant, List<? extends Write> writes) {
    if (writes.isEmpty()) {
      return;
    }
    grant.unsettled(writes);
    if (grant.end() instanceof LeaseEnd.Lost) {
      debts.giveBackAtDeadline(grant, grant.known().validity());
    }
  }

  /** A renewal of {@code base} landed, and was answered when that was over: it is undone. */
  void landedTooLate(GrantState grant, Known base) {
    lose(grant, GrantState.ANY_REVISION, Looking.expired(grant, base));
    if (grant.end() instanceof LeaseEnd.Lost) {
      debts.giveBackAtDeadline(grant, base.validity());
    }
  }

  private void recordLoss(GrantState grant, LeaseException why) {
    Identity lost = grant.identity();
    Optional<GrantId> id = Optional.of(grant.grantId());
    core.audit()
        .record(AuditEvent.Type.LOST, lost.key(), lost.session(), lost.fence(), id, details(why));
  }

  private void recordLossAside(GrantState grant, LeaseException why) {
    Identity lost = grant.identity();
    Optional<GrantId> id = Optional.of(grant.grantId());
    core.audit()
        .recordAside(
            AuditEvent.Type.LOST, lost.key(), lost.session(), lost.fence(), id, details(why));
  }

  private static Map<String, String> details(LeaseException why) {
    return Audit.details("code", why.code(), "reason", String.valueOf(why.getMessage()));
  }

  /** Returns once no write of the grant is under way. */
  static void awaitTurn(GrantState grant) {
    grant.turn().lock();
    try {
      // Whoever wrote is done.
    } finally {
      grant.turn().unlock();
    }
  }
}
