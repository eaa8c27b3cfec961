package dev.prlease.core;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives back what grants that are over still hold in the store (rules P5 and P7). A released grant
 * is given back by whoever releases it; a lost one of which a write has landed late, or may yet, by
 * itself: at its deadline, again after failures, and at the latest when the manager is closed.
 */
final class Debts {
  /** Why something is given back. */
  enum Cause {
    /** Its holder released it. */
    RELEASED,
    /** It was lost, and a write of it landed all the same. */
    LOST;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(10);

  private final Core core;

  /** Those that nobody may be about to close, until they are settled or over by themselves. */
  private final Set<GrantState> left = ConcurrentHashMap.newKeySet();

  Debts(Core core) {
    this.core = core;
  }

  /**
   * The lease of a lost grant is freed by a further exchange, which also keeps a write of it from
   * landing later. Not before the deadline that was known last: until then a child process may
   * still be ending.
   */
  void giveBackAtDeadline(GrantState grant, Validity held) {
    left.add(grant);
    Moment now = core.now();
    plan(grant, now, held.remaining(now), 0);
  }

  private void plan(GrantState grant, Moment since, Duration delay, int tries) {
    core.later(delay, () -> core.storeLane().submit(() -> giveBack(grant, since, tries)));
  }

  private void giveBack(GrantState grant, Moment since, int tries) {
    if (!isGivenBack(grant)) {
      if (core.now().since(since).compareTo(longEnough(grant)) < 0) {
        plan(grant, since, Jitter.ceiling(tries, FIRST_RETRY, LONGEST_RETRY), tries + 1);
      } else {
        left.remove(grant);
      }
    }
  }

  /** Where a call for the grant hangs this one would hang too, and hold up others. */
  private boolean isGivenBack(GrantState grant) {
    try {
      return !grant.isCalledFor() && trySettle(grant, Cause.LOST);
    } catch (Throwable failed) {
      return false;
    }
  }

  /** Whatever landed is over by itself then. */
  private Duration longEnough(GrantState grant) {
    Duration ttl = grant.known().record().ttl().duration();
    return Durations.doubled(ttl.plus(core.store().lateWriteBound()));
  }

  /** Those that are lost, and not given back yet. */
  List<GrantState> left() {
    return List.copyOf(left);
  }

  /** Nobody will try again to give back what {@code grant} left: it ends with its TTL. */
  void giveUp(GrantState grant) {
    left.remove(grant);
  }

  /**
   * Frees what the grant owes; nothing, if it owes nothing.
   *
   * @throws LeaseStoreException if the store failed: the debt stays
   */
  void settle(GrantState grant, Cause cause) {
    grant.turn().lock();
    try {
      settleInTurn(grant, cause);
    } finally {
      grant.turn().unlock();
    }
  }

  /** The same, unless somebody writes for the grant just now: then false, and nothing is done. */
  boolean trySettle(GrantState grant, Cause cause) {
    if (!grant.turn().tryLock()) {
      return false;
    }
    try {
      settleInTurn(grant, cause);
      return true;
    } finally {
      grant.turn().unlock();
    }
  }

  private void settleInTurn(GrantState grant, Cause cause) {
    Set<GrantId> owed = grant.owed();
    if (!owed.isEmpty()) {
      free(grant, owed, cause);
      grant.paid(owed);
    }
    left.remove(grant);
  }

  /** Vacates the slot if it holds one of {@code grants}, or what an older program made of one. */
  private void free(GrantState grant, Set<GrantId> grants, Cause cause) {
    Conversation<Write> conversation = new Conversation<>(core, grant.identity().key());
    try {
      exchangeUntilFree(grant, grants, cause, conversation);
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    }
  }

  private void exchangeUntilFree(
      GrantState grant, Set<GrantId> grants, Cause cause, Conversation<Write> conversation) {
    Known known = grant.known();
    LeaseRecord last = known.record();
    LeaseSlot slot =
        isOwed(grant, last, grants)
            ? new LeaseSlot.Held(known.version(), last, Optional.empty())
            : core.store().load(grant.identity().key());
    for (int refusals = 0; ; refusals++) {
      if (!(slot instanceof LeaseSlot.Held held) || !isOwed(grant, held.record(), grants)) {
        if (conversation.mayHaveLanded()) {
          recordRelease(grant, last, cause); // and somebody wrote the slot since
        }
        return;
      }
      if (refusals >= Core.MOST_REFUSALS) {
        throw new ContentionException(
            grant.identity().key(), refusals, Optional.of(held.record().owner()));
      }
      core.pauseAfterRefusals(refusals);
      last = held.record();
      Moment at = core.now();
      Fence fence = Fence.at(at.wall()).max(grant.identity().fence());
      Conversation.Answer<Write> answer =
          conversation.exchange(
              new Write.Plain(Expected.exactly(held.version()), Change.vacate(fence), at));
      if (answer instanceof Conversation.Answer.Swapped<Write>) {
        recordRelease(grant, last, cause);
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

  private void recordRelease(GrantState grant, LeaseRecord record, Cause cause) {
    Map<String, String> details =
        Audit.details("how", cause.text(), "would_have_expired_at", Times.text(record.expiresAt()));
    core.audit().record(AuditEvent.Type.RELEASED, grant.restored(record), details);
  }
}
