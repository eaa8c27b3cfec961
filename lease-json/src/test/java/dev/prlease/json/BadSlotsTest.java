package dev.prlease.json;

import static dev.prlease.json.Samples.golden;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.prlease.api.LeaseSlot.Defect;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that a file may hold makes decoding throw, and each defect is named. */
class BadSlotsTest {
  private static final String GOOD = golden("of-the-manual.json");

  static Stream<Arguments> bad() {
    return Stream.of(
        arguments("truncated", GOOD.substring(0, 120), "it ends in the middle"),
        arguments("no JSON", "held by me", "it is not JSON (line 1, column"),
        arguments("white space only", " \n", "it holds white space only"),
        arguments("trailing garbage", GOOD + " x", "it is not JSON"),
        arguments("a second document", GOOD + GOOD, "something follows the JSON value"),
        arguments("a byte order mark", "\uFEFF" + GOOD, "it starts with a byte order mark"),
        arguments("an array", "[" + GOOD + "]", "it is no JSON object"),
        arguments("a string", "\"x\"", "it is no JSON object"),
        arguments("a comment", "/* x */" + GOOD, "it is not JSON"),
        arguments("single quotes", GOOD.replace('"', '\''), "it is not JSON"),
        arguments("a million levels", "[".repeat(1_000_000), "it is nested too deep"),
        arguments(
            "a million levels in a field",
            "{\"x\": " + "[".repeat(1_000_000) + "]".repeat(1_000_000) + "}",
            "it is nested too deep"),
        arguments("a million digits", with("900", "9".repeat(1_000_000)), "it is nested too deep"),
        arguments(
            "record misspelt",
            GOOD.replace("\"record\"", "\"recore\""),
            "it has no record, but something that is not known"),
        arguments("something else", "{\"x\": 1}", "it has no record, but something that is not"),
        arguments("record twice", "{\"record\": null, \"record\": {}}", "record is there twice"),
        arguments("record is text", "{\"record\": \"x\"}", "record is the string 'x', not an"),
        arguments("record is a list", "{\"record\": [1]}", "record is an array, not an object"),
        arguments("record is empty", "{\"record\": {}}", "schema_version is missing"),
        arguments("no owner", without("owner_session_id"), "owner_session_id is missing"),
        arguments("no time", without("acquired_at"), "acquired_at is missing"),
        arguments("no key", without("key"), "key is missing"),
        arguments("no TTL", with("\"ttl_secs\"", "\"ttl\""), "ttl_secs is missing"),
        arguments(
            "owner twice",
            with("\"ttl_secs\"", "\"owner_session_id\": \"x\", \"ttl_secs\""),
            "owner_session_id is there twice"),
        arguments(
            "owner is null",
            with("\"9f2c8b1a-4d3e-4c17-9a2b-7e6f5d4c3b2a\"", "null"),
            "owner_session_id is 'null', not a string"),
        arguments(
            "key is text",
            with("{ \"repo\": \"rysweet/amplihack-rs\", \"pr_number\": 1051 }", "\"a/b#1\""),
            "key is the string 'a/b#1', not an object"),
        arguments("repo is none", with("rysweet/amplihack-rs", "../../etc"), "key is none: "),
        arguments("repo missing", with("\"repo\"", "\"r\""), "key.repo is missing"),
        arguments("number is 0", with("1051", "0"), "key is none: number must be 1 or more"),
        arguments("number negative", with("1051", "-1"), "key.pr_number is not a whole number"),
        arguments("number missing", with("pr_number", "x"), "key.pr_number is missing"),
        arguments("TTL negative", with("900", "-5"), "ttl_secs is '-5', not a whole number"),
        arguments("TTL fractional", with("900", "1.5"), "ttl_secs is '1.5', not a whole number"),
        arguments("TTL 900.0", with("900", "900.0"), "ttl_secs is '900.0', not a whole number"),
        arguments("TTL exponent", with("900", "1e9999"), "ttl_secs is '1e9999', not a whole"),
        arguments("TTL text", with("900", "\"900\""), "ttl_secs is the string '900', not a whole"),
        arguments("TTL 2^64", with("900", "18446744073709551616"), "ttl_secs is '18446744073709"),
        arguments("TTL null", with("900", "null"), "ttl_secs is 'null', not a whole number"),
        arguments("version text", with(": 1,", ": \"1\","), "schema_version is the string '1'"),
        arguments("version -1", with(": 1,", ": -1,"), "schema_version is '-1', not a whole"),
        arguments("version 1.0", with(": 1,", ": 1.0,"), "schema_version is '1.0', not a whole"),
        arguments(
            "time is text",
            with("2026-07-26T18:42:42Z", "yesterday\\n"),
            "acquired_at is the string 'yesterday\\u000a', not an RFC 3339 time"),
        arguments(
            "time is a number",
            with("\"2026-07-26T18:42:42Z\"", "1785091362"),
            "acquired_at is '1785091362', not an RFC 3339 time"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bad")
  void is_corrupt(String name, String text, String reason) {
    DecodedSlot slot = Samples.decode(text);
    assertThat(slot).as(name).isInstanceOf(DecodedSlot.Unreadable.class);
    DecodedSlot.Unreadable unreadable = (DecodedSlot.Unreadable) slot;
    assertThat(unreadable.defect()).isEqualTo(Defect.CORRUPT);
    assertThat(unreadable.reason()).startsWith(reason).hasSizeLessThan(250);
  }

  static Stream<Arguments> notUtf8() {
    return Stream.of(
        arguments(
            "Latin-1",
            GOOD.replace("rysweet", "rysw\u00e9\u00e9t").getBytes(StandardCharsets.ISO_8859_1)),
        arguments("UTF-16", GOOD.getBytes(StandardCharsets.UTF_16)),
        arguments("UTF-16 without a mark", GOOD.getBytes(StandardCharsets.UTF_16LE)),
        arguments("overlong", new byte[] {'"', (byte) 0xC0, (byte) 0xAF, '"'}),
        arguments("binary", new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 0}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notUtf8")
  void L3_bytes_that_are_no_UTF_8_are_corrupt(String name, byte[] bytes) {
    assertThat(SlotJson.decode(bytes))
        .as(name)
        .isInstanceOfSatisfying(
            DecodedSlot.Unreadable.class,
            slot -> assertThat(slot.defect()).isEqualTo(Defect.CORRUPT));
  }

  static Stream<Arguments> otherVersions() {
    return Stream.of(
        arguments(with(": 1,", ": 2,"), "its schema version is '2', known is 1"),
        arguments(with(": 1,", ": 0,"), "its schema version is '0', known is 1"),
        arguments("{\"record\": {\"schema_version\": 3}}", "its schema version is '3', known is 1"),
        arguments(
            "{\"record\": {\"key\": 5, \"ttl_secs\": -1, \"schema_version\": 4294967296}}",
            "its schema version is '4294967296', known is 1"));
  }

  @ParameterizedTest
  @MethodSource("otherVersions")
  void another_schema_version_explains_whatever_else_is_wrong(String text, String reason) {
    assertThat(Samples.decode(text))
        .isEqualTo(new DecodedSlot.Unreadable(Defect.UNSUPPORTED_VERSION, reason));
  }

  @Property(tries = 2_000)
  void no_bytes_make_decoding_throw(@ForAll @Size(max = 200) byte[] bytes) {
    assertThat(SlotJson.decode(bytes)).isNotNull();
  }

  @Property(tries = 3_000)
  void no_damage_to_a_record_makes_decoding_throw(
      @ForAll int at, @ForAll byte damage, @ForAll int cut) {
    byte[] bytes = golden("held.json").getBytes(StandardCharsets.UTF_8);
    bytes[Math.floorMod(at, bytes.length)] = damage;
    byte[] shorter = java.util.Arrays.copyOf(bytes, Math.floorMod(cut, bytes.length) + 1);
    assertThat(SlotJson.decode(bytes)).isNotNull();
    assertThat(SlotJson.decode(shorter)).isNotNull();
  }

  private static String with(String old, String now) {
    assertThat(GOOD).contains(old);
    return GOOD.replace(old, now);
  }

  private static String without(String field) {
    return with("\"" + field + "\"", "\"unknown\"");
  }
}
