package dev.prlease.mcp.stdio;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines of bounded length; a longer one is skipped, and said to have been there. */
final class LineReader {
  private final InputStream in;
  private final int longest;

  /**
   * Reads {@code in}.
   *
   * @param longest how many bytes a line has at most
   */
  LineReader(InputStream in, int longest) {
    this.in = new BufferedInputStream(in, 1 << 14);
    this.longest = longest;
  }

  /** What was read. */
  sealed interface Read {
    /** A line, without its end. What is not UTF-8 in it is replaced. */
    record Line(String text) implements Read {}

    /** A line that is too long; it is skipped. */
    record TooLong() implements Read {}

    /** There is no more. An unended line before it is none: whoever wrote it is gone. */
    record End() implements Read {}
  }

  /** The next one; waits for it. */
  Read next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean tooLong = false;
    for (int read = in.read(); read >= 0; read = in.read()) {
      if (read == '\n') {
        return tooLong ? new Read.TooLong() : new Read.Line(line.toString(StandardCharsets.UTF_8));
      }
      if (line.size() >= longest) {
        tooLong = true;
        line.reset();
      } else if (!tooLong) {
        line.write(read);
      }
    }
    return new Read.End();
  }
}
