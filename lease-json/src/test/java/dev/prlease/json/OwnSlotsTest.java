package dev.prlease.json;

import static dev.prlease.json.Samples.WRITE;
import static dev.prlease.json.Samples.full;
import static dev.prlease.json.Samples.golden;
import static dev.prlease.json.Samples.holding;
import static dev.prlease.json.Samples.plain;
import static dev.prlease.json.Samples.vacant;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What we write is recognised, and nothing is taken for something else than the parser says. */
class OwnSlotsTest {
  private static final LeaseRecord ISSUE =
      LeaseRecord.of(
          LeaseKey.of("ghe.example.com:8443", "group/sub/name", LeaseKey.Kind.ISSUE, 760),
          SessionId.verbatim(""),
          Samples.TIME.plusNanos(7),
          Ttl.ofSeconds(1));

  private final OwnSlots slots = new OwnSlots();

  static Stream<byte[]> written() {
    return Stream.of(
        SlotJson.encode(holding(full(), WRITE)),
        SlotJson.encode(holding(plain(), WRITE)),
        SlotJson.encode(holding(ISSUE, WRITE)),
        SlotJson.encode(holding(plain().withHolder(Holder.ofProgram("p")), WRITE)),
        SlotJson.encode(vacant(Fence.at(Samples.TIME), WRITE)),
        SlotJson.encode(vacant(Fence.NONE, WRITE)));
  }

  private static Optional<DecodedSlot> parsed(byte[] bytes) {
    return Optional.of(SlotJson.parse(bytes));
  }

  private Optional<DecodedSlot> read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return slots.read(bytes, bytes.length);
  }

  @ParameterizedTest
  @MethodSource("written")
  void LS_19_what_we_write_is_read_as_the_parser_reads_it(byte[] bytes) {
    assertThat(slots.read(bytes, bytes.length)).isPresent().isEqualTo(parsed(bytes));
  }

  @Test
  void so_is_what_version_1_programs_write() {
    String text =
        golden("held.json")
            .replaceAll("(?s),\\n    \"fence\".*  \\}\\n\\}|,\\n    \"fence\".*", "\n  }\n}");
    assertThat(text).endsWith("\"ttl_secs\": 900\n  }\n}");
    assertThat(read(text)).contains(new DecodedSlot.Held(plain(), Optional.empty()));
  }

  /** Each byte replaced, left out, doubled: it is declined, or read as the parser reads it. */
  @ParameterizedTest
  @MethodSource("written")
  void no_damage_is_read_otherwise_than_by_the_parser(byte[] bytes) {
    byte[] damages = "\u0000 \n\t\"\\/{}[]:,019-+.eazAZ_\u007f".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < bytes.length; at++) {
      byte[] before = Arrays.copyOfRange(bytes, 0, at);
      byte[] behind = Arrays.copyOfRange(bytes, at + 1, bytes.length);
      check(joined(before, behind));
      check(joined(before, new byte[] {bytes[at], bytes[at]}, behind));
      check(joined(before, new byte[] {(byte) 0xe9}, behind));
      check(before);
      for (byte damage : damages) {
        check(joined(before, new byte[] {damage}, behind));
      }
    }
  }

  private void check(byte[] bytes) {
    Optional<DecodedSlot> read = slots.read(bytes, bytes.length);
    if (read.isPresent()) {
      assertThat(read).as(new String(bytes, StandardCharsets.ISO_8859_1)).isEqualTo(parsed(bytes));
    }
  }

  private static byte[] joined(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** Values that only the parser judges, or that its own rules are about. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"schema_version\": 1|\"schema_version\": 2",
        "\"schema_version\": 1|\"schema_version\": 01",
        "rysweet/amplihack-rs|../../etc",
        "rysweet/amplihack-rs|",
        "1051|0",
        "1051|-1",
        "1051|99999999999999999999",
        "1051|999999999999999999",
        "\"ttl_secs\": 900|\"ttl_secs\": 0",
        "\"ttl_secs\": 900|\"ttl_secs\": 999999999999",
        "\"ttl_secs\": 900|\"ttl_secs\": 9e2",
        "\"ttl_secs\": 900|\"ttl_secs\": \"900\"",
        "\"ttl_secs\": 900|\"ttl_secs\": 900,\n    \"ttl_secs\": 900",
        "42.000Z|42.000z",
        "42.000Z|42.000",
        "2026-07|2026-13",
        "00112233445566778899aabbccddeeff|",
        "ffeeddccbbaa99887766554433221100|",
        "prlease run|",
        "prlease run|\\u0070",
        "2b0f6a1c-8d7e-4f3a-9c5b-1e2d3c4b5a69|",
        "0123456789abcdef0123456789abcdef01234567|",
        "0123456789abcdef0123456789abcdef01234567|über"
      })
  void values_that_are_odd_are_declined_or_read_as_the_parser_reads_them(String change) {
    String[] parts = change.split("\\|", -1);
    String text = golden("held.json");
    assertThat(text).contains(parts[0]);
    check(text.replace(parts[0], parts[1]).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void another_layout_is_left_to_the_parser() {
    assertThat(read(golden("held.json").replace("\n", "\r\n"))).isEmpty();
    assertThat(read(golden("held.json") + "\n")).isEmpty();
    assertThat(read(golden("claim.json"))).isEmpty();
    assertThat(read(golden("of-the-manual.json"))).isEmpty();
    assertThat(read("null")).isEmpty();
    assertThat(read("{}")).isEmpty();
    assertThat(read("")).isEmpty();
  }

  @Test
  void slots_that_are_read_one_after_another_share_texts_and_nothing_else() {
    LeaseRecord other =
        full()
            .withGrantId(new GrantId("another"))
            .refreshed(Samples.TIME.plusSeconds(1), Ttl.ofSeconds(7))
            .withHolder(new Holder("elsewhere", Optional.empty(), "p", "prlease run"));
    SlotDecoder decoder = new SlotDecoder();
    LeaseRecord first = record(decoder, full());
    LeaseRecord second = record(decoder, full());
    assertThat(record(decoder, other)).isEqualTo(other);
    assertThat(record(decoder, ISSUE)).isEqualTo(ISSUE);
    assertThat(record(decoder, full())).isEqualTo(full());
    assertThat(second).isEqualTo(first);
    assertThat(second.key().repo()).isSameAs(first.key().repo());
    assertThat(second.holder().orElseThrow().host()).isSameAs(first.holder().orElseThrow().host());
  }

  private static LeaseRecord record(SlotDecoder decoder, LeaseRecord record) {
    byte[] bytes = SlotJson.encode(holding(record, WRITE));
    // As in a buffer that held more before.
    byte[] longer = joined(bytes, "}\n left over".getBytes(StandardCharsets.UTF_8));
    return ((DecodedSlot.Held) decoder.decode(longer, bytes.length)).record();
  }

  @Test
  void what_is_left_over_behind_a_slot_in_another_layout_is_not_read_either() {
    byte[] bytes = golden("of-the-manual.json").getBytes(StandardCharsets.UTF_8);
    assertThat(new SlotDecoder().decode(joined(bytes, bytes), bytes.length))
        .isEqualTo(new DecodedSlot.Held(plain(), Optional.empty()));
    assertThat(new SlotDecoder().decode(bytes, 0))
        .isEqualTo(new DecodedSlot.Vacant(Fence.NONE, Optional.empty()));
  }
}
