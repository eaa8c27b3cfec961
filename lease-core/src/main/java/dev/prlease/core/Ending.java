package dev.prlease.core;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Expected;
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
  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(10);
  private static final LeaseEnd CLOSED = new LeaseEnd.Closed();

  private final Core core;
  private final Holdings holdings;
  private volatile Duration lastUncertainty = Duration.ZERO;

  Ending(Core core, Holdings holdings) {
    this.core = core;
    this.holdings = holdings;
  }

  /**
   * Frees the grant if it is the last of its holding here. Called again after a failure it tries
   * again; after a success it does nothing.
   *
   * @throws LeaseStoreException if the store failed: the lease then lasts until its TTL is over
   */
  void release(GrantState grant) {
    if (grant.finish(CLOSED) == GrantState.Finish.DONE) {
      grant.owe(holdings.leave(grant, Holdings.Parting.RELEASE));
    }
    settleDebt(grant, "released");
  }

  /**
   * Undoes a grant that came when the manager was closed. A grant of a holding that was there
   * before stays, since others may act under it.
   */
  void undo(GrantState grant) {
    grant.finish(CLOSED);
    if (grant.origin() != Origin.AGAIN && grant.origin() != Origin.ATTACHED) {
      grant.owe(Set.of(grant.grantId()));
      settleDebt(grant, "released");
    }
  }

  /** Gives the grant up and leaves the lease as it is. */
  void detach(GrantState grant) {
    if (grant.finish(CLOSED) == GrantState.Finish.DONE) {
      holdings.leave(grant, Holdings.Parting.FORSAKE);
    }
    awaitTurn(grant);
  }

  /** The handle was collected: nobody can close it any more, and somebody may still act. */
  void abandon(GrantState grant) {
    if (grant.finish(new LeaseEnd.Abandoned()) == GrantState.Finish.DONE) {
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
    GrantState.Finish finish = endByLoss(grant, since, why);
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
      if (endByLoss(grant, revision, why) == GrantState.Finish.DONE) {
        core.storeLane().submit(() -> recordLoss(grant, why));
      }
    }
    return Duration.ZERO;
  }

  private Moment withKnownUncertainty(Moment now) {
    if (now.uncertainty().compareTo(Clock.UNKNOWN_UNCERTAINTY) >= 0) {
      return new Moment(now.wall(), now.ticks(), lastUncertainty);
    }
    lastUncertainty = now.uncertainty();
    return now;
  }

  private GrantState.Finish endByLoss(GrantState grant, long since, LeaseException why) {
    GrantState.Finish finish = grant.finish(new LeaseEnd.Lost(why), since);
    if (finish == GrantState.Finish.DONE) {
      Set<GrantId> left = holdings.leave(grant, Holdings.Parting.RELEASE);
      if (why instanceof LeaseExpiredException) {
        grant.owe(left); // closing the handle frees what nobody took meanwhile
      }
      if (grant.hasUnsettled()) {
        giveBackAtDeadline(grant, grant.known().validity());
      }
    }
    return finish;
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
      giveBackAtDeadline(grant, grant.known().validity());
    }
  }

  private void recordLoss(GrantState grant, LeaseException why) {
    core.audit()
        .record(
            AuditEvent.Type.LOST,
            grant.identity().key(),
            grant.identity().session(),
            grant.identity().fence(),
            Optional.of(grant.grantId()),
            Audit.details("code", why.code(), "reason", String.valueOf(why.getMessage())));
  }

  /**
   * A write of a lost grant has landed, or may yet: the lease is freed by a further exchange, which
   * also keeps that write from landing later. Not before the deadline that was known last: until
   * then a child process may still be ending.
   */
  void giveBackAtDeadline(GrantState grant, Validity held) {
    Moment now = core.now();
    scheduleGiveBack(grant, now, held.remaining(now), 0);
  }

  private void scheduleGiveBack(GrantState grant, Moment since, Duration delay, int tries) {
    core.scheduler()
        .after(delay, () -> core.storeLane().submit(() -> giveBack(grant, since, tries)));
  }

  private void giveBack(GrantState grant, Moment since, int tries) {
    try {
      settleDebt(grant, "lost");
    } catch (LeaseException failed) {
      Duration longEnough =
          grant
              .known()
              .record()
              .ttl()
              .duration()
              .plus(core.store().lateWriteBound())
              .multipliedBy(2);
      if (core.now().since(since).compareTo(longEnough) < 0) {
        scheduleGiveBack(
            grant, since, Jitter.ceiling(tries, FIRST_RETRY, LONGEST_RETRY), tries + 1);
      }
    }
  }

  private void settleDebt(GrantState grant, String how) {
    grant.turn().lock();
    try {
      Set<GrantId> owed = grant.owed();
      if (!owed.isEmpty()) {
        free(grant, owed, how);
        grant.owe(Set.of());
      }
    } finally {
      grant.turn().unlock();
    }
  }

  /** Vacates the slot if it holds one of {@code grants}, or what an older program made of one. */
  private void free(GrantState grant, Set<GrantId> grants, String how) {
    Conversation<Write> conversation = new Conversation<>(core, grant.identity().key());
    Known known = grant.known();
    LeaseSlot slot =
        isOwed(grant, known.record(), grants)
            ? new LeaseSlot.Held(known.version(), known.record(), Optional.empty())
            : core.store().load(grant.identity().key());
    for (int refusals = 0; ; refusals++) {
      if (!(slot instanceof LeaseSlot.Held held) || !isOwed(grant, held.record(), grants)) {
        return;
      }
      if (refusals >= Core.MOST_REFUSALS) {
        throw new ContentionException(
            grant.identity().key(), refusals, Optional.of(held.record().owner()));
      }
      core.pauseAfterRefusals(refusals);
      Moment at = core.now();
      Fence fence = Fence.at(at.wall()).max(grant.identity().fence());
      Conversation.Answer<Write> answer =
          conversation.exchange(
              new Write.Plain(Expected.exactly(held.version()), Change.vacate(fence), at));
      if (answer instanceof Conversation.Answer.Swapped<Write>) {
        recordRelease(grant, held.record(), how);
        return;
      }
      slot = answer.slot();
    }
  }

  private static boolean isOwed(GrantState grant, LeaseRecord record, Set<GrantId> grants) {
    Identity identity = grant.identity();
    return record.key().equals(identity.key())
        && record.owner().equals(identity.session())
        && record.grantId().map(grants::contains).orElseGet(() -> grant.sentTimesOf(record));
  }

  private void recordRelease(GrantState grant, LeaseRecord record, String how) {
    Map<String, String> details =
        Audit.details("how", how, "would_have_expired_at", Times.text(record.expiresAt()));
    core.audit().record(AuditEvent.Type.RELEASED, grant.restored(record), details);
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
