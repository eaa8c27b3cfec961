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
    List<String> lines =
        notes(events(ReferenceStoreTest.class)).stream().flatMap(String::lines).toList();
    assertThat(lines.get(0)).matches("ReferenceStoreTest leaves \\d+ tests out, for want of");
    assertThat(lines.subList(1, lines.size()))
        .contains(
            "  Watchable: 1 of \"a watchable store tells of changes until the watch is closed\"",
            "  Diagnosable: 5 of DG-1, DG-2, DG-3, DG-4, DG-6")
        .allMatch(line -> line.matches("  (Watchable|Collectable|Diagnosable)\\b.*"));
  }

  static final class OnlyOpens extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      ReferenceStore.Place place = new ReferenceStore.Place();
      return StoreFixture.of(() -> new ReferenceStore(place));
    }
  }
}
