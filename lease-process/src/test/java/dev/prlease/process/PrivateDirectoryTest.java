package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where pipes lie. */
class PrivateDirectoryTest {
  @TempDir Path directory = Path.of("");

  @Test
  @DisplayName("B12 a name that is free again is not taken again: who had it may yet remove it")
  void noNameTwice() throws Exception {
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", directory.toString());
    Set<Path> made = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Path one = PrivateDirectory.make(environment);
      assertThat(made.add(one)).as("%s is new", one).isTrue();
      assertThat(one).hasParent(directory);
      Files.delete(one);
    }
  }
}
