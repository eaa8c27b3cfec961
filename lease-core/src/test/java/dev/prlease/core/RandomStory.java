package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A random story of two sessions in three processes on a store that fails, loses answers and lets
 * requests land late, with a version-1 program about: at no time may two sessions act, and in the
 * end nothing is left behind that nobody holds.
 */
final class RandomStory {
  private static final int STEPS = 60;
  private static final Ttl TTL = Ttl.ofSeconds(90);
  private static final Duration LATE = Duration.ofSeconds(8);

  private final Random random;
  private final World world = new World();
  private final List<LeaseManager> managers = new ArrayList<>();
  private final List<PrLease> leases = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private final Map<PrLease, LeaseManager> givenBy = new HashMap<>();
  private final Flavour flavour;
  private final boolean oneProcessEach;
  private Fence greatest = Fence.NONE;

  /** What may happen beside what the sessions do themselves. */
  enum Flavour {
    /** Only what no session can help: faults, time, late requests. */
    PLAIN,
    /** Also a clock that is set, and a version-1 program. */
    OLD_PROGRAMS,
    /** Also an operator, who breaks leases and moves them. */
    OPERATOR
  }

  RandomStory(long seed) {
    random = new Random(seed);
    oneProcessEach = random.nextBoolean();
    flavour = Flavour.values()[random.nextInt(Flavour.values().length)];
    world.store.lateWriteBound(LATE);
    managers.add(world.manager);
    managers.add(world.manager());
    managers.add(world.manager());
  }

  void run() {
    for (int i = 0; i < STEPS; i++) {
      step();
      if (flavour != Flavour.OPERATOR && oneProcessEach && !attached()) {
        checkOneBeliever();
      }
      checkOneOwner();
    }
    finish();
  }

