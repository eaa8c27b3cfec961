package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A prlease inside {@code prlease run}, or under an exported lease. */
@Timeout(120)
class RunNestedTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void a_prlease_inside_joins() throws Exception {
    String script =
        """
        prlease assert --at-least 1m || exit 10
        prlease acquire --json | grep -q '"origin": "joined"' || exit 11
        prlease release || exit 12
        prlease renew >/dev/null || exit 13
        prlease run --repo acme/app --pr 42 -- bash -c 'echo inner; exit 5'
        [ $? = 5 ] || exit 14
        prlease run --key acme/app#43 -- echo other || exit 15
        prlease assert || exit 16
        """;
    Answer answer =
        processing.run(
            "run", "--key", KEY, "--", "bash", "-c", Processing.shellFunction() + script);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).isEqualTo("inner\nother\n");
    assertThat(answer.err())
        .isEqualTo(
            "prlease release: not released: the prlease run around this holds acme/app#42 and"
                + " releases it\n");
    assertThat(processing.events().stream().filter("released"::equals)).hasSize(2);
    assertThat(processing.events().stream().filter("joined"::equals)).hasSize(2);
  }

  @Test
  void a_prlease_inside_a_lost_lease_is_refused_with_76() throws Exception {
    try (Running running =
        processing.prlease(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            Processing.shellFunction()
                + "trap '' TERM; echo ready; read -r line; prlease run -- echo never; echo code $?")) {
      assertThat(running.line()).isEqualTo("ready");
      assertThat(processing.here("break", "--key", KEY, "--reason", "test").code()).isZero();
      running.send("go");
      assertThat(running.line()).isEqualTo("code 76");
      assertThat(running.end().code()).isEqualTo(76);
    }
  }

  @Test
  void export_lets_a_shell_act_under_its_lease() throws Exception {
    String script =
        """
        eval "$(prlease acquire --key acme/app#42 --export --ttl 1h)"
        prlease assert && prlease run -- echo inside && prlease release
        """;
    try (Running shell = processing.bash(Processing.shellFunction() + script)) {
      assertThat(shell.end()).isEqualTo(new Answer(0, "inside\nreleased acme/app#42\n", ""));
    }
  }
}
