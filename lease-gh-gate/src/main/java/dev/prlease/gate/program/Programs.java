package dev.prlease.gate.program;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.process.CapturedOutput;
import dev.prlease.process.Command;
import dev.prlease.process.CommandEnd;
import dev.prlease.process.CommandSupervisor;
import dev.prlease.process.Output;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import dev.prlease.process.RunningProcess;
import dev.prlease.process.Streams;
import dev.prlease.process.SupervisedProcess;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Gate;
import dev.prlease.spi.Registration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs programs for their output, in one directory and with exactly the variables that it was
 * given; by argument vector, never by a shell. At most four mebibytes of each output are kept.
 *
 * <p>What reads is {@linkplain #read run freely}. What acts is {@linkplain #act bound to a gate}:
 * it is gone by the lease's deadline, also if this program is killed, as {@link CommandSupervisor}
 * says in detail.
 *
 * <p>Immutable; safe for use by several threads at once.
 */
public final class Programs {
  private static final int OUTPUT_LIMIT = 4 << 20;

  private final Clock clock;
  private final Map<String, String> environment;
  private final Path directory;
  private final Secrets secrets;

  /** Programs that get {@code environment}, all of it and nothing else, in {@code directory}. */
  public Programs(Clock clock, Map<String, String> environment, Path directory) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.environment = Map.copyOf(environment);
    this.directory = Objects.requireNonNull(directory, "directory");
    this.secrets = Secrets.of(environment);
  }

  /** The same programs with other variables. */
  public Programs with(UnaryOperator<Map<String, String>> change) {
    return new Programs(clock, change.apply(environment), directory);
  }

  /** What must not be shown of what they write. */
  public Secrets secrets() {
    return secrets;
  }

  /**
   * Runs a program that changes nothing which needs a lease.
   *
   * <p>Interrupted, it ends the program, and keeps the flag.
   *
   * @param input what the program reads
   * @param timeout how long it may take; positive
   * @throws ForgeException if there is no such program
   */
  public Ran read(List<String> words, String input, Duration timeout) {
    return read(words, input, timeout, RunningProcess::await);
  }

  /**
   * The same for a program that starts nobody who holds its output: once it has ended, what it
   * wrote is waited for as long as {@code timeout} again. {@link Ran.Extent#CUT} is a failure then.
   */
  public Ran readWhole(List<String> words, String input, Duration timeout) {
    return read(words, input, timeout, running -> running.await(timeout));
  }

  private Ran read(
      List<String> words,
      String input,
      Duration timeout,
      Function<RunningProcess, ProcessResult> waiting) {
    String program = words.get(0);
    if (Thread.currentThread().isInterrupted()) {
      return never(program);
    }
    ProcessRequest request =
        ProcessRequest.of(words, environment, directory, timeout)
            .withInput(input)
            .withOutputLimit(OUTPUT_LIMIT);
    ProcessResult result = waiting.apply(new ProcessRunner().start(request));
    if (result instanceof ProcessResult.Exited exited) {
      return ran(program, Ran.End.EXITED, exited.code(), exited.out(), exited.err());
    }
    if (result instanceof ProcessResult.Signaled signaled) {
      return ran(program, Ran.End.EXITED, signaled.code(), signaled.out(), signaled.err());
    }
    if (result instanceof ProcessResult.TimedOut late) {
      return ran(program, Ran.End.TIMED_OUT, -1, late.out(), late.err());
    }
    if (result instanceof ProcessResult.Cancelled cancelled) {
      return ran(program, Ran.End.INTERRUPTED, -1, cancelled.out(), cancelled.err());
    }
    if (result instanceof ProcessResult.CannotRun cannot) {
      throw MissingProgram.unusable(program, cannot.reason());
    }
    throw MissingProgram.of(program);
  }

  /**
   * Runs a program that acts, under the lease of {@code gate}: ownership is asserted right before
   * the start, nothing is started once the lease is over, and what was started is ended, with all
   * its descendants, when the lease is lost, at its deadline, or when the time is up. It finds the
   * lease in its {@linkplain LeaseVariables environment}.
   *
   * <p>Interrupted, it ends the program, and keeps the flag; interrupted before, it starts nothing.
   *
   * @param timeout how long it may take; positive
   * @throws LeaseExpiredException if the lease was over before the program started; or whatever
   *     {@link Gate#assertOwned} throws
   * @throws ForgeException if there is no such program
   */
  public Ran act(Gate gate, List<String> words, Duration timeout) {
    String program = words.get(0);
    if (Thread.currentThread().isInterrupted()) {
      return never(program);
    }
    Lifeline lifeline = new Lifeline(gate);
    BoundedDeadline deadline = new BoundedDeadline(lifeline, clock, timeout);
    Command command = new Command(words, LeaseVariables.in(environment, gate), directory);
    Registration news = gate.listen(lifeline);
    try (CommandSupervisor supervisor = CommandSupervisor.prepare(environment);
        SupervisedProcess process = start(supervisor, gate, command, deadline)) {
      lifeline.attach(process);
      CommandEnd end = process.await();
      CapturedOutput output = process.output();
      if (end instanceof CommandEnd.NotStarted never) {
        if (never.refusal() == CommandEnd.Refusal.TOO_LATE && deadline.isOwn()) {
          return new Ran(program, Ran.End.TIMED_OUT, -1, "", "", Ran.Extent.WHOLE);
        }
        throw notStarted(never, program, gate, lifeline);
      }
      if (end instanceof CommandEnd.Exited exited && isShellRefusal(exited.exitCode())) {
        throw MissingProgram.unusable(program, secrets.redact(output.err().text().strip()));
      }
      return ran(program, how(end, deadline), end.exitCode(), output.out(), output.err());
    } finally {
      news.close();
    }
  }

  /** Much may have been looked at since the gate was passed: ownership is asserted anew. */
  private static SupervisedProcess start(
      CommandSupervisor supervisor, Gate gate, Command command, BoundedDeadline deadline) {
    gate.assertOwned();
    return supervisor.start(
        command, deadline, new Streams.Captured(OUTPUT_LIMIT, StandardCharsets.UTF_8));
  }

  /**
   * What the shell before it exits with if it cannot become the program; neither gh nor git does.
   */
  private static boolean isShellRefusal(int exitCode) {
    return exitCode == 126 || exitCode == 127;
  }

  private static Ran.End how(CommandEnd end, BoundedDeadline deadline) {
    if (!(end instanceof CommandEnd.Ended ended)) {
      return Ran.End.EXITED;
    }
    return switch (ended.reason()) {
      case INTERRUPTED -> Ran.End.INTERRUPTED;
      case ASKED -> Ran.End.LEASE_OVER;
      case DEADLINE -> deadline.isOwn() ? Ran.End.TIMED_OUT : Ran.End.LEASE_OVER;
    };
  }

  private static RuntimeException notStarted(
      CommandEnd.NotStarted never, String program, Gate gate, Lifeline lifeline) {
    return switch (never.refusal()) {
      case NOT_FOUND -> MissingProgram.of(program);
      case CANNOT_RUN -> MissingProgram.unusable(program, never.message());
      case TOO_LATE -> InTime.over(gate, lifeline.grace());
    };
  }

  private static Ran never(String program) {
    return new Ran(program, Ran.End.INTERRUPTED, -1, "", "", Ran.Extent.WHOLE);
  }

  private Ran ran(String program, Ran.End end, int code, Output out, Output err) {
    return new Ran(
        program,
        end,
        code,
        out.text(),
        secrets.redact(err.text()),
        out.complete() ? Ran.Extent.WHOLE : Ran.Extent.CUT);
  }
}
