package dev.prlease.gate.git;

import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.program.Ran;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of one call of git.
 *
 * @param end how it ended
 * @param code its exit code; as shells report it where a signal ended it
 * @param out what it wrote, as it is: it may hold credentials
 * @param err what it said, fit to be shown: without credentials
 */
public record GitAnswer(Ran.End end, int code, String out, String err) {
  /** In characters: what was cut for its length is longer than that in any charset. */
  private static final int LONG = 1 << 20;

  private static final int MOST_LISTED = 5;

  /**
   * That of a program that was run. An end of its output that was not seen is nothing: a helper
   * that git started may hold it open.
   *
   * @throws ForgeException if it wrote more than is kept
   */
  static GitAnswer of(Ran ran) {
    if (ran.extent() == Ran.Extent.CUT && ran.out().length() >= LONG) {
      throw new ForgeException(
          ForgeException.Kind.UNINTELLIGIBLE,
          Optional.empty(),
          ran.program() + " answered with more than is read of it",
          "Look at what 'git config --list' and 'git remote -v' print.",
          Optional.empty(),
          null);
    }
    return new GitAnswer(ran.end(), ran.exitCode(), ran.out(), ran.err());
  }

  /**
   * That of a program that leaves nobody behind who holds its output: what was not read to its end
   * is no answer.
   *
   * @throws ForgeException if it wrote more than is kept, or more than could be read
   */
  static GitAnswer whole(Ran ran) {
    GitAnswer answer = of(ran);
    if (ran.extent() == Ran.Extent.CUT && ran.end() == Ran.End.EXITED) {
      throw new ForgeException(
          ForgeException.Kind.UNINTELLIGIBLE,
          Optional.empty(),
          "what " + ran.program() + " answered could not be read to its end",
          "Try again; if it stays, look for what git starts and leaves behind, and which keeps its"
              + " output open.",
          Optional.empty(),
          null);
    }
    return answer;
  }

  /** Whether git says that it did what it should. */
  public boolean succeeded() {
    return end == Ran.End.EXITED && code == 0;
  }

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
        return text.substring("fatal: ".length()) + listed(line);
      }
      if (!text.isEmpty() && !text.startsWith("hint: ")) {
        last = text;
      }
    }
    return last.isEmpty() ? howItEnded() : last;
  }

  /** What a line that ends in a colon announces: files, indented, one a line. */
  private String listed(String head) {
    if (!head.endsWith(":")) {
      return "";
    }
    List<String> items =
        err.lines()
            .dropWhile(line -> !line.equals(head))
            .skip(1)
            .takeWhile(line -> line.startsWith("\t") || line.startsWith("  "))
            .map(String::strip)
            .toList();
    String shown = items.stream().limit(MOST_LISTED).collect(Collectors.joining(", "));
    int more = items.size() - MOST_LISTED;
    return (items.isEmpty() ? "" : " ") + shown + (more > 0 ? " and " + more + " more" : "");
  }

  private String howItEnded() {
    return switch (end) {
      case EXITED -> "git exited with " + code;
      case TIMED_OUT -> "git took too long and was ended";
      case LEASE_OVER -> "git was ended with its lease";
      case INTERRUPTED -> "git was interrupted";
    };
  }
}
