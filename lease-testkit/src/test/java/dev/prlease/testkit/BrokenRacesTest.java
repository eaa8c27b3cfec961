package dev.prlease.testkit;

import static dev.prlease.testkit.Defects.caught;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.testkit.race.ThreadRaceContract;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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
      List<LeaseRecord> past = new CopyOnWriteArrayList<>();
      return StoreFixture.of(() -> new PastRefusals(place, past));
    }

    @Override
    protected int rounds() {
      return 80;
    }
  }

  /**
   * A refusal shows who held the slot some holdings ago, as a lagging replica does; never the one
   * who asks nor the one in the way, for those could be explained.
   */
  private static final class PastRefusals extends DelegatingStore {
    private static final int LAG = 4;

    private final ReferenceStore.Place place;
    private final List<LeaseRecord> past;

    PastRefusals(ReferenceStore.Place place, List<LeaseRecord> past) {
      super(new ReferenceStore(place));
      this.place = place;
      this.past = past;
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      place.lingerInTheGap();
      Exchange exchange = store.compareAndExchange(key, expected, change);
      if (!(exchange.slot() instanceof LeaseSlot.Held held)) {
        return exchange;
      }
      if (exchange instanceof Exchange.Swapped) {
        past.add(held.record());
        // Meanwhile others come and are refused.
        place.lingerInTheGap();
        return exchange;
      }
      return before(held.record(), change.next())
          .map(record -> new LeaseSlot.Held(held.version(), record, held.writeId()))
          .<Exchange>map(Exchange.Refused::new)
          .orElse(exchange);
    }

    private Optional<LeaseRecord> before(LeaseRecord actual, Optional<LeaseRecord> asking) {
      for (int i = past.size() - 1 - LAG; i >= 0; i--) {
        LeaseRecord record = past.get(i);
        if (record.key().equals(actual.key())
            && !record.owner().equals(actual.owner())
            && asking.filter(each -> each.owner().equals(record.owner())).isEmpty()) {
          return Optional.of(record);
        }
      }
      return Optional.empty();
    }
  }
}
