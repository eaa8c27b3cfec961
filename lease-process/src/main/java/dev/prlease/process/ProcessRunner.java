package dev.prlease.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs programs for their output: argument vectors in, never a shell; bounded output out, in
 * bounded time.
 *
 * <p>Has no state; safe for use by several threads at once. A run takes two or three daemon threads
 * of its own, which end with it.
 */
public final class ProcessRunner {
  private final Threads threads;

  /** A runner; all are alike. */
  public ProcessRunner() {
    this(Threads.DAEMONS);
  }

  ProcessRunner(Threads threads) {
    this.threads = threads;
  }

  /**
   * Runs {@code request} and waits for its end.
   *
   * <p>If the calling thread is interrupted, before or meanwhile, the process tree is ended, the
   * result is {@link ProcessResult.Cancelled}, and the thread's interrupt flag stays set.
   */
  public ProcessResult run(ProcessRequest request) {
    return start(request).await();
  }

  /** Starts {@code request}, for callers that may want to cancel it. */
  public RunningProcess start(ProcessRequest request) {
    Command command = request.command();
    if (!Files.isDirectory(command.directory())) {
      return RunningProcess.ended(
          new ProcessResult.CannotRun(
              command.program(), command.directory() + " is not a directory"));
    }
    Optional<String> distorted = Arguments.distorted(command.words());
    if (distorted.isPresent()) {
      return RunningProcess.ended(new ProcessResult.CannotRun(command.program(), distorted.get()));
    }
    Executables.Found found =
        Executables.find(command.program(), command.environment(), command.directory());
    if (found instanceof Executables.Found.Program program) {
      return launch(request, program.path());
    }
    if (found instanceof Executables.Found.NotExecutable file) {
      return RunningProcess.ended(
          new ProcessResult.CannotRun(command.program(), file.path() + " is not executable"));
    }
    return RunningProcess.ended(new ProcessResult.NotFound(command.program()));
  }

  private RunningProcess launch(ProcessRequest request, Path program) {
    Command command = request.command();
    List<String> words = new ArrayList<>(command.words());
    words.set(0, program.toString());
    ProcessBuilder builder = new ProcessBuilder(words).directory(command.directory().toFile());
    Environments.apply(builder, command.environment());
    try {
      return RunningProcess.of(builder.start(), request, threads);
    } catch (IOException cannotStart) {
      return RunningProcess.ended(
          new ProcessResult.CannotRun(command.program(), Failures.reason(cannotStart)));
    }
  }
}
