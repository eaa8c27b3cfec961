package dev.prlease.testkit.explore;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Exchange;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What must hold after every step, judged by the authority's time and by what the store did, not by
 * what anybody says:
 *
 * <ul>
 *   <li>at most one session believes that it owns the key (P10);
 *   <li>each new holding's fence is greater than all before (P2);
 *   <li>nobody overwrites or frees another session's live lease, but by adopt and break (P1, P5);
 *   <li>a process frees and renews only grants of its own (P2), and nothing expired (P4);
 *   <li>nobody is refused what it owned all the while.
 * </ul>
 */
final class Invariants {
  private final Run run;
  private Fence greatest = Fence.NONE;
  private Optional<SessionId> olderSession = Optional.empty();

  Invariants(Run run) {
    this.run = run;
  }

  /** After every step. */
  void check() {
    Set<SessionId> believers = new LinkedHashSet<>();
    for (Actor actor : run.actors) {
      actor.ownedThroughout &= owns(actor);
      actor.otherHeld |= otherHolds(actor);
      if (!actor.crashed && actor.handles.stream().anyMatch(lease -> believes(actor, lease))) {
        believers.add(actor.session());
      }
    }
    olderSession.filter(this::holdsLive).ifPresent(believers::add);
    if (believers.size() > 1) {
      throw new Violation("at " + now() + " more than one session owns the key: " + believers);
    }
  }

  private static boolean believes(Actor actor, PrLease lease) {
    return !actor.excused.contains(lease.fence()) && !lease.remaining().isZero();
  }

  /** Whether the slot holds, live, a grant that this process has an open handle on. */
  boolean owns(Actor actor) {
    return live()
        .filter(record -> record.owner().equals(actor.session()))
        .filter(
            record ->
                now().plus(run.scenario.uncertainty().multipliedBy(2)).isBefore(record.expiresAt()))
        .flatMap(LeaseRecord::grantId)
        .filter(
            grant ->
                actor
                    .handle()
                    .filter(lease -> lease.grantId().equals(grant) && !lease.remaining().isZero())
                    .isPresent())
        .isPresent();
  }

  /** Whether another session holds the slot, live or within what clocks may be off. */
  boolean otherHolds(Actor actor) {
    return run.slot instanceof LeaseSlot.Held held
        && !held.record().owner().equals(actor.session())
        && now()
            .isBefore(held.record().expiresAt().plus(run.scenario.uncertainty().multipliedBy(2)));
  }

  private Optional<LeaseRecord> live() {
    return run.slot instanceof LeaseSlot.Held held && now().isBefore(held.record().expiresAt())
        ? Optional.of(held.record())
        : Optional.empty();
  }

  private boolean holdsLive(SessionId session) {
    return live().filter(record -> record.owner().equals(session)).isPresent();
  }

  private Instant now() {
    return run.authority.now();
  }

  /** An older program took the slot. */
  void olderAcquired(SessionId session) {
    olderSession = Optional.of(session);
  }

  /** After every exchange, whoever made it. */
  void exchanged(Actor actor, LeaseSlot before, Exchange answer) {
    if (answer instanceof Exchange.Swapped) {
      if (before instanceof LeaseSlot.Held held) {
        replaced(actor, held.record(), answer.slot());
      }
      if (answer.slot() instanceof LeaseSlot.Held held) {
        taken(actor, before, held.record());
      }
      run.slot = answer.slot();
    }
  }

