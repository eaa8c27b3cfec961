package dev.prlease.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.testkit.SampleLeases;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of what a subclass throws, of strange rows, and of a store that is closed. */
final class RowLeaseStoreTest {
  private static final LeaseKey KEY = SampleLeases.KEY;

  private final MapRowStore.Place place = new MapRowStore.Place();
  private final MapRowStore store = new MapRowStore(place);

  private static Change hold() {
    return Change.hold(SampleLeases.holding(KEY, SampleLeases.ALICE, 7));
  }

  @Test
  void it_tells_what_it_was_made_with() {
    assertThat(store.location()).isEqualTo("map:test");
    assertThat(store).hasToString("map:test");
    assertThat(store.lateWriteBound()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void a_row_is_named_by_the_spelling_that_equal_keys_share_and_has_the_writes_id() {
    Change change = hold();
    store.compareAndExchange(KEY, Expected.vacant(), change);
    RowLeaseStore.Row row = place.rows.values().iterator().next();
    assertThat(row.name()).isEqualTo("rysweet/amplihack-rs#1051");
    assertThat(row.version()).isEqualTo(change.writeId().value());
    assertThat(row).hasToString(row.name() + " at " + row.version());
    assertThat(SlotJson.decode(row.body())).isInstanceOf(DecodedSlot.Held.class);
  }

  @Test
  void LS_10_a_read_that_fails_is_an_error_that_names_the_store_and_wrote_nothing() {
    store.failure =
        () -> {
          throw new IOException("no route to host");
        };
    for (Runnable read :
        new Runnable[] {
          () -> store.load(KEY),
          () -> store.list(LeaseFilter.ALL),
          () -> store.compareAndExchange(KEY, Expected.vacant(), hold())
        }) {
      LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, read::run);
      assertThat(error).hasMessage("map:test could not be read: no route to host");
      assertThat(error.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
      assertThat(error.nextStep()).contains("map:test");
    }
    assertThat(place.rows).isEmpty();
  }

  @Test
  void LS_13_a_write_that_fails_has_an_unknown_outcome() {
    LeaseSlot absent = store.load(KEY);
    store.written =
        () -> {
          throw new IOException("connection reset");
        };
    LeaseStoreException error =
        catchThrowableOfType(
            LeaseStoreException.class,
            () -> store.compareAndExchange(KEY, Expected.exactly(absent.version()), hold()));
    assertThat(error).hasMessage("map:test failed: connection reset");
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void an_error_of_a_lease_is_passed_on_as_it_is() {
    LeaseStoreException own =
        new LeaseStoreException(Optional.of(KEY), "the table is gone", "Make it.", null);
    store.failure =
        () -> {
          throw own;
        };
    assertThatThrownBy(() -> store.load(KEY)).isSameAs(own);
    assertThatThrownBy(() -> store.list(LeaseFilter.ALL)).isSameAs(own);
  }

  @Test
  void LS_17_an_interrupted_exception_leaves_the_flag_up() {
    store.failure =
        () -> {
          throw new InterruptedException("while waiting for a connection");
        };
    assertThatThrownBy(() -> store.load(KEY)).isInstanceOf(LeaseStoreException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void LS_14_a_row_that_no_key_has_named_is_listed_without_one() {
    place.rows.put("notes", new RowLeaseStore.Row("notes", "1", "buy milk".getBytes(UTF_8)));
    assertThat(store.list(LeaseFilter.ALL))
        .singleElement()
        .satisfies(
            listed -> {
              assertThat(listed.name()).isEqualTo("notes");
              assertThat(listed.key()).isEmpty();
              assertThat(((ListedSlot.Found) listed).slot())
                  .isInstanceOf(LeaseSlot.Unreadable.class);
            });
  }

  @Test
  void LS_18_it_lets_go_once_though_it_is_closed_twice() {
    store.close();
    store.close();
    assertThat(store.shutDowns).isEqualTo(1);
    assertThatThrownBy(() -> store.load(KEY)).hasMessage("the store map:test is closed");
  }

  @Test
  void LS_18_a_store_that_does_not_let_go_says_so_and_is_closed() {
    store.failure =
        () -> {
          throw new IOException("busy");
        };
    assertThatThrownBy(store::close)
        .isInstanceOf(LeaseStoreException.class)
        .hasMessage("map:test could not be closed: busy");
    store.close();
    assertThat(store.shutDowns).isEqualTo(1);
  }
}
