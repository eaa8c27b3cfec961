package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A time that several waits share. */
class CountdownTest {
  @Test
  @DisplayName("What is left only ever shrinks, and is never less than nothing")
  void shrinks() {
    Countdown countdown = Countdown.of(Duration.ofNanos(1));
    while (!countdown.left().isZero()) {
      Thread.onSpinWait();
    }
    assertThat(countdown.left()).isZero();
    assertThat(Countdown.of(Duration.ofSeconds(-1)).left()).isZero();
    Countdown hour = Countdown.of(Duration.ofHours(1));
    Duration first = hour.left();
    assertThat(first).isPositive().isLessThanOrEqualTo(Duration.ofHours(1));
    assertThat(hour.left()).isLessThanOrEqualTo(first);
  }
}
