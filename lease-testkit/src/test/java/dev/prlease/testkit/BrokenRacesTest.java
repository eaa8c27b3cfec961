package dev.prlease.testkit;

import static dev.prlease.testkit.Defects.caught;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.testkit.race.ThreadRaceContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The races are tested with stores that no single thread can find fault with. */
final class BrokenRacesTest {
  @TestFactory
  Stream<DynamicTest> what_is_not_linearizable_is_caught() {
    return Defects.tests(
        List.of(
            caught(TwoWinners.class, "L1", "the threads that won"),
            caught(ShowsThePast.class, "P10", "no order of these calls is one lease's")));
  }

  static final class TwoWinners extends ThreadRaceContract {
    @Override
    protected StoreFixture newPlace() {
      ReferenceStore.Place place = new ReferenceStore.Place();
      return StoreFixture.of(() -> new BrokenCompares.CheckThenAct(place));
    }

    @Override
    protected int rounds() {
      return 20;
    }
  }

  /** Nobody is granted what another has; only the history shows that something is wrong. */
  static final class ShowsThePast extends ThreadRaceContract {
    @Override
    protected StoreFixture newPlace() {
      ReferenceStore.Place place = new ReferenceStore.Place();
      return StoreFixture.of(() -> new PastRefusals(place));
    }

    @Override
    protected int rounds() {
      return 80;
    }
  }

  /**
   * A refusal shows who held the slot before the race, as a replica does that lags for ever: one of
   * the racers could have held it again within a call that took long.
   */
  private static final class PastRefusals extends DelegatingStore {
    private final ReferenceStore.Place place;

    PastRefusals(ReferenceStore.Place place) {
      super(new ReferenceStore(place));
      this.place = place;
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      place.lingerInTheGap();
      Exchange exchange = store.compareAndExchange(key, expected, change);
      if (!(exchange.slot() instanceof LeaseSlot.Held held)) {
        return exchange;
      }
      if (exchange instanceof Exchange.Swapped) {
        // Meanwhile others come and are refused.
        place.lingerInTheGap();
        return exchange;
      }
      boolean isInTheWay =
          change.next().filter(each -> !each.owner().equals(held.record().owner())).isPresent();
      return isInTheWay
          ? new Exchange.Refused(
              new LeaseSlot.Held(held.version(), before(held.record()), held.writeId()))
          : exchange;
    }

    private static LeaseRecord before(LeaseRecord actual) {
      return LeaseRecord.of(
          actual.key(), SessionId.of("long-gone"), actual.acquiredAt(), actual.ttl());
    }
  }
}
