package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.333S, 333ms",
    "PT1S, 1s",
    "PT1M, 1m",
    "PT1M30.9S, 1m 30s",
    "PT25H, 25h",
    "PT1H0M5S, 1h 5s"
  })
  void a_span_is_shown_as_people_read_it(Duration span, String shown) {
    assertThat(Text.span(span)).isEqualTo(shown);
  }
}
