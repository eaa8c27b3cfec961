package dev.prlease.json;

import static dev.prlease.json.Samples.WRITE;
import static dev.prlease.json.Samples.decode;
import static dev.prlease.json.Samples.full;
import static dev.prlease.json.Samples.golden;
import static dev.prlease.json.Samples.holding;
import static dev.prlease.json.Samples.plain;
import static dev.prlease.json.Samples.vacant;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.Ttl;
import dev.prlease.api.WriteId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The format, frozen by golden files, and everything that reads back. */
class SlotJsonTest {
  private static String encode(LeaseRecord record, WriteId writeId) {
    return new String(SlotJson.encode(holding(record, writeId)), StandardCharsets.UTF_8);
  }

  @Test
  void a_held_slot_looks_like_the_golden_file() {
    assertThat(encode(full(), WRITE)).isEqualTo(golden("held.json"));
  }

  @Test
  void an_issue_on_another_host_looks_like_the_golden_file() {
    LeaseRecord record =
        LeaseRecord.of(
            LeaseKey.of("ghe.example.com", "group/sub/name", LeaseKey.Kind.ISSUE, 760),
            new SessionId("s"),
            Instant.parse("2026-07-26T18:42:42.123456789Z"),
            Ttl.ofSeconds(1));
    assertThat(encode(record, new WriteId("w"))).isEqualTo(golden("issue-on-another-host.json"));
    assertThat(decode(golden("issue-on-another-host.json")))
        .isEqualTo(new DecodedSlot.Held(record, Optional.of(new WriteId("w"))));
  }

  @Test
  void a_vacated_slot_looks_like_the_golden_file() {
    byte[] bytes = SlotJson.encode(vacant(Fence.at(Samples.TIME), WRITE));
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(golden("vacated.json"));
    assertThat(SlotJson.decode(bytes))
        .isEqualTo(new DecodedSlot.Vacant(Fence.at(Samples.TIME), Optional.of(WRITE)));
  }

  @Test
  void LS_19_a_record_comes_back_as_it_was_written() {
    assertThat(decode(golden("held.json")))
        .isEqualTo(new DecodedSlot.Held(full(), Optional.of(WRITE)));
  }

