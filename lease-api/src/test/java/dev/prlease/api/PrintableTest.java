package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
  @ParameterizedTest
  @ValueSource(ints = {' ', '~', 'ä', '→', 0x1f600, 0xfffd, 0x0130})
  void what_shows_prints(int codePoint) {
    assertThat(Printable.is(codePoint)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, '\n', 0x1b, 0x7f, 0x9b, 0xad, 0x200b, 0x2028, 0x2029, 0x202e, 0xd800, 0xe000, 0x378,
        0xf0000, 0xe0001
      })
  void what_acts_or_hides_does_not(int codePoint) {
    assertThat(Printable.is(codePoint)).isFalse();
    assertThat(Printable.quote("a" + new String(Character.toChars(codePoint)) + "b", 80))
        .matches("'a(\\\\u[0-9a-f]{4}){1,2}b'");
  }

  @ParameterizedTest
  @CsvSource({"abc, 3, 'abc'", "abcd, 3, 'abc…'"})
  void long_text_is_cut(String text, int most, String quoted) {
    assertThat(Printable.quote(text, most)).isEqualTo("'" + quoted + "'");
  }

  @Test
  void no_pair_is_cut_in_two() {
    assertThat(Printable.quote("ab\ud83d\ude00c", 3)).isEqualTo("'ab\ud83d\ude00…'");
  }
}
