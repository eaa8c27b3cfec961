package dev.prlease.store.git;

import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs git in repositories of a workspace, against one remote, in bounded time and without asking
 * anybody. Safe for use by several threads at once.
 */
final class GitProgram {
  private static final Duration GRACE = Duration.ofSeconds(1);
  private static final Duration LOCAL = Duration.ofSeconds(10);
  private static final int OUTPUT_LIMIT = 1 << 22;

  private final Remote remote;
  private final Runs runs;
  private final Map<String, String> variables;
  private volatile boolean askedForSsh;
  private volatile String sshCommand = "";

  /** How a process is run: in tests with trouble in between. */
  interface Runs {
    ProcessResult run(ProcessRequest request);
  }

  GitProgram(Remote remote, Map<String, String> variables, Runs runs) {
    this.remote = remote;
    this.variables = Map.copyOf(variables);
    this.runs = runs;
  }

  Remote remote() {
    return remote;
  }

  /** Runs a command that speaks with the remote. */
  GitAnswer run(
      Workspace workspace, Path repository, List<String> arguments, String input, Budget budget) {
    Map<String, String> all =
        new HashMap<>(GitVariables.in(variables, repository, workspace.objectDirectory()));
    if (remote.isSsh() && !GitVariables.namesSsh(variables)) {
      String ssh = sshCommand(all);
      if (!ssh.isEmpty()) {
        all.put("GIT_SSH_COMMAND", ssh);
      }
    }
    return call(all, arguments, input, budget.forCall());
  }

  /** What to call ssh by, so that it asks nobody; empty if the user's configuration says it. */
  private String sshCommand(Map<String, String> all) {
    if (!askedForSsh) {
      GitAnswer configured = call(all, List.of("config", "--get", "core.sshCommand"), "", LOCAL);
      sshCommand = configured.succeeded() ? "" : "ssh -o BatchMode=yes";
      askedForSsh = true;
    }
    return sshCommand;
  }

  private GitAnswer call(
      Map<String, String> all, List<String> arguments, String input, Duration timeout) {
    List<String> words = new ArrayList<>(arguments.size() + 1);
    words.add("git");
    words.addAll(arguments);
    ProcessRequest request =
        ProcessRequest.of(words, all, remote.directory(), timeout)
            .withGrace(GRACE)
            .withOutputLimit(OUTPUT_LIMIT);
    return GitAnswer.of(runs.run(input.isEmpty() ? request : request.withInput(input)));
  }
}
