package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.Crew;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two writers of one row in the files of H2: the one that waited for the lock is now and then shown
 * the row from before its wait.
 */
final class H2LostSwapTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final int THREADS = 8;
  private static final int SWAPS = 400;

  @Test
  void P6_of_two_writers_that_expect_one_version_one_is_refused_whatever_the_other_was_shown()
      throws Exception {
    try (EmbeddedPlaces place = EmbeddedPlaces.h2File();
        LeaseStore first = place.open();
        LeaseStore second = place.open();
        Crew crew = new Crew(THREADS)) {
      LeaseSlot start =
          first
              .compareAndExchange(
                  KEY, Expected.vacant(), Change.hold(Samples.record(KEY, ALICE, 1)))
              .slot();
      List<List<Long>> fences =
          crew.together(i -> () -> countUp(i % 2 == 0 ? first : second, start));
      assertThat(fences.stream().flatMap(List::stream))
          .as("fences, each of them one greater than that of the slot that was replaced")
          .doesNotHaveDuplicates();
      assertThat(first.load(KEY).fence().value()).isEqualTo(1 + THREADS * (long) SWAPS);
    }
  }

  private static List<Long> countUp(LeaseStore store, LeaseSlot start) {
    List<Long> made = new ArrayList<>();
    LeaseSlot slot = start;
    while (made.size() < SWAPS) {
      long next = slot.fence().value() + 1;
      Exchange answer =
          store.compareAndExchange(
              KEY, Expected.exactly(slot.version()), Change.hold(Samples.record(KEY, ALICE, next)));
      slot = answer.slot();
      if (answer instanceof Exchange.Swapped) {
        made.add(next);
      }
    }
    return made;
  }
}
