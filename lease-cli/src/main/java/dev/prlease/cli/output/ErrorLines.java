package dev.prlease.cli.output;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of lines that are handed on whole. A stream of the JDK's writes under a lock of its own:
 * with a reader who stopped reading, all would wait there who have a line, also once that reader
 * was given up. So whole lines go past that lock; what else is printed does not.
 */
final class ErrorLines extends PrintStream {
  private final Consumer<String> texts;

  ErrorLines(Consumer<String> texts) {
    super(
        new OutputStream() {
          @Override
          public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            texts.accept(new String(bytes, from, count, StandardCharsets.UTF_8));
          }
        },
        false,
        StandardCharsets.UTF_8);
    this.texts = texts;
  }

  @Override
  public void println(@Nullable String line) {
    texts.accept(line + "\n");
  }
}
