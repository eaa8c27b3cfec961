package dev.prlease.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @Test
  void reads_what_people_type() {
    assertThat(Durations.parse("ttl", "1h30m")).isEqualTo(Duration.ofMinutes(90));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15", "1m1h", "+5m"})
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
