package dev.prlease.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "90s, 90",
    "15m, 900",
    "2h, 7200",
    "1h30m, 5400",
    "1d2h3m4s, 93784",
    "0, 0",
    "0s, 0",
    "-5m, -300",
    "PT15M, 900",
    "pt1h30m, 5400",
    "P1D, 86400",
    "-PT15M, -900",
    "PT-15M, -900"
  })
  void reads_what_people_type_and_what_ISO_says(String text, long seconds) {
    assertThat(Durations.parse("ttl", text)).isEqualTo(Duration.ofSeconds(seconds));
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
    assertThat(Durations.parse("ttl", text)).isEqualTo(Durations.LONGEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "m", "15", "15 m", "15x", "1m1h", "1m1m", "1.5h", "PT", "P", "15m ", "١٥m", "+5m",
        "--5m", "15mm", "1h30", "NaN", "1e3s"
      })
  void anything_else_is_refused_with_the_option_and_what_to_write(String text) {
    assertThatThrownBy(() -> Durations.parse("ttl", text))
        .isInstanceOfSatisfying(
            UsageException.class,
            e -> {
              assertThat(e).hasMessageStartingWith("--ttl '" + text + "' is no duration");
              assertThat(e.nextStep()).contains("15m");
            });
  }

  @Test
  void a_bare_number_is_told_what_it_lacks() {
    assertThatThrownBy(() -> Durations.parse("wait", "900"))
        .hasMessage("--wait '900' is no duration: it has no unit");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.4S, 0s",
    "PT59S, 59s",
    "PT14M3S, 14m 3s",
    "PT60M, 1h",
    "PT61M, 1h 1m",
    "PT25H, 1d 1h",
    "-PT5S, 0s"
  })
  void shows_durations_as_people_read_them(Duration duration, String shown) {
    assertThat(Durations.show(duration)).isEqualTo(shown);
  }
}
