package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;
import org.junit.platform.testkit.engine.Events;

/** Capabilities select tests, and what a store cannot show is said. */
final class NotOfferedTest {
  private static Events events(Class<?> contract) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .allEvents();
  }

  private static List<String> notes(Events events) {
    return events
        .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
        .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
        .map(pairs -> pairs.getOrDefault(NotOffered.ENTRY, ""))
        .toList();
  }

  @Test
  void a_place_that_can_only_be_opened_is_told_what_was_left_out_rule_by_rule() {
    Events events = events(OnlyOpens.class);
    assertThat(events.failed().count()).isZero();
    assertThat(notes(events))
        .singleElement()
        .asString()
        .startsWith("OnlyOpens leaves ")
        .containsPattern("RawSlots: \\d+ of LS-2, LS-3, LS-4, LS-10, ")
        .containsPattern("openLosingNextAnswer: 1 of LS-13")
        .doesNotContain("second opening");
    assertThat(events.finished().map(event -> event.getTestDescriptor().getDisplayName()))
        .noneMatch(name -> name.startsWith("not offered"));
  }

  @Test
  void a_place_that_offers_all_is_told_of_what_its_store_lacks_only() {
    assertThat(notes(events(ReferenceStoreTest.class)))
        .singleElement()
        .asString()
        .isEqualTo(
            "ReferenceStoreTest leaves 1 test out, for want of\n"
                + "  Watchable: 1 of \"a watchable store tells of changes until the watch is closed\"");
  }

  static final class OnlyOpens extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      ReferenceStore.Place place = new ReferenceStore.Place();
      return StoreFixture.of(() -> new ReferenceStore(place));
    }
  }
}
