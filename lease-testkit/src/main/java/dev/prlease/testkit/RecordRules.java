package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static dev.prlease.testkit.SampleLeases.holding;
import static dev.prlease.testkit.SampleLeases.plain;
import static dev.prlease.testkit.SampleLeases.rich;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-19, LS-20: records come back as they were, and are not judged. */
@DisplayNameGeneration(RuleNames.class)
abstract class RecordRules extends StoreSuite {
  @Test
  void LS_19_a_record_comes_back_as_it_was_written() {
    for (LeaseRecord record :
        List.of(
            plain(KEY, ALICE),
            holding(KEY, ALICE, 10),
            rich(KEY, ALICE, 10),
            SampleClaims.rich(SampleClaims.ISSUE, ALICE, 10),
            plain(KEY, ALICE).withHolder(Holder.ofProgram("")),
            plain(KEY, ALICE)
                .withHolder(
                    new Holder(
                        "",
                        Optional.of(
                            new ProcessIdentity(
                                1, OptionalLong.empty(), Optional.empty(), OptionalLong.empty())),
                        "p",
                        "")),
            plain(KEY, ALICE).withGrantId(new GrantId("a \"grant\"\n\u0007 ünı😀")),
            plain(KEY, ALICE).withFence(new Fence(1)),
            plain(KEY, ALICE).withFence(new Fence(Fence.MAX_VALUE)),
            plain(KEY, ALICE).refreshed(Instant.EPOCH, Ttl.ofSeconds(1)),
            plain(KEY, ALICE).refreshed(Instant.parse("2026-03-29T01:30:00Z"), TTL),
            // The hours that clocks show twice: in Berlin, in New York, and on Lord Howe Island.
            plain(KEY, ALICE).refreshed(Instant.parse("2026-10-25T01:30:00Z"), TTL),
            plain(KEY, ALICE).refreshed(Instant.parse("2026-11-01T06:30:00Z"), TTL),
            plain(KEY, ALICE).refreshed(Instant.parse("2026-04-04T15:15:00Z"), TTL),
            plain(KEY, ALICE).refreshed(Instant.parse("2026-07-26T18:42:42Z"), Ttl.of(Ttl.MAX)))) {
      assertRoundTrip(record);
    }
  }

  @Test
  void LS_19_a_foreign_record_keeps_its_precision_and_its_owner() {
    for (String owner :
        List.of(
            "x",
            "",
            " ",
            "tab\tnew\nline",
            "nul\u0000",
            "quote\"back\\slash",
            "İıßẞ",
            "深夜😀",
            "o".repeat(5_000))) {
      assertRoundTrip(
          LeaseRecord.of(
              KEY,
              SessionId.verbatim(owner),
              Instant.parse("2026-07-26T18:42:42.123456789Z"),
              TTL));
    }
  }

  @Test
  void LS_19_a_record_keeps_the_spelling_of_its_key() {
    LeaseKey spelt = LeaseKey.parse("GHE.Example.com/Owner/Repo#7");
    LeaseRecord back = recordIn(hold(store(), holding(spelt, ALICE, 10)));
    assertThat(back.key().host()).isEqualTo("GHE.Example.com");
    assertThat(back.key().repo()).isEqualTo("Owner/Repo");
    LeaseRecord loaded = recordIn(store().load(spelt.canonical()));
    assertThat(loaded.key().repo()).isEqualTo("Owner/Repo");
  }

  @TestFactory
  Stream<DynamicTest> LS_19_what_an_older_program_wrote_keeps_its_values() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          LeaseRecord theirs =
              LeaseRecord.of(KEY, BOB, Instant.parse("2026-07-26T18:42:42.123456789Z"), TTL);
          raw.writeAsOlderProgram(KEY, Optional.of(theirs));
          LeaseSlot slot = store().load(KEY);
          assertThat(recordIn(slot)).isEqualTo(theirs);
          assertThat(slot.writeId()).as("an older program writes no write id").isEmpty();
        });
  }

  private void assertRoundTrip(LeaseRecord record) {
    LeaseSlot slot = replace(store(), store().load(record.key()), record);
    assertThat(recordIn(slot)).as("the answer's record").isEqualTo(record);
    LeaseSlot loaded = store().load(record.key());
    assertThat(loaded).as("the slot loaded").isEqualTo(slot);
    assertThat(recordIn(loaded).acquiredAt()).isEqualTo(record.acquiredAt());
  }

  @Test
  void LS_20_expired_records_from_the_future_and_of_other_keys_are_let_be() {
    Instant future = Instant.parse("2999-01-01T00:00:00Z");
    for (LeaseRecord odd :
        List.of(
            plain(KEY, ALICE).refreshed(Instant.EPOCH, Ttl.ofSeconds(1)),
            plain(KEY, ALICE).refreshed(future, TTL),
            holding(OTHER_KEY, ALICE, 10),
            holding(LeaseKey.issue("some/where", 3), ALICE, 10))) {
      LeaseSlot before = store().load(KEY);
      LeaseSlot slot = swap(store(), KEY, Expected.exactly(before.version()), Change.hold(odd));
      assertThat(store().load(KEY)).as("a slot that is not the store's to judge").isEqualTo(slot);
      assertThat(recordIn(slot)).isEqualTo(odd);
      refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)));
      assertThat(store().load(OTHER_KEY))
          .as("the slot of the other key")
          .isInstanceOf(LeaseSlot.Vacant.class);
    }
  }
}
