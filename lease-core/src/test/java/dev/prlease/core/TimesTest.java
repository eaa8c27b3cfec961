package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class TimesTest {
  @Test
  void a_full_minute_keeps_its_seconds() {
    assertThat(Times.text(Instant.parse("2026-07-26T18:42:00Z"))).isEqualTo("2026-07-26T18:42:00Z");
  }

  @Property
  void it_is_the_text_of_an_instant(
      @ForAll @LongRange(min = -62_167_219_200L, max = 253_402_300_799L) long seconds,
      @ForAll @IntRange(max = 999_999_999) int nanos) {
    Instant time = Instant.ofEpochSecond(seconds, nanos);
    assertThat(Times.text(time)).isEqualTo(time.toString());
  }
}
