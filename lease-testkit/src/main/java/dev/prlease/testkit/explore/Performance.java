package dev.prlease.testkit.explore;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.core.Acquisition;
import dev.prlease.core.PrLease;
import java.util.Optional;

/** Performs one act and checks its answer. */
final class Performance {
  private final Run run;
  private final Actor actor;

  Performance(Run run, Actor actor) {
    this.run = run;
    this.actor = actor;
  }

  void perform(Act act) {
    actor.current = Optional.of(act);
    actor.ownedThroughout = run.invariants.owns(actor);
    actor.otherHeld = run.invariants.otherHolds(actor);
    try {
      String answer =
          switch (act) {
            case ACQUIRE -> acquire();
            case ASSERT -> actor.handle().map(this::assertOwned).orElse("no handle");
            case RENEW -> actor.handle().map(this::renew).orElse("no handle");
            case RELEASE -> actor.handle().map(this::release).orElse("no handle");
            case ATTACH -> opened(actor.manager.attach(run.key, actor.session()));
            case RELEASE_SESSION ->
                actor.manager.releaseSession(run.key, actor.session()) ? "freed" : "nothing there";
            case BREAK -> breakLease();
            case ADOPT -> adopt();
            case COLLECT -> actor.collect();
          };
      actor.trace("= " + answer);
    } catch (LeaseException refused) {
      actor.trace("= " + refused.code());
      judge(act, refused);
    }
    run.invariants.check();
  }

  private String acquire() {
    Acquisition answer = actor.manager.tryAcquire(run.key, actor.session(), run.scenario.ttl());
    if (answer instanceof Acquisition.Granted granted) {
      return opened(granted.lease());
    }
    AlreadyHeldException refusal = ((Acquisition.Held) answer).refusal();
    if (refusal.owner().equals(actor.session())) {
      throw new Violation(actor.session() + " stood down from itself");
    }
    if (!actor.otherHeld) {
      throw new Violation(
          actor.session()
              + " stood down from "
              + refusal.owner()
              + ", who never held it meanwhile");
    }
    return "held by " + refusal.owner();
  }

  private String opened(PrLease lease) {
    actor.handles.add(lease);
    actor.grants.add(lease.grantId());
    if (lease.remaining().isZero()) {
      return "granted, and over already";
    }
    return "granted";
  }

  private String assertOwned(PrLease lease) {
    lease.assertOwned();
    boolean ours =
        actor.loaded.orElseThrow() instanceof LeaseSlot.Held held
            && held.record().owner().equals(actor.session())
            && (held.record().fence().equals(lease.fence())
                || !held.record().fence().isPresent()
                || !lease.fence().isPresent());
    if (!ours) {
      throw new Violation(
          actor.session()
              + " asserts ownership of "
              + actor.loaded.map(Trace::show).orElse("nothing"));
    }
    if (lease.remaining().isZero()) {
      throw new Violation(actor.session() + " asserts ownership of a lease that is over");
    }
    return "owned";
  }

  private String renew(PrLease lease) {
    lease.renew();
    return "renewed";
  }

  private String release(PrLease lease) {
    lease.release();
    return "released";
  }

  private String breakLease() {
    actor.manager.breakLease(run.key, actor.session(), "exploring");
    return "broken";
  }

  private String adopt() {
    SessionId other =
        run.actors.stream()
            .map(Actor::session)
            .filter(session -> !session.equals(actor.session()))
            .findFirst()
            .orElseThrow();
    return opened(actor.manager.adopt(run.key, other, actor.session(), run.scenario.ttl()));
  }

  private void judge(Act act, LeaseException refused) {
    if (refused instanceof ContentionException && act == Act.BREAK) {
      return;
    }
    if (refused instanceof LeaseStoreException && actor.suffered) {
      return;
    }
    boolean notOwner =
        refused instanceof NotOwnerException || refused instanceof LeaseExpiredException;
    boolean mayBeRefused =
        switch (act) {
          case ACQUIRE, RELEASE, RELEASE_SESSION, COLLECT -> false;
          case ASSERT, RENEW, ATTACH, BREAK, ADOPT -> notOwner;
        };
    if (!mayBeRefused) {
      throw new Violation(
          actor.session() + "'s " + act.text() + " failed: " + refused.getMessage(),
          Optional.of(refused));
    }
    if ((act == Act.ASSERT || act == Act.RENEW) && actor.ownedThroughout && !actor.suffered) {
      throw new Violation(
          actor.session() + " was refused what it owned all the while: " + refused.getMessage(),
          Optional.of(refused));
    }
  }
}
