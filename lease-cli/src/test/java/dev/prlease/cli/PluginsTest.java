package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.AuditSinkProvider;
import dev.prlease.spi.LeaseStoreProvider;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plugins on the class path of a real process. */
@Timeout(60)
class PluginsTest {
  @TempDir Path top = Path.of("");

  private Answer acquireWith(Class<?> port, Class<?> plugin) throws Exception {
    Path jar = top.resolve("plugin");
    Desktop.write(jar.resolve("META-INF/services/" + port.getName()), plugin.getName() + "\n");
    Processing processing = new Processing(top);
    List<String> words =
        new ArrayList<>(Processing.command("acquire", "--key", "acme/app#42", "--session", "s"));
    int classPath = words.indexOf("-cp") + 1;
    words.set(classPath, words.get(classPath) + File.pathSeparator + jar);
    try (Processing.Running running = processing.start(processing.directory, Map.of(), words)) {
      return running.end();
    }
  }

  @Test
  void one_that_doubles_the_built_in_store_is_told_of() throws Exception {
    Answer answer = acquireWith(LeaseStoreProvider.class, DoublingStoreProvider.class);
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .contains("two plugins offer the store scheme 'file'")
        .contains("DoublingStoreProvider");
  }

  @Test
  void one_that_doubles_the_built_in_audit_sink_is_told_of() throws Exception {
    Answer answer = acquireWith(AuditSinkProvider.class, DoublingSinkProvider.class);
    assertThat(answer.err())
        .contains("two plugins offer the audit sink 'jsonl'")
        .contains("DoublingSinkProvider");
  }
}
