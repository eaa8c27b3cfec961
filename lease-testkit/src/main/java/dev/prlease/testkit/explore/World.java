package dev.prlease.testkit.explore;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.SampleLeases;
import java.time.Duration;

/** Does what happens to the players: time, crashes, faults, and an older program. */
final class World {
  private static final SessionId OLDER = SessionId.of("older-program");

  private final Run run;
  private final LeaseStore store;

  World(Run run, LeaseStore store) {
    this.run = run;
    this.store = store;
  }

  void let(Happening happening) {
    if (happening instanceof Happening.Pass pass) {
      run.trace.add("time", "passes by " + pass.by());
      run.pass(pass.by());
    } else if (happening instanceof Happening.Crash crash) {
      Actor actor = run.actors.get(crash.player());
      run.trace.add(actor.session().value(), "CRASHES");
      actor.crashed = true;
    } else if (happening instanceof Happening.LoseAnswer lose) {
      run.actors.get(lose.player()).suffer(Actor.Fault.LOSE_ANSWER);
    } else if (happening instanceof Happening.LoseRequest lose) {
      run.actors.get(lose.player()).suffer(Actor.Fault.LOSE_REQUEST);
    } else if (happening instanceof Happening.LandLate late) {
      run.actors.get(late.player()).suffer(Actor.Fault.LAND_LATE);
    } else {
      // Fences repeat within a millisecond where older programs write; that is said in the manual.
      run.pass(Duration.ofMillis(2));
      olderProgram(happening);
      run.slot = store.load(run.key);
    }
  }

  private void olderProgram(Happening happening) {
    LeaseSlot slot = store.load(run.key);
    if (happening instanceof Happening.OlderRewrite) {
      run.trace.add("older program", "rewrites " + Trace.show(slot));
      if (slot instanceof LeaseSlot.Held held) {
        write(slot, SampleLeases.asOlderProgramWrites(held.record()));
      } else if (slot.fence().isPresent()) {
        vacate(slot);
      }
    } else if (happening instanceof Happening.OlderAcquire) {
      boolean held =
          slot instanceof LeaseSlot.Held theirs && !theirs.record().isExpired(run.authority.now());
      run.trace.add("older program", held ? "stands down" : "acquires");
      if (!held) {
        LeaseRecord record =
            LeaseRecord.of(
                run.key, OLDER, LeaseRecord.cut(run.authority.now()), run.scenario.ttl());
        write(slot, record);
        run.invariants.olderAcquired(OLDER);
      }
    } else if (slot instanceof LeaseSlot.Held held && held.record().owner().equals(OLDER)) {
      run.trace.add("older program", "releases");
      vacate(slot);
    }
  }

  private LeaseSlot write(LeaseSlot slot, LeaseRecord record) {
    return swap(slot, Change.hold(record));
  }

  private void vacate(LeaseSlot slot) {
    LeaseRecord fenceless = LeaseRecord.of(run.key, OLDER, run.authority.now(), run.scenario.ttl());
    LeaseSlot held = write(slot, fenceless);
    swap(held, Change.vacate(Fence.NONE));
  }

  private LeaseSlot swap(LeaseSlot slot, Change change) {
    Exchange answer = store.compareAndExchange(run.key, Expected.exactly(slot.version()), change);
    if (answer instanceof Exchange.Refused) {
      throw new Violation("the store refused an exact exchange though nobody else wrote");
    }
    return answer.slot();
  }
}
