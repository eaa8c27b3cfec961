package dev.prlease.gate.git;

/**
 * What became of one call of git.
 *
 * @param end how it ended
 * @param code its exit code; as shells report it where a signal ended it
 * @param out what it wrote, as it is: it may hold credentials
 * @param err what it said, fit to be shown: without credentials
 */
public record GitAnswer(End end, int code, String out, String err) {
  /** How a call ended. */
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

  /** Whether git says that it did what it should. */
  public boolean succeeded() {
    return end == End.EXITED && code == 0;
  }

  /**
   * Whether the shell that minds the lease's deadline ended before git began: it was seen to,
   * rarely, on a machine under load. Git has no such exit code.
   */
  public boolean isNotStarted() {
    return end == End.EXITED && code == NOT_STARTED && out.isEmpty() && err.isEmpty();
  }

  private static final int NOT_STARTED = 125;

  /** The first line that it wrote. */
  public String line() {
    int end = out.indexOf('\n');
    return end < 0 ? out : out.substring(0, end);
  }

  /** What it complained of, in one line: what tells most. */
  public String complaint() {
    String last = "";
    for (String line : (Iterable<String>) err.lines()::iterator) {
      String text = line.strip();
      if (text.startsWith("fatal: ") || text.startsWith("error: ")) {
        return text.substring("fatal: ".length());
      }
      if (!text.isEmpty() && !text.startsWith("hint: ")) {
        last = text;
      }
    }
    return last.isEmpty() ? howItEnded() : last;
  }

  private String howItEnded() {
    return switch (end) {
      case EXITED -> isNotStarted() ? "git was not started" : "git exited with " + code;
      case TIMED_OUT -> "git took too long and was ended";
      case LEASE_OVER -> "git was ended with its lease";
      case INTERRUPTED -> "git was interrupted";
    };
  }
}
