package dev.prlease.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.process.Output;
import dev.prlease.process.ProcessResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What git's answers to a push prove. */
class PushResultsTest {
  private static final String REF = "refs/leases/acme/app__pr-7";

  @TempDir Path temporary = Path.of("");

  private Push.Result result(ProcessResult answer) throws IOException {
    Map<String, String> environment = Map.of("TMPDIR", temporary.toString());
    Workspace workspace = Workspace.make(environment, "", Instant.EPOCH);
    GitProgram git =
        new GitProgram(
            new Remote("/srv/app.git", temporary, List.of()), environment, request -> answer);
    try (Budget budget = new Budget(Contexts.with(environment), Duration.ofSeconds(10))) {
      Map<String, Push.Result> results =
          new Push(git, workspace, budget).push(List.of(new Push.Move(REF, "", "c0ffee")));
      assertThat(results).containsOnlyKeys(REF);
      return Optional.ofNullable(results.get(REF)).orElseThrow();
    } finally {
      workspace.retire();
    }
  }

  private static ProcessResult exited(int code, String out, String err) {
    return new ProcessResult.Exited(
        code, new Output(out, out.length(), true), new Output(err, err.length(), true));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "*|[new reference]|Moved",
        "' '|1111111..2222222|Moved",
        "+|1111111...2222222 (forced update)|Moved",
        "=|[up to date]|Elsewhere",
        "!|[rejected] (stale info)|Elsewhere",
        "!|[remote rejected] (hook declined)|Rejected",
        "!|[remote rejected] (failed to update ref)|Rejected",
        "!|[remote failure] (remote failed to report status)|Unknown",
      },
      delimiter = '|')
  void a_line_tells_of_its_reference_whatever_the_exit_code(
      String flag, String summary, String result) throws IOException {
    String out = "To /srv/app.git\n" + flag + "\tc0ffee:" + REF + "\t" + summary + "\nDone\n";
    for (int code : new int[] {0, 1}) {
      assertThat(result(exited(code, out, "")).getClass().getSimpleName()).isEqualTo(result);
    }
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "fatal: unable to access 'http://x/': Could not resolve host: x|Unsent",
        "fatal: unable to access 'http://x/': The requested URL returned error: 403|Unsent",
        "fatal: Authentication failed for 'http://x/'|Unsent",
        "fatal: '/srv/app.git' does not appear to be a git repository|Unsent",
        "fatal: repository 'http://x/' not found|Unsent",
        "error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502|Unknown",
        "fatal: unable to access 'http://x/': The requested URL returned error: 504|Unknown",
        "fatal: the remote end hung up unexpectedly|Unknown",
        "remote: Connection refused|Unknown",
        "''|Unknown",
      },
      delimiter = '|')
  void L37_without_a_line_nothing_was_sent_only_if_git_says_that_it_came_to_no_connection(
      String complaint, String result) throws IOException {
    assertThat(result(exited(128, "", complaint + "\n")).getClass().getSimpleName())
        .isEqualTo(result);
  }

  @Test
  void a_push_that_was_cut_short_proves_nothing() throws IOException {
    String out = "To /srv/app.git\n*\tc0ffee:" + REF + "\t[new reference]\n";
    Output written = new Output(out, out.length(), true);
    assertThat(result(new ProcessResult.TimedOut(Duration.ofSeconds(1), written, Output.NONE)))
        .isInstanceOf(Push.Result.Unknown.class);
    assertThat(result(new ProcessResult.Signaled(9, Output.NONE, Output.NONE)))
        .isInstanceOf(Push.Result.Unknown.class);
    assertThat(result(new ProcessResult.NotFound("git"))).isInstanceOf(Push.Result.Unsent.class);
  }

  @Test
  void L37_words_that_were_not_all_heard_prove_nothing() throws IOException {
    String line = "!\tc0ffee:" + REF + "\t[remote fail";
    Output cut = new Output("To /srv/app.git\n" + line, 1_000, false);
    assertThat(result(new ProcessResult.Exited(1, cut, Output.NONE)))
        .as("the beginning of what may have been a failure to report")
        .isInstanceOf(Push.Result.Unknown.class);
    String early = "fatal: Could not resolve host: x\n";
    Output some = new Output(early, 1_000, false);
    assertThat(result(new ProcessResult.Exited(128, Output.NONE, some)))
        .as("there may have been another connection afterwards")
        .isInstanceOf(Push.Result.Unknown.class);
  }
}
