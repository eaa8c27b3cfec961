package dev.prlease.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  private static List<LineReader.Read> read(byte[] bytes) throws IOException {
    LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 10);
    List<LineReader.Read> all = new ArrayList<>();
    do {
      all.add(reader.next());
    } while (!(all.get(all.size() - 1) instanceof LineReader.Read.End));
    return all;
  }

  private static List<LineReader.Read> read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void lines_are_read_and_one_that_is_too_long_is_skipped() throws IOException {
    assertThat(read("one\n\n0123456789\n0123456789a\ntwo\n"))
        .containsExactly(
            new LineReader.Read.Line("one"),
            new LineReader.Read.Line(""),
            new LineReader.Read.Line("0123456789"),
            new LineReader.Read.TooLong(),
            new LineReader.Read.Line("two"),
            new LineReader.Read.End());
  }

  @Test
  void a_line_that_was_cut_off_is_none() throws IOException {
    assertThat(read("one\ntwo"))
        .containsExactly(new LineReader.Read.Line("one"), new LineReader.Read.End());
  }

  @Test
  void what_is_not_UTF_8_is_replaced() throws IOException {
    assertThat(read(new byte[] {(byte) 0xff, '\n'}))
        .first()
        .isEqualTo(new LineReader.Read.Line("\ufffd"));
  }
}
