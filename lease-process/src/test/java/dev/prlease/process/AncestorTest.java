package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process descends from. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AncestorTest {
  @TempDir Path directory = Path.of("");

  @Test
  @DisplayName("Parents come first, each with what it runs: of a script, its interpreter")
  void chain() throws Exception {
    Scratch scratch = new Scratch(directory);
    Path script = scratch.executable("tool", "#!/bin/bash\nsleep 1000; exit 1\n");
    Process child =
        new ProcessBuilder("bash", "-c", "\"$1\"; exit 1", "bash", script.toString()).start();
    try {
      ProcessHandle inner = grandchild(child.toHandle());
      List<Ancestor> ancestors = Ancestor.of(inner, Path.of("/proc"));
      assertThat(ancestors.get(0).program()).isEqualTo("bash");
      assertThat(ancestors.get(0).pid()).isEqualTo(inner.parent().orElseThrow().pid());
      assertThat(ancestors.get(1)).isEqualTo(new Ancestor(child.pid(), "bash"));
      assertThat(ancestors.get(2)).isEqualTo(new Ancestor(ProcessHandle.current().pid(), "java"));
      assertThat(ancestors.subList(3, ancestors.size())).isEqualTo(Ancestor.ofThisProcess());
    } finally {
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  @DisplayName("A program whose file was replaced keeps its name")
  void replaced() throws Exception {
    Path mine = Files.copy(Path.of("/bin/bash").toRealPath(), directory.resolve("my bash"));
    Process parent = new ProcessBuilder(mine.toString(), "-c", "sleep 1000; exit 1").start();
    try {
      ProcessHandle inner = grandchild(parent.toHandle());
      Files.delete(mine);
      assertThat(Ancestor.of(inner, Path.of("/proc")).get(0))
          .isEqualTo(new Ancestor(parent.pid(), "my bash"));
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly().waitFor();
    }
  }

  private static ProcessHandle grandchild(ProcessHandle of) {
    while (true) {
      List<ProcessHandle> found = of.descendants().toList();
      for (ProcessHandle each : found) {
        if (each.info().command().orElse("").endsWith("/sleep")) {
          return each;
        }
      }
      Thread.onSpinWait();
    }
  }
}
