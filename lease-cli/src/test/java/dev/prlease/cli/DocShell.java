package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Page.Block;
import dev.prlease.cli.Processing.Running;
import dev.prlease.cli.output.ShellQuote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Types the examples of the manual into shells. Each block gets a home, a checkout with a remote,
 * and programs of its own, so that none depends on another.
 */
final class DocShell {
  private final Path top;
  private final CallServer server;
  private final Map<String, String> extras;
  private final Path repositories;
  private int places;

  /** Works below {@code top}; all shells have the variables {@code extras}. */
  DocShell(Path top, CallServer server, Map<String, String> extras) throws Exception {
    this.top = top;
    this.server = server;
    this.extras = Map.copyOf(extras);
    this.repositories = Files.createDirectories(top.resolve("repositories"));
    String make =
        """
        set -e
        git init -q --bare -b main origin.git
        git init -q -b main work
        cd work
        git remote add origin ../origin.git
        git commit -q --allow-empty -m one
        git push -q -u origin main
        git checkout -q -b feature
        git commit -q --allow-empty -m two
        git push -q -u origin feature
        printf '#!/bin/sh\\necho finished\\n' >finish.sh
        chmod +x finish.sh
        """;
    run("the repositories", repositories, Map.of(), make);
  }

  /** Where a block is typed: its own home, and the checkout as the working directory. */
  final class Place {
    final Path home;
    final Path work;

    private Place() throws Exception {
      Path place = Files.createDirectories(top.resolve("place-" + ++places));
      this.home = Files.createDirectories(place.resolve("home"));
      // A copy has a session of its own. The remote's path is relative, so it is the copy's too.
      DocShell.this.run(
          "a checkout", place, Map.of("FROM", repositories.toString()), "cp -r \"$FROM\"/* .");
      this.work = place.resolve("work");
    }

    /** Runs {@code script} to its end; it must succeed. */
    void must(Object what, String script) throws Exception {
      Answer answer = DocShell.this.end(work, variables(), "umask 022\nset -e\n" + script);
      assertThat(answer.code()).as("%s: %s%s", what, answer.out(), answer.err()).isZero();
    }

    /** Runs {@code script} to its end. */
    Answer end(String script) throws Exception {
      return DocShell.this.end(work, variables(), script);
    }

    /** Starts {@code script}. */
    Running start(Map<String, String> more, List<String> words) throws IOException {
      Map<String, String> all = new HashMap<>(variables());
      all.putAll(more);
      return DocShell.this.start(work, all, words);
    }

    private Map<String, String> variables() {
      return Map.of(
          "HOME",
          home.toString(),
          "PATH",
          home.resolve("bin") + ":" + server.programs() + ":" + System.getenv("PATH"));
    }
  }

  Place place() throws Exception {
    return new Place();
  }

  /** Types a {@code sh} block, each line of which must succeed, behind {@code before}. */
  void script(Block block, String before) throws Exception {
    Place place = place();
    place.must("before " + block, before.isEmpty() ? ":" : before);
    place.must(block, block.whole());
  }

  /** Types a {@code console} block behind {@code before}, and compares what then stands there. */
  void transcript(Block block, String before) throws Exception {
    Place place = place();
    place.must("before " + block, before.isEmpty() ? ":" : before);
    StringBuilder script = new StringBuilder("exec 2>&1\n");
    StringBuilder expected = new StringBuilder();
    for (String line : block.text()) {
      if (line.startsWith("$ ")) {
        String command = line.substring(2);
        script.append("code=$?; echo ").append(ShellQuote.always(line)).append('\n');
        script.append("(exit $code)\n").append(command).append('\n');
      }
      expected.append(line).append('\n');
    }
    Answer answer = place.end(script.toString());
    assertThat(masked(answer.out())).as(block.toString()).isEqualTo(masked(expected.toString()));
  }

  private void run(String what, Path in, Map<String, String> more, String script) throws Exception {
    Answer answer = end(in, more, script);
    assertThat(answer.code()).as("%s: %s%s", what, answer.out(), answer.err()).isZero();
  }

  private Answer end(Path in, Map<String, String> more, String script) throws Exception {
    try (Running shell = start(in, more, List.of("bash", "-c", script))) {
      shell.process.getOutputStream().close();
      return shell.end();
    }
  }

  private Running start(Path in, Map<String, String> more, List<String> words) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", server.programs() + ":" + System.getenv("PATH"));
    environment.put("HOME", top.toString());
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_CONFIG_SYSTEM", "/dev/null");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "t");
      environment.put("GIT_" + who + "_EMAIL", "t@example.com");
    }
    environment.putAll(extras);
    environment.putAll(more);
    List<String> all = new ArrayList<>(List.of("env", "-u", "PRLEASE_HOME"));
    all.addAll(words);
    return new Processing(top).start(in, environment, all);
  }

  /** Times, ids, hosts and directories differ from run to run. */
  static String masked(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\([0-9dhms ]+ left\\)", "(LEFT)")
        .replaceAll("(?m)(held +\\S+ +)[0-9dhms ]+? {2,}", "$1LEFT  ")
        .replaceAll("\\b[0-9a-f]{32}\\b", "SESSION")
        .replaceAll("\\b\\d{16}\\b", "FENCE")
        .replaceAll("pid \\d+ on \\S+", "pid N on HOST")
        .replaceAll("file:/\\S+?/(\\.prlease|\\.amplihack)/", "file:HOME/$1/")
        .replaceAll("\\b(up to|in) \\d+m \\d+s", "$1 SPAN");
  }
}
