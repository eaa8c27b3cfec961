package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
  private GuardedRepository repository;

  GuardedPushTest() {}

  @BeforeEach
  void install() throws Exception {
    repository = new GuardedRepository(top, "github.com");
    repository.environment.put("GH_CONFIG_DIR", top.resolve("gh").toString());
    repository.environment.put("GH_TOKEN", "");
    repository.environment.put("GITHUB_TOKEN", "");
  }

  private Answer bash(String script) throws Exception {
    return repository.bash(script);
  }

  private String must(String script) throws Exception {
    return repository.must(script);
  }

  private String refs() throws Exception {
    return repository.refs();
  }

  @Test
  @DisplayName(
      "L55 A push that another session's lease forbids does not happen; what cannot hit it does")
  void pushes() throws Exception {
    must("git push -q origin f:before");
    repository.lease("acme/app#42", "them");
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
    repository.lease("acme/app#42", "them");
    Path work = repository.work;
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
