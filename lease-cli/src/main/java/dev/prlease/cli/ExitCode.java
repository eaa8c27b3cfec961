package dev.prlease.cli;

/** What the command's exit codes mean; the same for every subcommand. */
public final class ExitCode {
  /** Done. */
  public static final int DONE = 0;

  /** The action failed or was refused. */
  public static final int FAILED = 1;

  /** The command was called wrongly. */
  public static final int USAGE = 64;

  /** The record is unreadable, or of another key. */
  public static final int UNREADABLE = 65;

  /** A program or service that the action needs is not available. */
  public static final int UNAVAILABLE = 69;

  /** A fault in prlease itself. */
  public static final int INTERNAL = 70;

  /**
   * The store failed, or others wrote it all the time; nothing is known about who owns the lease.
   */
  public static final int STORE = 74;

  /** Another session holds the lease: stood down. */
  public static final int HELD = 75;

  /** This session does not own the lease, or lost it. */
  public static final int NOT_OWNER = 76;

  /** This session's lease has expired. */
  public static final int EXPIRED = 77;

  /** Something is set up wrongly. */
  public static final int CONFIGURATION = 78;

  /** The lease, or what was waited for under it, did not come in time. */
  public static final int TIMED_OUT = 124;

  /** The command to run is there, but cannot be run. */
  public static final int CANNOT_RUN = 126;

  /** The command to run was not found. */
  public static final int NOT_FOUND = 127;

  /** Added to the number of a signal. */
  public static final int SIGNAL_BASE = 128;

  /** Ended by Ctrl-C, after releasing. */
  public static final int INTERRUPTED = SIGNAL_BASE + 2;

  private ExitCode() {}

  /** One clause for people. */
  public static String meaning(int code) {
    return switch (code) {
      case DONE -> "done";
      case FAILED -> "the action failed or was refused";
      case USAGE -> "called wrongly";
      case UNREADABLE -> "the record is unreadable, or of another key";
      case UNAVAILABLE -> "a program or service that it needs is not available";
      case INTERNAL -> "a fault in prlease itself";
      case STORE -> "the store failed or is contended; nothing is known about who owns the lease";
      case HELD -> "another session holds the lease: stood down";
      case NOT_OWNER -> "this session does not own the lease, or lost it";
      case EXPIRED -> "this session's lease has expired";
      case CONFIGURATION -> "something is set up wrongly";
      case TIMED_OUT -> "the lease, or what was waited for under it, did not come in time";
      case CANNOT_RUN -> "CMD cannot be run";
      case NOT_FOUND -> "CMD was not found";
      case 129, INTERRUPTED, 143 -> "ended by a signal (128 + its number), after releasing";
      default -> "what CMD exited with";
    };
  }
}
