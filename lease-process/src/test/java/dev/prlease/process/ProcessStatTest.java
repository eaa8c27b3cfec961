package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ProcessStatTest {
  private static final String REST =
      " S 7 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456 9 10 18446744073709551615 1";

  @Property
  void a_name_of_any_characters_confuses_nothing(@ForAll @StringLength(max = 15) String name)
      throws IOException {
    assertThat(ProcessStat.parse("31 (" + name + ")" + REST))
        .isEqualTo(new ProcessStat(31, 'S', 7, 42, 123_456));
  }

  @Test
  void a_name_that_looks_like_fields_confuses_nothing() throws IOException {
    assertThat(ProcessStat.parse("31 (x) Z 1 1 (y) R 2\n)" + REST))
        .isEqualTo(new ProcessStat(31, 'S', 7, 42, 123_456));
  }

  @Test
  void what_is_no_such_line_is_an_error() {
    for (String line : new String[] {"", "1", "1 (x)", "1 (x) S 1 2", "x (x)" + REST}) {
      assertThatThrownBy(() -> ProcessStat.parse(line)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void this_process_is_read_and_a_missing_one_is_told_apart() throws IOException {
    assertThat(ProcessStat.read(Path.of("/proc/self")).pid())
        .isEqualTo(ProcessHandle.current().pid());
    assertThatThrownBy(() -> ProcessStat.read(Path.of("/proc/0")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
