package dev.prlease.core;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import java.time.Duration;
import java.util.Optional;

/** Looks at the slot of a grant, and asserts ownership (rule P3). */
final class Looking {
  private final Core core;
  private final Ending ending;

  Looking(Core core, Ending ending) {
    this.core = core;
    this.ending = ending;
  }

  /**
   * Reads, decides, takes note; a grant that is over is lost by that. A look that a renewal
   * overtook is taken again.
   */
  Look look(GrantState grant) {
    while (true) {
      long revision = grant.revision();
      Moment before = core.now();
      LeaseSlot slot = core.store().load(grant.identity().key());
      Optional<Look> look = conclude(grant, revision, slot, before);
      if (look.isPresent()) {
        return look.get();
      }
    }
  }

  /**
   * What {@code slot}, read after {@code before}, means to {@code grant}; empty if more than {@code
   * revision} is known by now.
   */
  Optional<Look> conclude(GrantState grant, long revision, LeaseSlot slot, Moment before) {
    Moment now = core.now();
    core.checkTimeIsKnown(grant.identity().key(), now);
    Look look = grant.interpret(slot, before, now, core.sharing(), core.store().location());
    if (!grant.observe(revision, look)) {
      return Optional.empty();
    }
    if (look instanceof Look.Over over
        && ending.lose(grant, revision, over.why()) == GrantState.Finish.OVERTAKEN) {
      return Optional.empty();
    }
    return Optional.of(look);
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
    Look look = look(grant);
    if (look instanceof Look.Over over) {
      throw over.why();
    }
    LeaseEnd meanwhile = grant.end();
    if (meanwhile != null) {
      throw refusalAfter(grant, meanwhile);
    }
    Validity validity = ((Look.Live) look).known().validity();
    if (validity.remaining(core.now()).compareTo(atLeast) < 0) {
      throw LeaseExpiredException.tooShort(
          grant.identity().key(), grant.identity().session(), validity.expiresAt(), atLeast);
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
    Standing standing =
        Standing.of(core.store().load(identity.key()), identity, now, core.sharing());
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
