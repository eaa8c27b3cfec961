package dev.prlease.gate.program;

/**
 * How a program that was run ended, and what it wrote.
 *
 * @param program its name
 * @param end how it ended
 * @param exitCode its exit code; 128 + n if signal n ended it; -1 if it never ran
 * @param out what it wrote to its standard output, as it is: it may hold secrets
 * @param err what it complained of, without secrets
 * @param extent whether {@code out} is all of it
 */
public record Ran(String program, End end, int exitCode, String out, String err, Extent extent) {
  /** How it ended. */
  public enum End {
    /** By itself. */
    EXITED,
    /** It took too long, and was ended. */
    TIMED_OUT,
    /** The lease that it ran under was over: it was ended. */
    LEASE_OVER,
    /** The thread that waited for it was interrupted: it was ended, or never started. */
    INTERRUPTED
  }

  /** How much of what was written is there. */
  public enum Extent {
    /** All. */
    WHOLE,
    /** The beginning: the rest was dropped, or not waited for. */
    CUT
  }

  /** Whether it says that it did what it should. */
  public boolean succeeded() {
    return end == End.EXITED && exitCode == 0;
  }

  /** Without what was written, which may be secret. */
  @Override
  public String toString() {
    return "Ran[" + program + ", " + end + ", exit code " + exitCode + "]";
  }
}
