package dev.prlease.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  @Test
  void what_others_print_on_standard_error_takes_the_place_of_the_status_line_too() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(OutputStream.nullOutputStream(), err, () -> Palette.PLAIN);
    console.status("waiting");
    console.errors().println("prlease: warning: ü");
    console.errors().print("part");
    console.errors().flush();
    String clear = "\r\u001b[K";
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            clear + "\u001b[?7lwaiting\u001b[?7h" + clear + "prlease: warning: ü\n" + "part");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void L59_whoever_logs_waits_for_no_reader_that_was_given_up() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    OutputStream unread =
        new OutputStream() {
          @Override
          public void write(int one) {
            begun.countDown();
            try {
              read.await();
            } catch (InterruptedException nobodyInterrupts) {
              throw new AssertionError(nobodyInterrupts);
            }
          }
        };
    Console console = new Console(OutputStream.nullOutputStream(), unread, () -> Palette.PLAIN);
    PrintStream errors = console.errors();
    Thread first = new Thread(() -> errors.println("prlease: warning: it failed"), "first");
    first.start();
    begun.await();
    console.abandonWhoDoesNotRead();
    errors.println("prlease: warning: it failed again");
    assertThat(first.isAlive()).isTrue();
    read.countDown();
    first.join();
  }

  @Test
  void a_line_for_people_takes_the_place_of_the_status_line() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(OutputStream.nullOutputStream(), err, () -> Palette.PLAIN);
    console.status("waiting");
    console.err("interrupted");
    console.err("again");
    String clear = "\r\u001b[K";
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(clear + "\u001b[?7lwaiting\u001b[?7h" + clear + "interrupted\n" + "again\n");
  }

  @Test
  void what_to_do_next_comes_below_the_answer() {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    Console console = new Console(terminal, terminal, () -> Palette.PLAIN);
    console.out("refused");
    console.next("Mend it.");
    assertThat(terminal.toString(StandardCharsets.UTF_8)).isEqualTo("refused\n  next: Mend it.\n");
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
