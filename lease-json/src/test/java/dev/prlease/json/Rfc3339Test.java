package dev.prlease.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {
  @ParameterizedTest
  @CsvSource({
    "2026-07-26T18:42:42Z, 2026-07-26T18:42:42Z",
    "2026-07-26t18:42:42z, 2026-07-26T18:42:42Z",
    "2026-07-26 18:42:42Z, 2026-07-26T18:42:42Z",
    "2026-07-26T20:42:42+02:00, 2026-07-26T18:42:42Z",
    "2026-07-26T20:42:42+0200, 2026-07-26T18:42:42Z",
    "2026-07-26T13:12:42.5-05:30, 2026-07-26T18:42:42.500Z",
    "2026-07-26 20:42:42 +02:00, 2026-07-26T18:42:42Z",
    "2026-12-31T23:59:60Z, 2027-01-01T00:00:00Z",
    "2026-07-26T18:42:42.1Z, 2026-07-26T18:42:42.100Z",
    "2026-07-26T18:42:42.123456789Z, 2026-07-26T18:42:42.123456789Z",
    "2026-07-26T18:42:42.1234567899999Z, 2026-07-26T18:42:42.123456789Z",
    "2026-7-6T8:2:4Z, 2026-07-06T08:02:04Z",
    "2024-02-29T00:00:00-00:00, 2024-02-29T00:00:00Z",
    "2999-01-01T00:00:00Z, 2999-01-01T00:00:00Z",
    "+12345-01-01T00:00:00Z, +12345-01-01T00:00:00Z",
  })
  void is_read(String text, String instant) {
    assertThat(Rfc3339.parse(text)).contains(Instant.parse(instant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-07-26",
        "2026-07-26T18:42:42",
        "2026-07-26T18:42Z",
        "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-07-26T24:00:00Z",
        "2026-07-26T18:60:00Z",
        "2026-07-26T18:42:61Z",
        "2026-07-26T18:42:42.Z",
        "2026-07-26T18:42:42,5Z",
        "2026-07-26T18:42:42+25:00",
        "2026-07-26T18:42:42+02:60",
        "2026-07-26T18:42:42Zulu",
        "2026-07-26T18:42:42Z ",
        " 2026-07-26T18:42:42Z",
        "26-07-26T18:42:42Z",
        "02026-07-26T18:42:42Z",
        "+99999999999-01-01T00:00:00Z",
        "+1000000-01-01T00:00:00Z",
        "٢٠٢٦-07-26T18:42:42Z",
        "1785091362",
      })
  void is_no_time(String text) {
    assertThat(Rfc3339.parse(text)).isEmpty();
  }

  @Test
  void milliseconds_are_always_written() {
    assertThat(Rfc3339.format(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00.000Z");
    assertThat(Rfc3339.format(Instant.parse("2026-01-02T03:04:05.006Z")))
        .isEqualTo("2026-01-02T03:04:05.006Z");
    assertThat(Rfc3339.format(Instant.parse("2026-01-02T03:04:05.000007Z")))
        .isEqualTo("2026-01-02T03:04:05.000007Z");
    assertThat(Rfc3339.format(Instant.parse("2026-01-02T03:04:05.000000008Z")))
        .isEqualTo("2026-01-02T03:04:05.000000008Z");
  }

  @Property
  void what_is_written_is_read_back_and_is_what_the_JDK_reads(
      @ForAll @LongRange(min = -30_000_000_000_000L, max = 30_000_000_000_000L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano) {
    Instant time = Instant.ofEpochSecond(second, nano);
    assertThat(Rfc3339.parse(Rfc3339.format(time))).isEqualTo(Optional.of(time));
    assertThat(Instant.parse(Rfc3339.format(time))).isEqualTo(time);
  }
}