  private void replaced(Actor actor, LeaseRecord before, LeaseSlot after) {
    boolean live = now().isBefore(before.expiresAt());
    Act act = actor.current.orElse(Act.RELEASE);
    if (act == Act.BREAK || act == Act.ADOPT || act == Act.RELEASE_SESSION) {
      run.actors.forEach(each -> excuse(each, before));
      return;
    }
    if (!before.owner().equals(actor.session())) {
      if (live) {
        throw new Violation(actor.session() + " overwrote the live lease of " + before.owner());
      }
      return;
    }
    if (after instanceof LeaseSlot.Held held) {
      renewed(actor, act, before, held.record());
      return;
    }
    if (isAnothers(actor, before.grantId())) {
      throw new Violation(
          actor.session() + " freed a grant of another of its processes: " + before.grantId());
    }
    // A session that gives up in one process what another of its processes acts under has itself to
    // blame; the commands exclude that.
    run.actors.stream().filter(each -> each != actor).forEach(each -> excuse(each, before));
  }

  private void renewed(Actor actor, Act act, LeaseRecord before, LeaseRecord after) {
    if (act == Act.RENEW && isAnothers(actor, before.grantId())) {
      throw new Violation(actor.session() + " renewed over a later grant of its session");
    }
    boolean sameHolding = before.fence().isPresent() && before.fence().equals(after.fence());
    // When it was sent counts: a request may be under way while the lease lapses. Its answer then
    // comes too late, and the lease is given back (rule P4).
    if (sameHolding && !after.acquiredAt().isBefore(before.expiresAt())) {
      throw new Violation(actor.session() + " revived its expired lease");
    }
  }

  /** An older program's record has no grant: whose it is depends on its times. */
  private static boolean isAnothers(Actor actor, Optional<GrantId> grant) {
    return grant.isPresent() && !actor.grants.contains(grant.get());
  }

  private void taken(Actor actor, LeaseSlot before, LeaseRecord after) {
    after.grantId().ifPresent(actor.grants::add);
    boolean sameHolding =
        before instanceof LeaseSlot.Held held
            && held.record().owner().equals(after.owner())
            && (held.fence().equals(after.fence()) || isRestored(held.fence(), after.fence()));
    if (sameHolding || isOverAlready(after)) {
      return;
    }
    if (after.fence().compareTo(greatest) <= 0) {
      throw new Violation(
          actor.session()
              + "'s new holding has the fence "
              + after.fence()
              + ", no greater than "
              + greatest
              + " before");
    }
    greatest = after.fence();
  }

  /**
   * Where garbage was collected meanwhile, a record that was composed a TTL ago finds no fence to
   * exceed; nobody ever acts under it.
   */
  private boolean isOverAlready(LeaseRecord after) {
    return run.scenario.collects() && !now().isBefore(after.expiresAt());
  }

  /** Where an older program dropped the fence, the last one may come back; a greater one is new. */
  private boolean isRestored(Fence before, Fence after) {
    return !before.isPresent() && after.compareTo(greatest) <= 0;
  }

  /** Whoever held what was ended by order learns of it when it looks next. */
  private void excuse(Actor actor, LeaseRecord ended) {
    if (actor.session().equals(ended.owner())) {
      actor.excused.add(ended.fence());
      actor.excused.add(Fence.NONE); // a handle that was attached when the fence was gone
      // Where an older program dropped the fence, it was that of the last holding; and so it was if
      // another process of the session put back what it remembered, an earlier one.
      if (ended.fence().compareTo(greatest) < 0) {
        actor.excused.add(greatest);
      }
    }
  }

  /**
   * When everybody is done and has closed its handles. Who counted itself out, as its clock may be
   * off, need not give back what ends by itself within that.
   */
  void nothingIsLeftBehind() {
    live()
        .filter(
            record ->
                now().plus(run.scenario.uncertainty().multipliedBy(2)).isBefore(record.expiresAt()))
        .filter(
            record ->
                run.actors.stream()
                    .filter(actor -> actor.session().equals(record.owner()))
                    .noneMatch(actor -> actor.crashed))
        .filter(record -> run.actors.stream().anyMatch(a -> a.session().equals(record.owner())))
        .ifPresent(
            record -> {
              throw new Violation(
                  "everybody is done, and yet " + record.owner() + " still holds the key");
            });
  }
}
