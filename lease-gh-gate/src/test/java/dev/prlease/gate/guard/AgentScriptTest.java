package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.gate.guard.HookChange.Mode;
import dev.prlease.process.ProcessResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that agents call, run by a real shell, with a {@code prlease} that the test plays. */
class AgentScriptTest {
  @TempDir Path top = Path.of("");
  private GitShell shell = new GitShell(Path.of(""));

  @BeforeEach
  void install() throws Exception {
    prepare(top);
  }

  private void prepare(Path directory) throws Exception {
    shell = new GitShell(directory);
    shell.prlease("cat >/dev/null; printf 'started %s' \"$*\"; exit ${CODE:-0}");
    Files.writeString(
        directory.resolve(".gitconfig"),
        """
        [alias]
        \tp = push
        \tpf = push --force
        \tst = status
        \tsh-it = !git push origin HEAD
        """);
    Files.writeString(
        Files.createDirectories(directory.resolve(".config/gh")).resolve("config.yml"),
        """
        git_protocol: https
        aliases:
            co: pr checkout
            m: pr merge --squash
            take: 'pr merge $1 -R $2'
            land: |-
                !git fetch
                gh pr merge "$1"
            v: pr view
        """);
    AgentHook.writeScript(directory.resolve(".prlease"), Optional.empty());
  }

  private static String json(String command) {
    return "{\"session_id\":\"s\",\"cwd\":\"/w\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\""
        + new String(JsonStringEncoder.getInstance().quoteAsString(command))
        + "\"}}";
  }

  private String hear(String input) {
    ProcessResult result =
        shell.runWith(shell.top, input, "sh", ".prlease/hooks/guard.sh", "claude");
    assertThat(result)
        .isInstanceOfSatisfying(ProcessResult.Exited.class, end -> assertThat(end.code()).isZero());
    return shell.out;
  }

  /** Which of {@code commands} the script hands to prlease: each by a run of its own. */
  private Map<String, Boolean> passed(List<String> commands) throws IOException {
    Path inputs = Files.createDirectories(shell.top.resolve("inputs"));
    for (int i = 0; i < commands.size(); i++) {
      Files.writeString(inputs.resolve(String.valueOf(i)), json(commands.get(i)));
    }
    shell.runWith(
        shell.top,
        "",
        "sh",
        "-c",
        "i=0; while [ $i -lt "
            + commands.size()
            + " ]; do echo \"$(sh .prlease/hooks/guard.sh claude <inputs/$i)\"; i=$((i+1)); done");
    List<String> answers = shell.out.lines().toList();
    assertThat(answers).hasSameSizeAs(commands);
    Map<String, Boolean> passed = new LinkedHashMap<>();
    for (int i = 0; i < commands.size(); i++) {
      passed.put(commands.get(i), !answers.get(i).isEmpty());
    }
    return passed;
  }

  @Test
  @DisplayName(
      "L65 What the scanner sights gets past the filter; what has nothing to do with it does not")
  void table() throws IOException {
    List<String> commands =
        new ArrayList<>(Commands.all().stream().map(Commands.Row::command).toList());
    Map<String, Boolean> passed = passed(commands);
    for (Commands.Row row : Commands.harmful()) {
      assertThat(passed.get(row.command())).as(row.command()).isTrue();
    }
    assertThat(passed)
        .containsEntry("ls", false)
        .containsEntry("git status", false)
        .containsEntry("git st", false)
        .containsEntry("gh v 12", false)
        .containsEntry("gh pr view 12", false)
        .containsEntry("docker push image", false);
  }

  @Test
  @DisplayName("L65 A name that is broken over two lines between quotes gets past the filter")
  void brokenBetweenQuotes() throws IOException {
    assertThat(passed(List.of("git sh\"\"-i''\\\nt''"))).doesNotContainValue(false);
  }

  @Property(tries = 6)
  @Label("L65 However it is written, what the scanner sights gets past the filter")
  void mutations(@ForAll long seed) throws Exception {
    Path directory = Files.createTempDirectory("guard");
    prepare(directory);
    Random random = new Random(seed);
    List<String> commands = new ArrayList<>();
    List<Commands.Row> rows = Commands.harmful();
    while (commands.size() < 40) {
      String mutated = mutate(rows.get(random.nextInt(rows.size())).command(), random);
      if (!commands.contains(mutated)) {
        commands.add(mutated);
      }
    }
    passed(commands)
        .forEach(
            (command, passed) -> {
              if (!Commands.scan(command).isEmpty()) {
                assertThat(passed).as("seed %s: %s", seed, command).isTrue();
              }
            });
    // Properties get no directory from the framework; one that failed leaves it to be looked at.
    shell.runWith(directory, "", "rm", "-r", directory.toString());
  }

