package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The standard streams are the command's: real JVMs, whose own can be looked at. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandStreamsTest {
  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));

  @BeforeEach
  void scratch() {
    scratch = new Scratch(directory);
  }

  @AfterEach
  void endAll() throws IOException {
    scratch.endAll();
  }

  private List<String> bash(String script) {
    return List.of("bash", "-c", script, "test", directory.toString());
  }

  private Process start(List<String> command) throws IOException {
    return scratch
        .supervisingJvm(60_000, 500, command)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  @Test
  @DisplayName("Standard input and both outputs are the command's own")
  void inheritedStreams() throws Exception {
    Process jvm =
        scratch
            .supervisingJvm(
                60_000, 500, bash("echo to err >&2; cat; read -r x || echo end of input; exit 7"))
            .start();
    jvm.getOutputStream().write("line 1\nline 2\n".getBytes(StandardCharsets.UTF_8));
    jvm.getOutputStream().close();
    assertThat(new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("line 1\nline 2\nend of input\n");
    assertThat(new String(jvm.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("to err\n");
    assertThat(jvm.waitFor()).isEqualTo(7);
  }

  @Test
  @DisplayName("A death by signal prints nothing of the shell's")
  void quietDeath() throws Exception {
    Map<String, Integer> numbers = Map.of("KILL", 9, "SEGV", 11, "TERM", 15, "ABRT", 6);
    for (Map.Entry<String, Integer> signal : numbers.entrySet()) {
      Process jvm = start(bash("kill -" + signal.getKey() + " $$"));
      assertThat(jvm.waitFor()).as(signal.getKey()).isEqualTo(128 + signal.getValue());
      assertThat(scratch.text("err")).isEmpty();
      assertThat(scratch.text("out")).isEmpty();
    }
  }

  @Test
  @DisplayName("What the shell cannot run is told under this program's name")
  void notAProgram() throws Exception {
    Path script = scratch.executable("no-program", "\0\1\2\n");
    Process jvm = start(List.of(script.toString()));
    assertThat(jvm.waitFor()).isEqualTo(126);
    assertThat(scratch.text("err"))
        .startsWith("prlease: ")
        .contains(script + ": cannot execute")
        .doesNotContain("environment");
    scratch.executable("no-interpreter", "#!/no/such/interpreter\n");
    jvm = start(List.of("./no-interpreter"));
    assertThat(jvm.waitFor()).isEqualTo(126);
    assertThat(scratch.text("err")).isEmpty();
  }
}