  @Test
  void the_record_printed_in_the_manual_is_held() {
    assertThat(decode(golden("of-the-manual.json")))
        .isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  @Test
  void another_json_library_reads_what_a_version_1_program_needs() throws IOException {
    JsonNode record = new ObjectMapper().readTree(encode(full(), WRITE)).get("record");
    assertThat(record.get("schema_version").intValue()).isEqualTo(1);
    assertThat(record.get("key").get("repo").textValue()).isEqualTo("rysweet/amplihack-rs");
    assertThat(record.get("key").get("pr_number").longValue()).isEqualTo(1051);
    assertThat(record.get("owner_session_id").textValue()).isEqualTo(Samples.SESSION.value());
    assertThat(record.get("acquired_at").textValue()).isEqualTo("2026-07-26T18:42:42.000Z");
    assertThat(record.get("ttl_secs").longValue()).isEqualTo(900);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "{}", "{\"record\": null}", " {\"record\": null, \"x\": 1}\n"})
  void nothing_is_vacant(String text) {
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Vacant(Fence.NONE, Optional.empty()));
  }

  @Test
  void a_foreign_owner_is_kept_verbatim() {
    String owner = "\t «über» \u0000 \uD83D\uDE80 \uD83D ";
    LeaseRecord record =
        LeaseRecord.of(Samples.KEY, SessionId.verbatim(owner), Samples.TIME, Ttl.DEFAULT);
    assertThat(decode(encode(record, WRITE)))
        .isEqualTo(new DecodedSlot.Held(record, Optional.of(WRITE)));
  }

  @Test
  void unknown_fields_are_ignored_wherever_they_are() {
    String text =
        golden("of-the-manual.json")
            .replace("\"record\"", "\"x\": [[1e999, -0.0]], \"record\"")
            .replace("\"repo\"", "\"y\": {\"repo\": 1, \"repo\": 2}, \"repo\"")
            .replace("\"ttl_secs\"", "\"claim\": {\"ttl_secs\": -1}, \"ttl_secs\"");
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  @Test
  void a_key_of_an_older_program_with_an_issue_number_beside_it_is_a_pull_request() {
    String text =
        golden("of-the-manual.json")
            .replace("\"pr_number\": 1051", "\"issue_number\": 3, \"pr_number\": 1051");
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "9007199254740993",
        "1e3",
        "1.5",
        "99999999999999999999",
        "\"7\"",
        "null",
        "{}",
        "[7]"
      })
  void a_fence_out_of_range_or_type_counts_as_none(String fence) {
    String text =
        golden("of-the-manual.json")
            .replace("\"ttl_secs\": 900", "\"ttl_secs\": 900, \"fence\": " + fence);
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
    assertThat(decode("{\"record\": null, \"fence\": " + fence + "}"))
        .isEqualTo(new DecodedSlot.Vacant(Fence.NONE, Optional.empty()));
  }

  @Test
  void the_largest_fence_counts() {
    assertThat(decode("{\"record\": null, \"fence\": 9007199254740992}"))
        .isEqualTo(new DecodedSlot.Vacant(new Fence(Fence.MAX_VALUE), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "true", "null", "{\"a\": 1}", "[\"x\"]", "1.5"})
  void a_wrong_typed_additive_field_counts_as_missing(String value) {
    String additive = "";
    for (String name : new String[] {"grant_id", "granted_at", "holder", "head", "fence"}) {
      String odd = name.equals("fence") ? "\"x\"" : name.equals("holder") ? "\"x\"" : value;
      additive += ", \"" + name + "\": " + odd;
    }
    String text =
        golden("of-the-manual.json")
            .replace("\"ttl_secs\": 900", "\"ttl_secs\": 900" + additive)
            .replace("\"repo\"", "\"host\": " + value + ", \"repo\"")
            .replace("{\n  \"record\"", "{\n \"write_id\": " + value + ", \"record\"");
    assertThat(decode(text)).isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  @Test
  void an_additive_field_that_is_there_twice_counts_as_missing() {
    String twice =
        "\"ttl_secs\": 900, \"fence\": 5, \"fence\": 5, \"head\": \"a\", \"head\": \"b\"";
    assertThat(decode(golden("of-the-manual.json").replace("\"ttl_secs\": 900", twice)))
        .isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "86400", "86401", "18446744073709551615"})
  void a_ttl_is_forced_into_its_range(String ttl) {
    DecodedSlot slot =
        decode(golden("of-the-manual.json").replace("\"ttl_secs\": 900", "\"ttl_secs\": " + ttl));
    assertThat(slot).isInstanceOf(DecodedSlot.Held.class);
    assertThat(((DecodedSlot.Held) slot).record().ttl().seconds()).isBetween(1L, 86_400L);
  }

  @Test
  void L4_a_time_in_2999_decodes_since_only_core_judges_it() {
    DecodedSlot slot = decode(golden("of-the-manual.json").replace("2026-", "2999-"));
    assertThat(((DecodedSlot.Held) slot).record().acquiredAt())
        .isEqualTo(Instant.parse("2999-07-26T18:42:42Z"));
  }

  @Test
  void what_is_decoded_becomes_the_slot_of_a_version() {
    SlotVersion version = new SlotVersion("v");
    assertThat(decode("null").at(version))
        .isEqualTo(LeaseSlot.Vacant.written(version, Fence.NONE, Optional.empty()));
    assertThat(decode(golden("held.json")).at(version))
        .isEqualTo(new LeaseSlot.Held(version, full(), Optional.of(WRITE)));
    assertThat(decode("x").at(version)).isInstanceOf(LeaseSlot.Unreadable.class);
  }
}
