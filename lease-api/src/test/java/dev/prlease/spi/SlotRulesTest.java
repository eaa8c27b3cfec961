package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotRulesTest {
  private static final SlotVersion V1 = new SlotVersion("1");
  private static final LeaseRecord RECORD =
      LeaseRecord.of(LeaseKey.parse("acme/app#42"), SessionId.of("a"), Instant.EPOCH, Ttl.DEFAULT)
          .withFence(new Fence(50));
  private static final LeaseSlot HELD = new LeaseSlot.Held(V1, RECORD, Optional.empty());
  private static final LeaseSlot UNREADABLE =
      new LeaseSlot.Unreadable(V1, LeaseSlot.Defect.CORRUPT, "no JSON", Optional.empty());

  private static LeaseSlot vacant(long fence) {
    return LeaseSlot.Vacant.written(V1, Fence.lenient(fence), Optional.empty());
  }

  @Test
  void LS_3_exactly_compares_the_version_and_nothing_else() {
    Change change = Change.hold(RECORD);

    assertThat(SlotRules.next(HELD, Expected.exactly(V1), change)).isPresent();
    assertThat(SlotRules.next(HELD, Expected.exactly(new SlotVersion("2")), change)).isEmpty();
  }

  @Test
  void LS_4_vacant_is_met_by_an_absent_slot_and_a_vacant_one_with_a_fence_only() {
    Change change = Change.hold(RECORD);

    assertThat(SlotRules.next(LeaseSlot.Vacant.absent(V1), Expected.vacant(), change)).isPresent();
    assertThat(SlotRules.next(vacant(7), Expected.vacant(), change)).isPresent();
    assertThat(SlotRules.next(vacant(0), Expected.vacant(), change)).isEmpty();
    assertThat(SlotRules.next(HELD, Expected.vacant(), change)).isEmpty();
    assertThat(SlotRules.next(UNREADABLE, Expected.vacant(), change)).isEmpty();
  }

  @Test
  void LS_5_vacant_gives_the_greater_of_the_next_fence_and_the_proposed_one() {
    Change change = Change.hold(RECORD);

    assertThat(SlotRules.next(vacant(7), Expected.vacant(), change).orElseThrow().fence())
        .isEqualTo(new Fence(50));
    AbstractLeaseStore.Content raised =
        SlotRules.next(vacant(90), Expected.vacant(), change).orElseThrow();
    assertThat(raised.fence()).isEqualTo(new Fence(91));
    assertThat(raised.record().orElseThrow().fence()).isEqualTo(new Fence(91));
  }

  @Test
  void LS_9_a_vacated_slot_keeps_the_greater_fence() {
    assertThat(
            SlotRules.next(HELD, Expected.exactly(V1), Change.vacate(new Fence(3)))
                .orElseThrow()
                .fence())
        .isEqualTo(new Fence(50));
    assertThat(
            SlotRules.next(HELD, Expected.exactly(V1), Change.vacate(new Fence(60)))
                .orElseThrow()
                .fence())
        .isEqualTo(new Fence(60));
  }

  @Test
  void LS_11_what_is_unreadable_is_archived_asked_or_not() {
    assertThat(
            SlotRules.next(UNREADABLE, Expected.exactly(V1), Change.hold(RECORD))
                .orElseThrow()
                .replaced())
        .isEqualTo(Change.Replaced.ARCHIVE);
    assertThat(
            SlotRules.next(HELD, Expected.exactly(V1), Change.hold(RECORD).archiving())
                .orElseThrow()
                .replaced())
        .isEqualTo(Change.Replaced.ARCHIVE);
    assertThat(
            SlotRules.next(HELD, Expected.exactly(V1), Change.hold(RECORD))
                .orElseThrow()
                .replaced())
        .isEqualTo(Change.Replaced.DISCARD);
  }
}
