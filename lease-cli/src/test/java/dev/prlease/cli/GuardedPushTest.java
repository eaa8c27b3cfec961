package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The guard as it is installed: a real git that pushes to a bare repository, which it takes for one
 * of GitHub's, by the real hook and the real command. Nobody is logged in there, so that the forge
 * cannot be asked.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardedPushTest {
  @TempDir Path top = Path.of("");
  private final Map<String, String> environment = new HashMap<>();
  private Path work = Path.of("");
  private Path bare = Path.of("");
  private Processing processing;

  GuardedPushTest() {}

  @BeforeEach
  void install() throws Exception {
    processing = new Processing(top);
    work = processing.directory;
    bare = top.toRealPath().resolve("bare.git");
    Path bin = Files.createDirectories(top.toRealPath().resolve("bin"));
    StringBuilder prlease = new StringBuilder("exec");
    Processing.command()
        .forEach(
            word -> prlease.append(' ').append(dev.prlease.cli.output.ShellQuote.always(word)));
    program(bin.resolve("prlease"), prlease + " \"$@\"");
    program(bin.resolve("ssh-to-here"), "exec git-receive-pack " + bare);
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("HOME", top.toString());
    environment.put("GIT_SSH", bin.resolve("ssh-to-here").toString());
    environment.put("GIT_SSH_VARIANT", "simple");
    environment.put("GH_CONFIG_DIR", top.resolve("gh").toString());
    environment.put("GH_TOKEN", "");
    environment.put("GITHUB_TOKEN", "");
    for (String who : List.of("AUTHOR", "COMMITTER")) {
      environment.put("GIT_" + who + "_NAME", "n");
      environment.put("GIT_" + who + "_EMAIL", "e@example.com");
    }
    must(
        "git init -q --bare "
            + bare
            + " && git init -q -b f . && git commit -q --allow-empty -m c");
    must("git remote add origin git@github.com:acme/app.git && git tag v1");
    must("prlease hook install pre-push claude");
  }

  private static void program(Path file, String line) throws Exception {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Answer bash(String script) throws Exception {
    try (Running running = processing.start(work, environment, List.of("bash", "-c", script))) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  private String must(String script) throws Exception {
    Answer answer = bash(script);
    assertThat(answer.code()).as("%s: %s%s", script, answer.out(), answer.err()).isZero();
    return answer.out();
  }

  private String refs() throws Exception {
    return must("git -C " + bare + " for-each-ref --format='%(refname)'");
  }

  @Test
  @DisplayName(
      "L55 A push that another session's lease forbids does not happen; what cannot hit it does")
  void pushes() throws Exception {
    must("git push -q origin f:before");
    must("prlease acquire --key acme/app#42 --session them");
    Answer denied = bash("git push -q origin f");
    assertThat(denied.code()).isNotZero();
    assertThat(denied.err())
        .contains("prlease: acme/app#42 is held by another session, them")
        .contains("the forge cannot be asked")
        .contains("prlease acquire --key 'acme/app#42' --wait 15m");
    assertThat(bash("git push -q origin :before").code()).isNotZero();
    assertThat(refs()).isEqualTo("refs/heads/before\n");
    must("git push -q origin v1");
    must("PRLEASE_SESSION=them git push -q origin f");
    assertThat(refs()).isEqualTo("refs/heads/before\nrefs/heads/f\nrefs/tags/v1\n");
  }

  @Test
  @DisplayName("The worktree whose session holds it may push, and the one beside it may not")
  void worktrees() throws Exception {
    must("git worktree add -q -b w ../other");
    must("cd ../other && prlease acquire --key acme/app#42");
    assertThat(bash("git push -q origin f").code()).isNotZero();
    must("cd ../other && git push -q origin w");
    assertThat(refs()).isEqualTo("refs/heads/w\n");
  }

  @Test
  @DisplayName(
      "The line in the agent's settings denies a merge that another session's lease forbids")
  void agent() throws Exception {
    must("prlease acquire --key acme/app#42 --session them");
    String settings = Files.readString(work.resolve(".claude/settings.json"));
    int from = settings.indexOf("\"command\": \"") + 12;
    String line =
        settings
            .substring(from, settings.indexOf("\", \"timeout\"", from))
            .replace("\\\"", "\"")
            .replace("\\\\", "\\");
    Files.writeString(top.resolve("line.sh"), line + "\n");
    String input =
        "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"%s\"},\"cwd\":\"" + work + "\"}";
    Files.writeString(top.resolve("merge.json"), input.formatted("gh pr merge 42"));
    Files.writeString(top.resolve("other.json"), input.formatted("gh pr merge 43"));
    assertThat(must("sh ../line.sh < ../merge.json")).contains("\"permissionDecision\":\"deny\"");
    assertThat(must("sh ../line.sh < ../other.json")).isEmpty();
  }
}
