package dev.prlease.process;

/** How a supervised command ended. Whichever it is: it and what it left in its group are gone. */
public sealed interface CommandEnd {
  /** As shells report it: 128 + n if signal n ended it, 127 not found, 126 cannot run. */
  int exitCode();

  /**
   * It ended by itself, or somebody else ended it.
   *
   * @param leftBehind how many processes it had left in its group, running in the background; they
   *     were ended. Zero also where nobody looked: without a watchdog
   */
  record Exited(int exitCode, int leftBehind) implements CommandEnd {
    /** One that left nothing. */
    public Exited(int exitCode) {
      this(exitCode, 0);
    }
  }

  /** It was ended. */
  record Ended(int exitCode, Reason reason) implements CommandEnd {}

  /**
   * It never ran.
   *
   * @param message one line for people, naming the command
   */
  record NotStarted(Refusal refusal, String message) implements CommandEnd {
    static NotStarted of(Refusal refusal, String program) {
      return new NotStarted(refusal, shown(program) + ": " + refusal.words);
    }

    static NotStarted cannotRun(String program, String reason) {
      return new NotStarted(Refusal.CANNOT_RUN, shown(program) + ": cannot run: " + reason);
    }

    private static String shown(String program) {
      return program.isEmpty() ? "''" : program;
    }

    @Override
    public int exitCode() {
      return refusal.exitCode;
    }
  }

  /** Why a command was ended. */
  enum Reason {
    /** {@link SupervisedProcess#end} was called. */
    ASKED,
    /** Its deadline had come. */
    DEADLINE,
    /** The thread that waited for it was interrupted. */
    INTERRUPTED
  }

  /** Why a command was not started. */
  enum Refusal {
    /** There is no such program. */
    NOT_FOUND(127, "command not found"),
    /** There is one, and it cannot be run. */
    CANNOT_RUN(126, "cannot run: it is a directory, or not executable"),
    /** Its deadline had come before it started. */
    TOO_LATE(125, "not started: its deadline had come");

    private final int exitCode;
    private final String words;

    Refusal(int exitCode, String words) {
      this.exitCode = exitCode;
      this.words = words;
    }
  }
}
