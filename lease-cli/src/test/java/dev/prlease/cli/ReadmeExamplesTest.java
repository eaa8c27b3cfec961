package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's examples print what the README says. Times, ids, hosts and directories are masked on
 * both sides.
 */
@Timeout(120)
class ReadmeExamplesTest {
  /** The command that the examples are about, in its own words but for the shorter TTL. */
  private static final String FIRST = "prlease run --repo acme/app --pr 42 --ttl 6s -- ./finish.sh";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void two_automations_one_pull_request() throws Exception {
    try (Running first = start(FIRST)) {
      first.line();
      check(blocks().get(0));
    }
  }

  @Test
  void over_several_commands() throws Exception {
    Path checkout = processing.directory;
    git("init", "-q", "--bare", "../remote.git");
    git("init", "-q", "-b", "feature", ".");
    git("remote", "add", "origin", checkout.resolve("../remote.git").toRealPath().toString());
    git("commit", "-q", "--allow-empty", "-m", "one");
    git("push", "-q", "-u", "origin", "feature");
    check(blocks().get(1));
  }

  @Test
  void an_operator_steps_in() throws Exception {
    List<Block> blocks = blocks();
    assertThat(blocks).hasSize(4);
    try (Running first = start(FIRST)) {
      first.line();
      check(blocks.get(2));
      Answer lost = first.end();
      Block there = blocks.get(3);
      assertThat(mask(lost.err())).isEqualTo(mask(there.expected().get(0)));
      assertThat(there.commands()).containsExactly("", "echo $?");
      assertThat(lost.code() + "\n").isEqualTo(there.expected().get(1));
    }
  }

  /** A block of the README: what is typed, and what then stands there. */
  private record Block(List<String> commands, List<String> expected) {
    static Block of(String text) {
      List<String> commands = new ArrayList<>(List.of(""));
      List<StringBuilder> expected = new ArrayList<>(List.of(new StringBuilder()));
      for (String line : text.lines().toList()) {
        if (line.startsWith("$ ")) {
          commands.add(line.substring(2));
          expected.add(new StringBuilder());
        } else {
          expected.get(expected.size() - 1).append(line).append('\n');
        }
      }
      if (expected.get(0).isEmpty()) {
        commands.remove(0);
        expected.remove(0);
      }
      return new Block(commands, expected.stream().map(StringBuilder::toString).toList());
    }
  }

  private static List<Block> blocks() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));
    String section = readme.split("\n## Three examples\n", -1)[1].split("\n## ", -1)[0];
    List<Block> blocks = new ArrayList<>();
    String[] parts = section.split("\n```(?:console)?\n?", -1);
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(Block.of(parts[i]));
    }
    return blocks;
  }

  /** Types the commands into one shell, and compares what stands there after each. */
  private void check(Block block) throws Exception {
    StringBuilder script = new StringBuilder(Processing.shellFunction()).append("exec 2>&1\n");
    for (String command : block.commands()) {
      script.append(command).append("\ncode=$?; echo ---; (exit $code)\n");
    }
    try (Running shell = processing.bash(script.toString())) {
      StringBuilder expected = new StringBuilder();
      block.expected().forEach(text -> expected.append(text).append("---\n"));
      assertThat(mask(shell.end().out())).isEqualTo(mask(expected.toString()));
    }
  }

  private Running start(String command) throws Exception {
    Path script = processing.directory.resolve("finish.sh");
    Files.writeString(script, "#!/bin/sh\necho ready\nread -r line\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return processing.bash(Processing.shellFunction() + command);
  }

  private static String mask(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\([0-9dhms ]+ left\\)", "(LEFT)")
        .replaceAll("\\b[0-9a-f]{32}\\b", "SESSION")
        .replaceAll("\\b\\d{16}\\b", "FENCE")
        .replaceAll("pid \\d+ on \\S+", "pid N on HOST")
        .replaceAll("file:\\S+/leases", "file:HOME/leases");
  }

  private void git(String... words) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.com"));
    all.addAll(List.of(words));
    try (Running git =
        processing.start(processing.directory, Map.of("GIT_CONFIG_GLOBAL", "/dev/null"), all)) {
      Answer answer = git.end();
      assertThat(answer.code()).as(answer.err()).isZero();
    }
  }
}
