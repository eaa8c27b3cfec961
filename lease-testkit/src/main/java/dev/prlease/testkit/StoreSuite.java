package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.ThrowingConsumer;

/**
 * The ground that all suites stand on: a place and an opened store for each test, and what tests
 * keep saying about exchanges. Subclass one of the suites, not this.
 */
@Timeout(120) // no measure: only so that a store which hangs fails instead of blocking the build
public abstract class StoreSuite {
  private final List<LeaseStore> opened = new ArrayList<>();
  private Optional<StoreFixture> place = Optional.empty();
  private Optional<LeaseStore> first = Optional.empty();

  /** For suites. */
  StoreSuite() {}

  /**
   * Makes a fresh, empty place for slots; called once a test, which closes it. The one method that
   * a store must write.
   */
  protected abstract StoreFixture newPlace() throws Exception;

  @BeforeEach
  final void makePlace() throws Exception {
    StoreFixture made = newPlace();
    place = Optional.of(made);
    first = Optional.of(open());
  }

  @AfterEach
  final void removePlace() throws Exception {
    for (LeaseStore each : opened) {
      each.close();
    }
    if (place.isPresent()) {
      place.get().close();
    }
  }

  /** The place of this test. */
  protected final StoreFixture place() {
    return place.orElseThrow();
  }

  /** The store of this test: the first opening of its place. */
  protected final LeaseStore store() {
    return first.orElseThrow();
  }

  /** Another opening of this test's place, closed after the test. */
  protected final LeaseStore open() {
    LeaseStore store = place().open();
    opened.add(store);
    return store;
  }

  /** Another opening of this test's place, where it can be opened again. */
  final Optional<LeaseStore> another() {
    return place().openings() == StoreFixture.Openings.SHARE_SLOTS
        ? Optional.of(open())
        : Optional.empty();
  }

  /** A test that needs something a place need not offer: see {@link NotOffered#with}. */
  static <T> Stream<DynamicTest> with(
      Optional<T> capability, String what, ThrowingConsumer<? super T> test) {
    return NotOffered.with(capability, what, test);
  }

  /** Exchanges, and demands that it swaps. */
  static LeaseSlot swap(LeaseStore store, LeaseKey key, Expected expected, Change change) {
    Exchange answer = store.compareAndExchange(key, expected, change);
    assertThat(answer)
        .as("exchange of %s, expecting %s, which the slot meets", key, expected)
        .isInstanceOf(Exchange.Swapped.class);
    return answer.slot();
  }

  /** Exchanges, and demands that it is refused. */
  static LeaseSlot refuse(LeaseStore store, LeaseKey key, Expected expected, Change change) {
    Exchange answer = store.compareAndExchange(key, expected, change);
    assertThat(answer)
        .as("exchange of %s, expecting %s, which the slot does not meet", key, expected)
        .isInstanceOf(Exchange.Refused.class);
    return answer.slot();
  }

  /** Takes a vacant slot. */
  static LeaseSlot hold(LeaseStore store, LeaseRecord record) {
    return swap(store, record.key(), Expected.vacant(), Change.hold(record));
  }

  /** Replaces what {@code slot} shows by {@code next}. */
  static LeaseSlot replace(LeaseStore store, LeaseSlot slot, LeaseRecord next) {
    return swap(store, next.key(), Expected.exactly(slot.version()), Change.hold(next));
  }

  /** Vacates what {@code slot} shows. */
  static LeaseSlot vacate(LeaseStore store, LeaseKey key, LeaseSlot slot, Fence fence) {
    return swap(store, key, Expected.exactly(slot.version()), Change.vacate(fence));
  }

  /**
   * Writes a vacant slot without a fence, as an older program leaves it, through the port alone.
   */
  static LeaseSlot vacateWithoutFence(LeaseStore store, LeaseKey key) {
    LeaseRecord fenceless = SampleLeases.plain(key, SampleLeases.ALICE);
    LeaseSlot held =
        swap(store, key, Expected.exactly(store.load(key).version()), Change.hold(fenceless));
    return vacate(store, key, held, Fence.NONE);
  }

  /** The record in {@code slot}. */
  static LeaseRecord recordIn(LeaseSlot slot) {
    assertThat(slot).as("a slot that holds a record").isInstanceOf(LeaseSlot.Held.class);
    return ((LeaseSlot.Held) slot).record();
  }

  /** What {@code listed} holds; fails if it could not be read. */
  static LeaseSlot slotOf(ListedSlot listed) {
    assertThat(listed).as("a slot that could be read").isInstanceOf(ListedSlot.Found.class);
    return ((ListedSlot.Found) listed).slot();
  }
}
