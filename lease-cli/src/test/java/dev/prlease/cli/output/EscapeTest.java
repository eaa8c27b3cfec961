package dev.prlease.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EscapeTest {
  @Test
  void what_prints_stays_as_it_is() {
    String text = "session 9f-ü-漢-😀 \\ 'x' \"y\"";
    assertThat(Escape.line(text)).isSameAs(text);
  }

  @Test
  void escape_sequences_line_ends_and_direction_marks_are_spelled_out() {
    assertThat(Escape.line("a\u001b[31m\r\n\tb\u009b\u202e\u2028\u0000\u007f"))
        .isEqualTo("a\\u001b[31m\\u000d\\u000a\\u0009b\\u009b\\u202e\\u2028\\u0000\\u007f");
  }

  @Test
  void half_a_pair_is_spelled_out_and_a_pair_that_does_not_print_too() {
    assertThat(Escape.line("\ud83d!\ude00")).isEqualTo("\\ud83d!\\ude00");
    assertThat(Escape.line("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
  }

  @Property
  void nothing_that_moves_a_cursor_comes_through(@ForAll String text) {
    assertThat(Escape.line(text).codePoints())
        .allMatch(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT);
  }

  @Test
  void json_keeps_its_line_ends() {
    assertThat(Escape.json("{\n  \"a\": \"\u009b\"\n}")).isEqualTo("{\n  \"a\": \"\\u009b\"\n}");
  }

  @Test
  void one_odd_character_in_much_json_is_found_and_a_question_mark_is_none() {
    for (String odd : new String[] {"\u007f", "\u001b", "\ud83d", "\u202e"}) {
      String escaped = "\\u%04x".formatted((int) odd.charAt(0));
      assertThat(Escape.json("[\n  \"" + odd + "\"\n]")).isEqualTo("[\n  \"" + escaped + "\"\n]");
    }
    assertThat(Escape.json("[\n  \"ü?\"\n]")).isEqualTo("[\n  \"ü?\"\n]");
  }

  @Test
  void a_long_text_is_cut_without_halving_a_character() {
    assertThat(Escape.clip("x".repeat(299) + "😀y")).isEqualTo("x".repeat(299) + "...");
    assertThat(Escape.clip("x".repeat(300))).hasSize(300);
  }
}
