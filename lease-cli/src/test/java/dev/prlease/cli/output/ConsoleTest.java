package dev.prlease.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void writes_utf8_and_escapes_lines_from_outside() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, OutputStream.nullOutputStream(), () -> Palette.PLAIN);
    console.out("ü\u001b");
    console.raw(Palette.COLOURS.good("free"));
    assertThat(console.flush()).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("ü\\u001b\n\u001b[32mfree\u001b[0m\n");
  }

  @Test
  void a_reader_that_went_away_is_no_failure_and_is_not_written_to_again() {
    Failing out = new Failing("Broken pipe");
    Console console = new Console(out, OutputStream.nullOutputStream(), () -> Palette.PLAIN);
    console.out("one");
    assertThat(console.flush()).isFalse();
    console.out("two");
    assertThat(console.flush()).isFalse();
    assertThat(console.failure()).isEmpty();
    assertThat(out.writes).isEqualTo(1);
  }

  @Test
  void a_full_disk_is_a_failure() {
    Console console =
        new Console(
            new Failing("No space left on device"),
            OutputStream.nullOutputStream(),
            () -> Palette.PLAIN);
    console.out("one");
    assertThat(console.flush()).isFalse();
    assertThat(console.failure())
        .hasValueSatisfying(e -> assertThat(e).hasMessage("No space left on device"));
  }

  private static final class Failing extends OutputStream {
    private final String message;
    private int writes;

    Failing(String message) {
      this.message = message;
    }

    @Override
    public void write(int b) throws IOException {
      writes++;
      throw new IOException(message);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      write(0);
    }
  }
}
