package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  RandomStory(long seed) {
    random = new Random(seed);
    world.store.lateWriteBound(LATE);
    managers.add(world.manager);
    managers.add(world.manager());
    managers.add(world.manager());
  }

  void run() {
    for (int i = 0; i < STEPS; i++) {
      step();
      checkOneOwner();
    }
    finish();
  }

  private void step() {
    int choice = random.nextInt(100);
    if (choice < 20) {
      attempt("acquire", () -> leases.add(manager().acquire(World.KEY, session(), TTL)));
    } else if (choice < 24) {
      attempt("attach", () -> leases.add(manager().attach(World.KEY, session())));
    } else if (choice < 36) {
      attempt("renew", () -> lease().ifPresent(PrLease::renew));
    } else if (choice < 48) {
      attempt("close", () -> lease().ifPresent(PrLease::close));
    } else if (choice < 51) {
      attempt("break", () -> manager().breakLease(World.KEY, World.B, "test"));
    } else if (choice < 54) {
      attempt("adopt", () -> leases.add(manager().adopt(World.KEY, World.A, World.B, TTL)));
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
    } else {
      story.add("version 1 rewrites");
      rewriteAsVersion1();
    }
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

  private LeaseManager manager() {
    return managers.get(random.nextInt(managers.size()));
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

  /** Everything is closed, what is late has landed: only what is nobody's by now may be left. */
  private void finish() {
    world.store.unreadable(false);
    world.store.clearFaults();
    leases.forEach(PrLease::close);
    world.advance(LATE.multipliedBy(4));
    managers.forEach(LeaseManager::close);
    LeaseSlot slot = world.slot();
    boolean version1 = slot instanceof LeaseSlot.Held held && held.record().grantId().isEmpty();
    assertThat(
            slot instanceof LeaseSlot.Vacant
                || version1
                || world.manager().find(World.KEY).state() == LeaseStatus.State.EXPIRED)
        .as("%s left %s", story, slot)
        .isTrue();
  }
}