  private static String mutate(String command, Random random) {
    StringBuilder text = new StringBuilder(command);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(7)) {
        case 0 -> text.insert(at, "''");
        case 1 -> text.insert(at, "\"\"");
        case 2 -> text.insert(at, "\\\n");
        case 3 -> text.insert(at, "\\");
        case 4 -> text.insert(at, " ");
        case 5 -> text.insert(at, "é\t");
        default -> {
          if (at < text.length() && Character.isLetter(text.charAt(at))) {
            String escaped = String.format("$'\\x%02x'", (int) text.charAt(at));
            text.replace(at, at + 1, escaped);
          }
        }
      }
    }
    return text.toString();
  }

  @Test
  @DisplayName("An alias that pushes is found, and one that does not starts nothing")
  void aliases() {
    assertThat(hear(json("git pf"))).isEqualTo("started hook run claude\n");
    assertThat(hear(json("git PF"))).isEqualTo("started hook run claude\n");
    assertThat(hear(json("git st"))).isEmpty();
    assertThat(hear(json("git stash pop && git pull --prune"))).isEmpty();
    assertThat(hear(json("gh land 7"))).isEqualTo("started hook run claude\n");
    assertThat(hear(json("cd x\ngh m\nls"))).isEqualTo("started hook run claude\n");
    assertThat(hear(json("gh co 7; gh pr view 7 | more; make high"))).isEmpty();
  }

  @Test
  @DisplayName("The answer of prlease is the answer")
  void answer() {
    assertThat(hear(json("git push"))).isEqualTo("started hook run claude\n");
    assertThat(shell.err).isEmpty();
  }

  @Test
  @DisplayName("A prlease that fails, or is missing, stops nothing, and a line says so")
  void failure() throws Exception {
    shell.environment.put("CODE", "78");
    assertThat(hear(json("git push"))).isEmpty();
    assertThat(shell.err).contains("the guard failed (exit 78)");
    Files.delete(shell.top.resolve("bin/prlease"));
    assertThat(hear(json("git push"))).isEmpty();
    assertThat(shell.err).contains("prlease: not found");
  }

  @Test
  @DisplayName("The prlease that installed it is taken before the one on the path")
  void program() throws Exception {
    Path other = Files.createDirectories(shell.top.resolve("it's here")).resolve("prlease");
    Files.copy(shell.top.resolve("bin/prlease"), other);
    Files.writeString(other, "#!/bin/sh\ncat >/dev/null; echo other\n");
    AgentHook.writeScript(shell.top.resolve(".prlease"), Optional.of(other.toString()));
    assertThat(hear(json("git push"))).isEqualTo("other\n");
  }

  @Test
  @DisplayName("Input that never ends is not waited for without end")
  void openInput() {
    ProcessResult result =
        shell.runWith(
            shell.top, "", "bash", "-c", "sh .prlease/hooks/guard.sh claude < <(sleep 50)");
    assertThat(result).isInstanceOf(ProcessResult.Exited.class);
  }

  @Test
  @DisplayName("The line in the settings calls the script, from any shell, and never fails")
  void line() throws Exception {
    AgentHook hook =
        new AgentHook(HookKind.CODEX, shell.top, shell.top.resolve(".prlease"), AgentHook.Fixed.NO);
    Path settings = hook.install(Mode.CHANGE).file();
    String line = new ObjectMapper().readTree(settings.toFile()).findValuesAsText("command").get(0);
    for (String any : List.of("sh", "bash")) {
      shell.runWith(shell.top, json("git push"), any, "-c", line);
      assertThat(shell.out).isEqualTo("started hook run codex\n");
    }
    Files.delete(AgentHook.scriptFile(shell.top.resolve(".prlease")));
    ProcessResult result = shell.runWith(shell.top, json("git push"), "sh", "-c", line);
    assertThat(result)
        .isInstanceOfSatisfying(ProcessResult.Exited.class, end -> assertThat(end.code()).isZero());
    assertThat(shell.out).isEmpty();
    assertThat(shell.err).contains("prlease: no guard here").contains("prlease hook install");
  }
}
