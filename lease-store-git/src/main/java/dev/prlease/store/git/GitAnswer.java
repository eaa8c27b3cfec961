package dev.prlease.store.git;

import dev.prlease.process.ProcessResult;
import java.time.Duration;

/**
 * What became of one call of git.
 *
 * @param end how it ended
 * @param code its exit code; -1 if it has none
 * @param out what it wrote, as it is: it may hold credentials
 * @param err what it said, as it is: to judge by, and to be shown without credentials
 * @param heard how much of {@code err} there is
 */
record GitAnswer(End end, int code, String out, String err, Heard heard) {
  /** How much of what git said is known. */
  enum Heard {
    /** All. */
    ALL,
    /** Some: there was too much, or a process that git left behind still holds the output. */
    SOME
  }

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
          End.EXITED,
          exited.code(),
          exited.out().text(),
          exited.err().text(),
          exited.err().complete() ? Heard.ALL : Heard.SOME);
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
          End.NEVER_RAN, -1, "", "fatal: git could not be run: " + cannot.reason(), Heard.ALL);
    }
    return new GitAnswer(End.NEVER_RAN, -1, "", "fatal: git was not found on the PATH", Heard.ALL);
  }

  /** The same for a call whose output says nothing unless all of it was read. */
  static GitAnswer whole(ProcessResult result) {
    return result instanceof ProcessResult.Exited exited && !exited.out().complete()
        ? cut(exited.out().text(), "what git wrote could not be read to its end")
        : of(result);
  }

  private static GitAnswer cut(String out, String why) {
    return new GitAnswer(End.CUT, -1, out, "fatal: " + why, Heard.SOME);
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

  /** What it complained of, in one line and without credentials: what tells most. */
  String complaint() {
    return Redaction.of(mostTelling());
  }

  private String mostTelling() {
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
