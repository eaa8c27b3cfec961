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

final class LeaseFilterTest {
  private static final SlotVersion VERSION = new SlotVersion("1");
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final LeaseRecord RECORD =
      LeaseRecord.of(KEY, ALICE, Instant.EPOCH, Ttl.ofSeconds(60));

  private static final LeaseSlot HELD = new LeaseSlot.Held(VERSION, RECORD, Optional.empty());
  private static final LeaseSlot VACANT =
      LeaseSlot.Vacant.written(VERSION, new Fence(7), Optional.empty());
  private static final LeaseSlot UNREADABLE =
      new LeaseSlot.Unreadable(VERSION, LeaseSlot.Defect.CORRUPT, "no JSON", Optional.empty());

  @Test
  void LS_14_everything_but_what_is_vacant_is_shown_where_nothing_is_asked_for() {
    assertThat(LeaseFilter.ALL.shows(HELD)).isTrue();
    assertThat(LeaseFilter.ALL.shows(UNREADABLE)).isTrue();
    assertThat(LeaseFilter.ALL.shows(VACANT)).isFalse();
  }

  @Test
  void LS_14_records_alone_are_shown_where_something_is_asked_for_if_they_match() {
    LeaseFilter alices = LeaseFilter.ALL.ofOwner(ALICE);
    assertThat(alices.shows(HELD)).isTrue();
    assertThat(alices.shows(UNREADABLE)).isFalse();
    assertThat(alices.shows(VACANT)).isFalse();
    assertThat(LeaseFilter.ALL.ofOwner(SessionId.of("bob")).shows(HELD)).isFalse();
  }
}
