package dev.prlease.gate.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.git.GitAnswer.End;
import dev.prlease.process.CapturedOutput;
import dev.prlease.process.Command;
import dev.prlease.process.CommandEnd;
import dev.prlease.process.CommandSupervisor;
import dev.prlease.process.Output;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import dev.prlease.process.Streams;
import dev.prlease.process.SupervisedProcess;
import dev.prlease.spi.Gate;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SystemClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one class here that starts processes. */
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
      return answer(End.INTERRUPTED, -1, cancelled.out(), cancelled.err(), environment);
    }
    if (result instanceof ProcessResult.CannotRun cannot) {
      throw missing(words.get(0) + " cannot be run: " + cannot.reason());
    }
    throw missing(words.get(0) + " is not installed, or not on the PATH");
  }

  /**
   * Runs what acts: it is gone by the lease's deadline, also if this program is killed, where
   * {@link CommandSupervisor} can do that.
   */
  static GitAnswer act(
      Gate gate,
      List<String> words,
      Map<String, String> environment,
      Path directory,
      Duration timeout) {
    if (Thread.currentThread().isInterrupted()) {
      return new GitAnswer(End.INTERRUPTED, -1, "", "");
    }
    GateLine line = new GateLine(gate, new SystemClock(), timeout);
    Command command = new Command(words, withLease(environment, gate), directory);
    Streams streams = new Streams.Captured(OUTPUT_LIMIT, StandardCharsets.UTF_8);
    Registration news = gate.listen(line);
    try (CommandSupervisor supervisor = CommandSupervisor.prepare(environment);
        SupervisedProcess process = supervisor.start(command, line, streams)) {
      line.attach(process);
      CommandEnd end = process.await();
      if (end instanceof CommandEnd.NotStarted never) {
        throw notStarted(never, gate, line);
      }
      CapturedOutput output = process.output();
      return answer(how(end, line), end.exitCode(), output.out(), output.err(), environment);
    } finally {
      news.close();
    }
  }

  private static End how(CommandEnd end, GateLine line) {
    if (!(end instanceof CommandEnd.Ended ended)) {
      return End.EXITED;
    }
    return switch (ended.reason()) {
      case INTERRUPTED -> End.INTERRUPTED;
      case ASKED -> End.LEASE_OVER;
      case DEADLINE -> line.isUsedUp() ? End.TIMED_OUT : End.LEASE_OVER;
    };
  }

  private static LeaseException notStarted(CommandEnd.NotStarted never, Gate gate, GateLine line) {
    if (never.refusal() != CommandEnd.Refusal.TOO_LATE) {
      return missing(never.message());
    }
    // Whatever the store says to it is the better error.
    gate.assertOwned();
    return LeaseExpiredException.tooShort(
        gate.key(), gate.session(), gate.deadline(), line.grace());
  }

  /** So that the guards which git's hooks are know whose push it is. */
  private static Map<String, String> withLease(Map<String, String> environment, Gate gate) {
    Map<String, String> with = new HashMap<>(environment);
    with.put("PRLEASE_KEY", gate.key().toString());
    with.put("PRLEASE_SESSION", gate.session().value());
    with.put("PRLEASE_GRANT", gate.grantId().value());
    if (gate.fence().isPresent()) {
      with.put("PRLEASE_FENCE", Long.toString(gate.fence().value()));
    } else {
      with.remove("PRLEASE_FENCE");
    }
    return with;
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
