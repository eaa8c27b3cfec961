package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "90s, 90000",
    "15m, 900000",
    "2h, 7200000",
    "1h30m, 5400000",
    "1d2h3m4s5ms, 93784005",
    "500ms, 500",
    "1s500ms, 1500",
    "0, 0",
    "0s, 0",
    "-5m, -300000",
    "PT15M, 900000",
    "pt1h30m, 5400000",
    "PT1.5S, 1500",
    "-PT15M, -900000",
    "PT-15M, -900000"
  })
  void reads_what_people_type_and_what_ISO_says(String text, long millis) {
    assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999999999h",
        "9223372036854775807s",
        "9999999999999d9999999999h",
        "PT9223372036854775807S",
        "P99999999999999999D"
      })
  void absurd_lengths_are_cut_not_overflown(String text) {
    assertThat(DurationText.parse(text)).isEqualTo(DurationText.LONGEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "m", "15", "15 m", "15x", "1m1h", "1m1m", "1ms1s", "1.5h", "PT", "P", "15m ",
        "١٥m", "+5m", "--5m", "15mm", "1h30", "NaN", "1e3s", "1S", "1ms5"
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no duration");
  }

  @Test
  void what_does_not_print_is_quoted() {
    assertThatThrownBy(() -> DurationText.parse("1\u001b")).hasMessage("'1\\u001b' is no duration");
  }
}
