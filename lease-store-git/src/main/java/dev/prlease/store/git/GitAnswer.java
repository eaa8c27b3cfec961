package dev.prlease.store.git;

import dev.prlease.process.ProcessResult;
import java.time.Duration;

/**
 * What became of one call of git.
 *
 * @param end how it ended
 * @param code its exit code; -1 if it has none
 * @param out what it wrote, as it is: it may hold credentials
 * @param err what it said, without credentials
 */
record GitAnswer(End end, int code, String out, String err) {
  /** How it ended. */
  enum End {
    /** By itself. */
    EXITED,
    /** Ended by us or by a signal, at whatever point. */
    CUT,
    /** It never ran. */
    NEVER_RAN
  }

  static GitAnswer of(ProcessResult result) {
    if (result instanceof ProcessResult.Exited exited) {
      return new GitAnswer(
          End.EXITED, exited.code(), exited.out().text(), Redaction.of(exited.err().text()));
    }
    if (result instanceof ProcessResult.TimedOut late) {
      return cut(late.out().text(), "git took more than " + seconds(late.timeout()) + " s");
    }
    if (result instanceof ProcessResult.Signaled signaled) {
      return cut(signaled.out().text(), "git was ended by signal " + signaled.signal());
    }
    if (result instanceof ProcessResult.Cancelled cancelled) {
      return cut(cancelled.out().text(), "git was ended");
    }
    if (result instanceof ProcessResult.CannotRun cannot) {
      return new GitAnswer(
          End.NEVER_RAN, -1, "", "fatal: git could not be run: " + cannot.reason());
    }
    return new GitAnswer(End.NEVER_RAN, -1, "", "fatal: git was not found on the PATH");
  }

  private static GitAnswer cut(String out, String why) {
    return new GitAnswer(End.CUT, -1, out, "fatal: " + why);
  }

  private static long seconds(Duration timeout) {
    return Math.max(1, timeout.toSeconds());
  }

  boolean succeeded() {
    return end == End.EXITED && code == 0;
  }

  /** The first line that it wrote. */
  String line() {
    int end = out.indexOf('\n');
    return end < 0 ? out : out.substring(0, end);
  }

  /** What it complained of, in one line: what tells most. */
  String complaint() {
    String last = "";
    String told = "";
    for (String each : (Iterable<String>) err.lines()::iterator) {
      String text = each.strip();
      if (text.startsWith("fatal: ") && told.isEmpty()) {
        told = text.substring("fatal: ".length());
      } else if (text.startsWith("remote: ") && text.length() > "remote: ".length()) {
        last = text;
      } else if (!text.isEmpty() && !text.startsWith("hint: ") && last.isEmpty()) {
        last = text;
      }
    }
    if (!told.isEmpty()) {
      return told;
    }
    return last.isEmpty() ? "git exited with " + code : last;
  }
}
