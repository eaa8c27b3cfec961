package dev.prlease.core;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import java.time.Duration;

/** Looks at the slot of a grant, and asserts ownership (rule P3). */
final class Looking {
  private final Core core;
  private final Ending ending;

  Looking(Core core, Ending ending) {
    this.core = core;
    this.ending = ending;
  }

  /** Reads, decides, takes note. A look that a renewal overtook is taken again. */
  Look look(GrantState grant) {
    while (true) {
      long revision = grant.revision();
      Moment before = core.now();
      LeaseSlot slot = core.store().load(grant.identity().key());
      Look look = grant.interpret(slot, before, core.now(), core.store().location());
      if (grant.observe(revision, look)) {
        return look;
      }
    }
  }

  /**
   * Returns if the grant's holding is live in the store and has {@code atLeast} left. One round
   * trip, and nothing after it but the decision.
   */
  void assertOwned(GrantState grant, Duration atLeast) {
    LeaseEnd end = grant.end();
    if (end != null) {
      throw refusalAfter(grant, end);
    }
    core.checkTimeIsKnown(grant.identity().key(), core.now());
    Look look = look(grant);
    if (look instanceof Look.Over over) {
      ending.lose(grant, over.why());
      throw over.why();
    }
    Known known = ((Look.Live) look).known();
    Moment now = core.now();
    if (known.validity().isOver(now)) {
      LeaseExpiredException expired = expired(grant, known);
      ending.lose(grant, expired);
      throw expired;
    }
    if (known.validity().remaining(now).compareTo(atLeast) < 0) {
      throw LeaseExpiredException.tooShort(
          grant.identity().key(),
          grant.identity().session(),
          known.validity().expiresAt(),
          atLeast);
    }
    LeaseEnd meanwhile = grant.end();
    if (meanwhile != null) {
      throw refusalAfter(grant, meanwhile);
    }
  }

  static LeaseExpiredException expired(GrantState grant, Known known) {
    return new LeaseExpiredException(
        grant.identity().key(), grant.identity().session(), known.validity().expiresAt());
  }

  /**
   * The error for a handle that is over, which is final (rule P2): the reason of the loss again, or
   * for one that was given up what the slot says now.
   */
  RuntimeException refusalAfter(GrantState grant, LeaseEnd end) {
    Identity identity = grant.identity();
    if (end instanceof LeaseEnd.Lost lost) {
      return again(identity, lost);
    }
    Moment now = core.now();
    Standing standing = Standing.of(core.store().load(identity.key()), identity, now);
    return Standing.refusal(standing, identity, core.store().location());
  }

  /** A fresh exception, so that its stack trace tells of this call. */
  private static RuntimeException again(Identity identity, LeaseEnd.Lost lost) {
    if (lost.why() instanceof LeaseExpiredException expired) {
      return new LeaseExpiredException(identity.key(), identity.session(), expired.expiredAt());
    }
    if (lost.why() instanceof NotOwnerException notOwner) {
      return switch (notOwner.reason()) {
        case NONE -> NotOwnerException.none(identity.key(), identity.session());
        case FOREIGN ->
            notOwner
                .found()
                .map(found -> NotOwnerException.foreign(identity.key(), identity.session(), found))
                .orElse(notOwner);
        case SUPERSEDED ->
            notOwner
                .found()
                .map(
                    found ->
                        NotOwnerException.superseded(identity.key(), identity.session(), found))
                .orElse(notOwner);
      };
    }
    return lost.why();
  }
}
