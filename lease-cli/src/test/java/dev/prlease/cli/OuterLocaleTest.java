package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OuterLocaleTest {
  @Test
  void a_locale_that_the_launcher_replaced_is_put_back() {
    assertThat(
            OuterLocale.restore(
                Map.of("LC_ALL", "C.UTF-8", "PRLEASE_OUTER_LC_ALL", "+C", "HOME", "/home/ann")))
        .isEqualTo(Map.of("LC_ALL", "C", "HOME", "/home/ann"));
  }

  @Test
  void a_locale_that_was_not_set_is_unset_again() {
    assertThat(OuterLocale.restore(Map.of("LC_ALL", "C.UTF-8", "PRLEASE_OUTER_LC_ALL", "-")))
        .isEmpty();
  }

  @Test
  void an_environment_that_was_left_alone_stays_so() {
    assertThat(OuterLocale.restore(Map.of("LC_ALL", "tr_TR.UTF-8")))
        .isEqualTo(Map.of("LC_ALL", "tr_TR.UTF-8"));
  }
}
