package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static dev.prlease.testkit.SampleLeases.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-14, LS-15, LS-21: listings and batches. */
@DisplayNameGeneration(RuleNames.class)
abstract class ListRules extends StoreSuite {
  @Test
  void LS_14_an_empty_store_lists_nothing() {
    assertThat(store().list(LeaseFilter.ALL)).isEmpty();
  }

  @Test
  void LS_14_the_listing_shows_records_and_no_vacant_slots() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot released = hold(store(), holding(OTHER_KEY, BOB, 10));
    vacate(store(), OTHER_KEY, released, released.fence());
    LeaseKey longExpired = LeaseKey.pullRequest("rysweet/amplihack-rs", 1);
    hold(store(), holding(longExpired, BOB, 10).refreshed(Instant.EPOCH, SampleLeases.TTL));
    List<ListedSlot> listed = store().list(LeaseFilter.ALL);
    assertThat(listed)
        .extracting(each -> recordIn(slotOf(each)).key())
        .containsExactlyInAnyOrder(KEY, longExpired);
    assertThat(listed)
        .extracting(ListedSlot::key)
        .containsExactlyInAnyOrder(Optional.of(KEY), Optional.of(longExpired));
    assertThat(listed).extracting(StoreSuite::slotOf).contains(held);
    assertThat(listed).extracting(ListedSlot::name).doesNotContain("").doesNotHaveDuplicates();
  }

  @TestFactory
  Stream<DynamicTest> LS_14_a_slot_that_cannot_be_read_is_listed_with_its_trouble() {
    return with(place().obstacle(), "an obstacle", this::troubleHidesNoOther);
  }

  private void troubleHidesNoOther(StoreFixture.Obstacle obstacle) {
    hold(store(), holding(KEY, ALICE, 10));
    hold(store(), holding(OTHER_KEY, BOB, 10));
    Runnable clear = obstacle.put(OTHER_KEY);
    List<ListedSlot> listed = store().list(LeaseFilter.ALL);
    List<ListedSlot> elsewhere =
        store().list(LeaseFilter.ALL.ofRepo(LeaseKey.parse("nobody/nothing#1")));
    clear.run();
    assertThat(listed)
        .extracting(each -> each.getClass().getSimpleName())
        .containsExactlyInAnyOrder("Found", "Troubled");
    for (ListedSlot each : listed) {
      if (each instanceof ListedSlot.Troubled troubled) {
        assertThat(troubled.name()).isNotEmpty();
        assertThat(troubled.key().orElse(OTHER_KEY)).isEqualTo(OTHER_KEY);
        assertThat(troubled.trouble().getMessage()).isNotBlank();
        assertThat(elsewhere)
            .as("what a filter hides that may be in a slot of an unknown key")
            .hasSize(troubled.key().isPresent() ? 0 : 1);
      } else {
        assertThat(recordIn(slotOf(each)).key()).isEqualTo(KEY);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> LS_14_a_record_in_the_slot_of_another_key_is_not_shown_in_its_own() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          raw.writeAsOlderProgram(KEY, Optional.of(plain(OTHER_KEY, BOB)));
          for (LeaseFilter filter : List.of(LeaseFilter.ALL, LeaseFilter.ALL.ofRepo(OTHER_KEY))) {
            assertThat(store().list(filter))
                .as("listing by %s", filter)
                .allSatisfy(each -> assertThat(each.key()).isNotEqualTo(Optional.of(OTHER_KEY)));
          }
          assertThat(store().list(LeaseFilter.ALL))
              .singleElement()
              .satisfies(each -> assertThat(recordIn(slotOf(each)).key()).isEqualTo(OTHER_KEY));
        });
  }

  @Test
  void LS_14_the_filter_decides_by_the_record() {
    LeaseKey a1 = LeaseKey.parse("acme/app#1");
    LeaseKey a2 = LeaseKey.parse("Acme/App#2");
    LeaseKey aIssue = LeaseKey.parse("issue:acme/app#3");
    LeaseKey elsewhere = LeaseKey.parse("ghe.example.com/acme/app#1");
    LeaseKey near = LeaseKey.parse("acme/app.js#1");
    hold(store(), holding(a1, ALICE, 10));
    hold(store(), holding(a2, BOB, 10));
    hold(store(), holding(aIssue, ALICE, 10));
    hold(store(), holding(elsewhere, ALICE, 10));
    hold(store(), plain(near, BOB));

    LeaseFilter acme = LeaseFilter.ALL.ofRepo(LeaseKey.parse("ACME/app#99"));
    assertListed(acme, a1, a2, aIssue);
    assertListed(LeaseFilter.ALL.ofOwner(BOB), a2, near);
    assertListed(LeaseFilter.ALL.ofKind(LeaseKey.Kind.ISSUE), aIssue);
    assertListed(acme.ofOwner(ALICE), a1, aIssue);
    assertListed(acme.ofOwner(ALICE).ofKind(LeaseKey.Kind.PULL_REQUEST), a1);
    assertListed(LeaseFilter.ALL.ofRepo(elsewhere), elsewhere);
    assertListed(LeaseFilter.ALL, a1, a2, aIssue, elsewhere, near);
  }

  private void assertListed(LeaseFilter filter, LeaseKey... keys) {
    assertThat(store().list(filter))
        .as("listing by %s", filter)
        .extracting(each -> recordIn(slotOf(each)).key())
        .containsExactlyInAnyOrder(keys);
  }

  @Test
  void LS_15_an_empty_batch_has_no_results() {
    assertThat(store().exchangeAll(List.of())).isEmpty();
  }

  @Test
  void LS_15_a_batch_gives_one_result_a_request_in_their_order() {
    List<ExchangeRequest> requests = new ArrayList<>();
    List<Boolean> swaps = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      LeaseKey key = LeaseKey.pullRequest("acme/app", i + 1);
      boolean free = i % 3 != 1;
      if (!free) {
        hold(store(), holding(key, BOB, 10));
      }
      swaps.add(free);
      LeaseRecord record = holding(key, ALICE, 11);
      requests.add(new ExchangeRequest(key, Expected.vacant(), Change.hold(record)));
    }

    List<ExchangeResult> results = store().exchangeAll(requests);

    assertThat(results).hasSize(requests.size());
    for (int i = 0; i < results.size(); i++) {
      LeaseKey key = requests.get(i).key();
      assertThat(results.get(i).key()).as("key of result %d", i).isEqualTo(key);
      assertThat(results.get(i)).isInstanceOf(ExchangeResult.Answered.class);
      Exchange exchange = ((ExchangeResult.Answered) results.get(i)).exchange();
      assertThat(exchange instanceof Exchange.Swapped)
          .as("result %d, of %s, swapped", i, key)
          .isEqualTo(swaps.get(i));
      assertThat(exchange.slot()).as("slot of result %d", i).isEqualTo(store().load(key));
    }
  }

  @Test
  void LS_15_a_batch_renews_and_vacates_by_exact_versions() {
    LeaseSlot one = hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot two = hold(store(), holding(OTHER_KEY, ALICE, 20));
    List<ExchangeResult> results =
        store()
            .exchangeAll(
                List.of(
                    new ExchangeRequest(
                        KEY, Expected.exactly(one.version()), Change.hold(holding(KEY, ALICE, 10))),
                    new ExchangeRequest(
                        OTHER_KEY, Expected.exactly(two.version()), Change.vacate(new Fence(20)))));
    assertThat(results).hasSize(2).hasOnlyElementsOfType(ExchangeResult.Answered.class);
    assertThat(store().load(KEY)).isInstanceOf(LeaseSlot.Held.class);
    assertThat(store().load(OTHER_KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @TestFactory
  Stream<DynamicTest> LS_15_a_failure_of_one_request_touches_no_other() {
    return with(place().obstacle(), "an obstacle", this::failureTouchesNoOther);
  }

  private void failureTouchesNoOther(StoreFixture.Obstacle obstacle) {
    Runnable clear = obstacle.put(OTHER_KEY);
    LeaseKey third = LeaseKey.pullRequest("acme/app", 3);
    List<ExchangeRequest> requests = new ArrayList<>();
    for (LeaseKey key : List.of(KEY, OTHER_KEY, third)) {
      requests.add(
          new ExchangeRequest(key, Expected.vacant(), Change.hold(holding(key, ALICE, 10))));
    }
    List<ExchangeResult> results = store().exchangeAll(requests);
    clear.run();
    assertThat(results)
        .extracting(result -> result.getClass().getSimpleName())
        .containsExactly("Answered", "Failed", "Answered");
    assertThat(recordIn(store().load(KEY)).owner()).isEqualTo(ALICE);
    assertThat(recordIn(store().load(third)).owner()).isEqualTo(ALICE);
  }

  @Test
  void LS_21_no_keys_have_no_results() {
    assertThat(store().loadAll(List.of())).isEmpty();
  }

  @Test
  void LS_21_a_batch_reads_every_kind_of_slot_in_the_order_of_the_keys() {
    LeaseKey absent = LeaseKey.pullRequest("zeta/last", 1);
    LeaseKey issue = LeaseKey.parse("issue:acme/app#42");
    hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot released = hold(store(), holding(OTHER_KEY, BOB, 10));
    vacate(store(), OTHER_KEY, released, released.fence());
    hold(store(), holding(issue, BOB, 10));

    List<LeaseKey> keys = List.of(OTHER_KEY, absent, issue, KEY, OTHER_KEY);
    assertLoads(keys, "results, one a key, a key that comes twice included");
  }

  private void assertLoads(List<LeaseKey> keys, String what) {
    List<LoadResult> results = store().loadAll(keys);
    assertThat(results).as(what).hasSize(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      assertThat(results.get(i).key()).as("key of result %d", i).isEqualTo(keys.get(i));
      assertThat(results.get(i)).isInstanceOf(LoadResult.Answered.class);
      assertThat(((LoadResult.Answered) results.get(i)).slot())
          .as("slot of %s, %s", keys.get(i), what)
          .isEqualTo(store().load(keys.get(i)));
    }
  }

  @Test
  void LS_21_each_slot_is_as_of_this_call() {
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    assertLoads(List.of(KEY, OTHER_KEY), "loaded for the first time");
    replace(store(), slot, holding(KEY, BOB, 11));
    hold(store(), holding(OTHER_KEY, BOB, 10));
    assertLoads(List.of(KEY, OTHER_KEY), "loaded again after both were written");
  }

  @Test
  void LS_21_equal_keys_are_read_alike_and_answered_in_the_spelling_that_was_asked_for() {
    hold(store(), holding(KEY, ALICE, 10));
    LeaseKey shouted = LeaseKey.pullRequest(KEY.repo().toUpperCase(Locale.ROOT), KEY.number());
    assertLoads(List.of(shouted), "by another spelling");
    assertThat(store().loadAll(List.of(shouted)).get(0).key().repo()).isEqualTo(shouted.repo());
  }

  @Test
  void LS_21_the_largest_batch_is_read_whole() {
    List<LeaseKey> keys = new ArrayList<>();
    for (int i = 1; i <= LeaseStore.LARGEST_BATCH; i++) {
      keys.add(LeaseKey.pullRequest("acme/app", i));
    }
    LeaseSlot held = hold(store(), holding(keys.get(499), ALICE, 10));
    List<LoadResult> results = store().loadAll(keys);
    assertThat(results).extracting(LoadResult::key).isEqualTo(keys);
    assertThat(results.get(499)).isEqualTo(new LoadResult.Answered(keys.get(499), held));
  }

  @TestFactory
  Stream<DynamicTest> LS_21_a_key_that_cannot_be_read_touches_no_other() {
    return with(
        place().obstacle(),
        "an obstacle",
        obstacle -> {
          hold(store(), holding(KEY, ALICE, 10));
          Runnable clear = obstacle.put(OTHER_KEY);
          LeaseKey third = LeaseKey.pullRequest("acme/app", 3);
          List<LoadResult> results = store().loadAll(List.of(KEY, OTHER_KEY, third));
          clear.run();
          assertThat(results)
              .extracting(result -> result.getClass().getSimpleName())
              .containsExactly("Answered", "Failed", "Answered");
          assertThat(((LoadResult.Failed) results.get(1)).error().getMessage()).isNotBlank();
        });
  }
}
