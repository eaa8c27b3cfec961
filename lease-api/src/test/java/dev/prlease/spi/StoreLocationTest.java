package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreLocationTest {
  @Test
  void a_location_is_split_at_the_first_colon_and_the_rest_is_raw() {
    StoreLocation location = StoreLocation.parse("jdbc:postgresql://h:5432/d?a=b:c");

    assertThat(location.scheme()).isEqualTo("jdbc");
    assertThat(location.rest()).isEqualTo("postgresql://h:5432/d?a=b:c");
    assertThat(location).hasToString("jdbc:postgresql://h:5432/d?a=b:c");
    assertThat(StoreLocation.parse("memory:").rest()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file", ":x", "File:x", "1x:y", "a b:c", "/tmp/x"})
  void what_is_no_location_is_refused_with_an_example(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StoreLocation.parse(text))
        .withMessageContaining("scheme:rest");
  }
}
