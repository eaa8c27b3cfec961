package dev.prlease.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellQuoteTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "acme/app#42,acme/app#42",
        "#42,'#42'",
        "a b,'a b'",
        "$(reboot),'$(reboot)'",
        "it's,'it'\\''s'",
        "~/x,'~/x'",
        "\"\",''"
      })
  void a_shell_reads_it_as_one_word(String text, String quoted) {
    assertThat(ShellQuote.word(text)).isEqualTo(quoted);
  }
}