  private void step() {
    int choice = random.nextInt(100);
    if (choice < 20) {
      SessionId session = session();
      LeaseManager manager = manager(session);
      attempt("acquire", () -> add(manager, manager.acquire(World.KEY, session, TTL)));
    } else if (choice < 21) {
      SessionId session = session();
      LeaseManager manager = manager(session);
      attempt("attach", () -> add(manager, manager.attach(World.KEY, session)));
    } else if (choice < 36) {
      attempt("renew", () -> lease().ifPresent(PrLease::renew));
    } else if (choice < 48) {
      attempt("close", () -> lease().ifPresent(this::close));
    } else if (choice < 54 && flavour != Flavour.OPERATOR) {
      story.add("nothing");
    } else if (choice < 51) {
      attempt("break", () -> world.manager.breakLease(World.KEY, World.B, "test"));
    } else if (choice < 54) {
      LeaseManager manager = manager(World.B);
      attempt("adopt", () -> add(manager, manager.adopt(World.KEY, World.A, World.B, TTL)));
    } else if (choice < 62) {
      attempt(
          "keep",
          () ->
              lease()
                  .ifPresent(
                      lease -> lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE)));
    } else if (choice < 76) {
      Duration by = Duration.ofMillis(random.nextInt(random.nextBoolean() ? 2000 : 60_000));
      story.add("advance " + by);
      world.advance(by);
    } else if (choice < 86) {
      TestStore.Fault[] faults = TestStore.Fault.values();
      TestStore.Fault fault = faults[random.nextInt(faults.length)];
      story.add("next " + fault);
      world.store.next(fault);
      if (fault == TestStore.Fault.DELAY) {
        Duration after = Duration.ofMillis(random.nextInt((int) LATE.toMillis()));
        world.store.landLateWithin(
            () -> world.scheduler.after(after, () -> world.store.landLate()));
      }
    } else if (choice < 92) {
      boolean broken = random.nextInt(3) == 0;
      story.add("unreadable " + broken);
      world.store.unreadable(broken);
    } else if (flavour != Flavour.PLAIN) {
      if (choice < 96) {
        Duration by = Duration.ofSeconds(random.nextInt(60) - 30);
        story.add("clock set by " + by);
        world.clock.step(by);
      } else {
        story.add("version 1 rewrites");
        rewriteAsVersion1();
      }
    }
  }

  private void add(LeaseManager manager, PrLease lease) {
    boolean isNew = lease.origin() != Origin.AGAIN && lease.origin() != Origin.ATTACHED;
    if (isNew && flavour == Flavour.PLAIN) {
      assertThat(lease.fence()).as("%s", story).isGreaterThan(greatest);
      greatest = lease.fence();
    }
    leases.add(lease);
    givenBy.put(lease, manager);
  }

  /** Closing frees nothing that an open handle of another manager was granted last (L5). */
  private void close(PrLease lease) {
    Optional<GrantId> before = grantInSlot();
    boolean foreign =
        leases.stream()
            .filter(other -> givenBy.get(other) != givenBy.get(lease))
            .anyMatch(other -> before.equals(Optional.of(other.grantId())));
    lease.close();
    if (before.isPresent() && foreign && !attached()) {
      assertThat(grantInSlot()).as("%s", story).isEqualTo(before);
    }
  }

  /** Two processes that share a grant may free it for each other, and have themselves to blame. */
  private boolean attached() {
    return leases.stream().anyMatch(lease -> lease.origin() == Origin.ATTACHED);
  }

  private Optional<GrantId> grantInSlot() {
    return world.slot() instanceof LeaseSlot.Held held ? held.record().grantId() : Optional.empty();
  }

  private void rewriteAsVersion1() {
    if (world.slot() instanceof LeaseSlot.Held held) {
      LeaseRecord r = held.record();
      world.store.put(
          World.KEY,
          v ->
              new LeaseSlot.Held(
                  v,
                  LeaseRecord.of(r.key(), r.owner(), r.acquiredAt(), r.ttl()),
                  Optional.empty()));
    }
  }

  private void attempt(String what, Runnable action) {
    try {
      action.run();
      story.add(what);
    } catch (LeaseException | IllegalStateException refused) {
      story.add(what + ": " + refused.getMessage());
    }
  }

  private LeaseManager manager(SessionId session) {
    return oneProcessEach
        ? managers.get(session.equals(World.A) ? 0 : 1)
        : managers.get(random.nextInt(managers.size()));
  }

  private SessionId session() {
    return random.nextBoolean() ? World.A : World.B;
  }

  private Optional<PrLease> lease() {
    return leases.isEmpty()
        ? Optional.empty()
        : Optional.of(leases.get(random.nextInt(leases.size())));
  }

  private void checkOneOwner() {
    Set<SessionId> owners = new HashSet<>();
    for (PrLease lease : leases) {
      try {
        lease.assertOwned();
        owners.add(lease.ownerSessionId());
        assertThat(world.record().owner()).as("%s", story).isEqualTo(lease.ownerSessionId());
      } catch (LeaseException refused) {
        // It may not act.
      }
    }
    assertThat(owners).as("%s", story).hasSizeLessThanOrEqualTo(1);
  }

  /** Without looking: only an operator can end a lease while its owner still counts itself in. */
  private void checkOneBeliever() {
    Set<SessionId> believers = new HashSet<>();
    for (PrLease lease : leases) {
      if (Durations.isPositive(lease.remaining())) {
        believers.add(lease.ownerSessionId());
      }
    }
    assertThat(believers).as("%s", story).hasSizeLessThanOrEqualTo(1);
  }

  /**
   * Everything is closed, and what is late has landed: only what is over, or a version-1 program
   * wrote, may be left. Of two processes of one session the one that closes last may find a grant
   * that the other has just given back: that one ends with its TTL.
   */
  private void finish() {
    world.store.unreadable(false);
    world.store.clearFaults();
    leases.forEach(PrLease::close);
    world.advance(LATE.multipliedBy(4));
    managers.forEach(LeaseManager::close);
    LeaseSlot slot = world.slot();
    boolean version1 = slot instanceof LeaseSlot.Held held && held.writeId().isEmpty();
    boolean over = world.manager().find(World.KEY).state() == LeaseStatus.State.EXPIRED;
    assertThat(slot instanceof LeaseSlot.Vacant || version1 || over || !oneProcessEach)
        .as("%s left %s", story, slot)
        .isTrue();
  }
}
