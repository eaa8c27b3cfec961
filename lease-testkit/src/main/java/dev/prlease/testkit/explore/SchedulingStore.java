package dev.prlease.testkit.explore;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One player's view of the store: stops around each call, and faults where the scenario has them.
 */
final class SchedulingStore implements LeaseStore {
  private final Actor actor;
  private final LeaseStore store;

  SchedulingStore(Actor actor, LeaseStore store) {
    this.actor = actor;
    this.store = store;
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    actor.stopBefore("load");
    LeaseSlot slot = store.load(key);
    actor.loaded = Optional.of(slot);
    actor.trace("load " + Trace.show(slot));
    actor.stopAfter("load");
    return slot;
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    actor.stopBefore("exchange");
    Actor.Fault fault = actor.takeFault();
    switch (fault) {
      case LOSE_REQUEST -> actor.trace("exchange, whose request is lost");
      case LAND_LATE -> actor.landLate(() -> exchangeNow(key, expected, change, " (late)"));
      case LOSE_ANSWER, NONE -> {
        Exchange answer = exchangeNow(key, expected, change, "");
        actor.stopAfter("exchange");
        if (fault == Actor.Fault.NONE) {
          return answer;
        }
        actor.trace("the answer is lost");
      }
    }
    throw LeaseStoreException.outcomeUnknown(key, "no answer came", null);
  }

  private Exchange exchangeNow(LeaseKey key, Expected expected, Change change, String how) {
    LeaseSlot before = store.load(key);
    Exchange answer = store.compareAndExchange(key, expected, change);
    actor.trace(
        (expected instanceof Expected.Vacant ? "exchange(vacant)" : "exchange(exactly)")
            + how
            + (answer instanceof Exchange.Swapped ? " swapped to " : " refused by ")
            + Trace.show(answer.slot()));
    actor.exchanged(before, answer);
    return answer;
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    return store.list(filter);
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Duration lateWriteBound() {
    return actor.lateWriteBound();
  }

  @Override
  public void close() {
    // The explorer's to close.
  }
}
