package dev.prlease.process;

import java.time.Duration;

/** How a run ended. Nothing of it is exceptional, so nothing is thrown. */
public sealed interface ProcessResult {
  /** It ran to its end. */
  record Exited(int code, Output out, Output err) implements ProcessResult {
    /** Whether it says that it did what it should. */
    public boolean succeeded() {
      return code == 0;
    }
  }

  /**
   * A signal ended it; not one of ours. The JDK reports 128 + {@code signal}, and a program that
   * itself exits with such a code looks the same.
   */
  record Signaled(int signal, Output out, Output err) implements ProcessResult {
    /** What a shell would report. */
    public int code() {
      return 128 + signal;
    }
  }

  /** It took longer than {@code timeout}; it and its descendants were ended. */
  record TimedOut(Duration timeout, Output out, Output err) implements ProcessResult {}

  /** It was cancelled, or the waiting thread interrupted; it and its descendants were ended. */
  record Cancelled(Output out, Output err) implements ProcessResult {}

  /** There is no such program. */
  record NotFound(String program) implements ProcessResult {}

  /** The program is there but did not start, or its directory is not there. */
  record CannotRun(String program, String reason) implements ProcessResult {}
}
