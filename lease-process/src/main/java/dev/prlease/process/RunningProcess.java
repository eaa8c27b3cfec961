package dev.prlease.process;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A run that was started. Safe for use by several threads at once. */
public final class RunningProcess {
  /**
   * How long the outputs may stay open after the process itself has ended: what it wrote is in the
   * pipes and is read at once; only a background process that inherited them keeps them open.
   */
  private static final Duration DRAINING = Duration.ofMillis(500);

  private static final int FIRST_SIGNAL_CODE = 129;
  private static final int LAST_SIGNAL_CODE = 128 + 64;

  private final Optional<Run> run;
  private final ProcessResult early;
  private volatile boolean cancelled;

  private record Run(Process process, ProcessRequest request, Pump out, Pump err) {}

  private RunningProcess(Optional<Run> run, ProcessResult early) {
    this.run = run;
    this.early = early;
  }

  static RunningProcess ended(ProcessResult result) {
    return new RunningProcess(Optional.empty(), result);
  }

  /** One whose outputs are read on threads; if those cannot be made, the process is ended. */
  static RunningProcess of(Process process, ProcessRequest request, Threads threads) {
    try {
      return minded(process, request, threads);
    } catch (RuntimeException | Error nobodyMindsIt) {
      Unminded.end(process);
      throw nobodyMindsIt;
    }
  }

  private static RunningProcess minded(Process process, ProcessRequest request, Threads threads) {
    Pump out = Pump.of(process.getInputStream(), request.outputLimit(), request.charset(), threads);
    Pump err = Pump.of(process.getErrorStream(), request.outputLimit(), request.charset(), threads);
    byte[] input = request.input().orElse("").getBytes(request.charset());
    if (input.length == 0) {
      feed(process.getOutputStream(), input);
    } else {
      // A program need not read: a full pipe must not block the caller.
      threads.start("prlease-stdin", () -> feed(process.getOutputStream(), input));
    }
    return new RunningProcess(
        Optional.of(new Run(process, request, out, err)),
        new ProcessResult.Cancelled(Output.NONE, Output.NONE));
  }

  private static void feed(OutputStream to, byte[] input) {
    try (to) {
      to.write(input);
    } catch (IOException notRead) {
      // The program ended without reading all of it: its exit code tells whether that matters.
    }
  }

  /** Ends the process and its descendants; {@link #await()} then returns soon. Idempotent. */
  public void cancel() {
    cancelled = true;
    run.ifPresent(started -> end(started));
  }

  /**
   * Waits for the end, and half a second more for that of its outputs. If the thread is
   * interrupted, before or meanwhile, it ends the process tree and keeps the interrupt flag.
   */
  public ProcessResult await() {
    return await(DRAINING);
  }

  /**
   * The same for a program that leaves nobody behind who holds its standard output: the end of that
   * one is waited for as long as {@code atMost}, since a machine may be so busy that what was
   * written is read late. Whether it came {@link Output#complete} tells.
   *
   * @param atMost not negative
   */
  public ProcessResult await(Duration atMost) {
    if (run.isEmpty()) {
      return early;
    }
    Run started = run.get();
    boolean inTime;
    try {
      inTime =
          started.process().waitFor(started.request().timeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      cancelled = true;
      end(started);
      Thread.currentThread().interrupt();
      inTime = true;
    }
    if (!inTime) {
      end(started);
    }
    return result(
        started,
        inTime,
        started.out().collect(cancelled || !inTime ? DRAINING : atMost),
        started.err().collect(DRAINING));
  }

  private ProcessResult result(Run started, boolean inTime, Output out, Output err) {
    if (cancelled) {
      return new ProcessResult.Cancelled(out, err);
    }
    if (!inTime) {
      return new ProcessResult.TimedOut(started.request().timeout(), out, err);
    }
    int code = started.process().exitValue();
    return code >= FIRST_SIGNAL_CODE && code <= LAST_SIGNAL_CODE
        ? new ProcessResult.Signaled(code - 128, out, err)
        : new ProcessResult.Exited(code, out, err);
  }

  /**
   * Waits for the end whatever interrupts come, before or meanwhile: the process is not ended for
   * them, and the thread's flag is up afterwards. For work that must be finished once it has begun.
   */
  public ProcessResult awaitThroughInterrupts() {
    return awaitThroughInterrupts(DRAINING);
  }

  /**
   * The same for a program that leaves nobody behind who holds its standard output; see {@link
   * #await(Duration)}.
   *
   * @param atMost not negative
   */
  public ProcessResult awaitThroughInterrupts(Duration atMost) {
    if (run.isEmpty()) {
      return early;
    }
    Run started = run.get();
    Countdown countdown = Countdown.of(started.request().timeout());
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          boolean inTime =
              started.process().waitFor(countdown.left().toNanos(), TimeUnit.NANOSECONDS);
          if (!inTime) {
            end(started);
          }
          return result(
              started,
              inTime,
              started.out().collectThroughInterrupts(inTime ? atMost : DRAINING),
              started.err().collectThroughInterrupts(DRAINING));
        } catch (InterruptedException remembered) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void end(Run started) {
    ProcessTree.end(started.process().toHandle(), started.request().grace());
  }
}
