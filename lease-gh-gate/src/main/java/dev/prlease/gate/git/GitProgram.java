package dev.prlease.gate.git;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.git.GitAnswer.End;
import dev.prlease.process.Output;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one class here that starts processes which only read. */
final class GitProgram {
  /** Configuration and lists of references are the longest that is read. */
  static final int OUTPUT_LIMIT = 16 << 20;

  private GitProgram() {}

  static GitAnswer run(
      List<String> words,
      Map<String, String> environment,
      Path directory,
      Duration timeout,
      Optional<String> input) {
    ProcessRequest request =
        ProcessRequest.of(words, environment, directory, timeout).withOutputLimit(OUTPUT_LIMIT);
    ProcessResult result = new ProcessRunner().run(input.map(request::withInput).orElse(request));
    if (result instanceof ProcessResult.Exited exited) {
      return answer(End.EXITED, exited.code(), exited.out(), exited.err(), environment);
    }
    if (result instanceof ProcessResult.Signaled signaled) {
      return answer(End.EXITED, signaled.code(), signaled.out(), signaled.err(), environment);
    }
    if (result instanceof ProcessResult.TimedOut slow) {
      return answer(End.TIMED_OUT, -1, slow.out(), slow.err(), environment);
    }
    if (result instanceof ProcessResult.Cancelled cancelled) {
      return answer(End.STOPPED, -1, cancelled.out(), cancelled.err(), environment);
    }
    if (result instanceof ProcessResult.CannotRun cannot) {
      throw missing(words.get(0) + " cannot be run: " + cannot.reason());
    }
    throw missing(words.get(0) + " is not installed, or not on the PATH");
  }

  static GitAnswer answer(
      End end, int code, Output out, Output err, Map<String, String> environment) {
    if (out.bytesWritten() > OUTPUT_LIMIT) {
      throw new ForgeException(
          ForgeException.Kind.UNINTELLIGIBLE,
          Optional.empty(),
          "git answered with more than " + (OUTPUT_LIMIT >> 20) + " MiB",
          "Look at what 'git config --list' and 'git remote -v' print.",
          Optional.empty(),
          null);
    }
    return new GitAnswer(end, code, out.text(), Credentials.strip(err.text(), environment));
  }

  static ForgeException missing(String what) {
    return new ForgeException(
        ForgeException.Kind.MISSING_PROGRAM,
        Optional.empty(),
        what,
        "Install git (https://git-scm.com/downloads) so that it is on the PATH.",
        Optional.empty(),
        null);
  }
}
