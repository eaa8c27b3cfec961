package dev.prlease.store.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves references of the remote, each only from where it is expected: one connection for all, one
 * result for each.
 *
 * <h2>What git's answer proves</h2>
 *
 * <p>A line for a reference tells what became of it: moved; {@code =}, which is somebody else's
 * move; rejected by git here, since the server showed another commit; or rejected over there. The
 * exit code tells nothing. Without a line the connection broke: before anything was sent, by the
 * words that git has for that, or at any time.
 */
final class Push {
  /** A move of one reference. */
  record Move(String ref, String from, String to) {
    /** Nothing is there, or nothing is to be. */
    static final String NOTHING = "";
  }

  /** What became of one. */
  sealed interface Result {
    /** It moved. */
    record Moved() implements Result {}

    /** It was somewhere else: not moved. */
    record Elsewhere() implements Result {}

    /** The other side did not want it, for {@code reason}: not moved. */
    record Rejected(String reason, GitAnswer said) implements Result {}

    /** Nothing was sent: not moved. */
    record Unsent(GitAnswer said) implements Result {}

    /** Nobody knows. */
    record Unknown(GitAnswer said) implements Result {}
  }

  private static final String FLAGS = " +-*=!";
  private static final String STALE = "stale info";
  private static final String UNREPORTED = "[remote failure]";

  private final GitProgram git;
  private final Workspace workspace;
  private final Budget budget;

  Push(GitProgram git, Workspace workspace, Budget budget) {
    this.git = git;
    this.workspace = workspace;
    this.budget = budget;
  }

  /** Pushes {@code moves}, of a reference each. */
  Map<String, Result> push(List<Move> moves) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "push",
                "--porcelain",
                "--no-verify",
                "--no-signed",
                "--no-follow-tags",
                "--recurse-submodules=no"));
    List<String> refspecs = new ArrayList<>();
    for (Move move : moves) {
      words.add("--force-with-lease=" + move.ref() + ":" + move.from());
      refspecs.add(move.to() + ":" + move.ref());
    }
    words.add(git.remote().url());
    words.addAll(refspecs);
    Path repository = workspace.repository();
    try {
      return results(moves, git.run(workspace, repository, words, "", budget));
    } finally {
      Workspace.discard(repository);
    }
  }

  private static Map<String, Result> results(List<Move> moves, GitAnswer said) {
    Map<String, Result> results = new HashMap<>();
    // A line that was cut might be read as another one.
    String whole = said.out().substring(0, said.out().lastIndexOf('\n') + 1);
    for (String line : (Iterable<String>) whole.lines()::iterator) {
      if (line.length() > 2 && line.charAt(1) == '\t' && FLAGS.indexOf(line.charAt(0)) >= 0) {
        int tab = line.indexOf('\t', 2);
        int colon = tab < 0 ? -1 : line.lastIndexOf(':', tab);
        if (colon >= 2) {
          String ref = line.substring(colon + 1, tab);
          results.put(ref, result(line.charAt(0), line.substring(tab + 1), said));
        }
      }
    }
    for (Move move : moves) {
      if (!results.containsKey(move.ref())) {
        results.put(
            move.ref(),
            Complaints.isUnsent(said) ? new Result.Unsent(said) : new Result.Unknown(said));
      }
    }
    return results;
  }

  private static Result result(char flag, String summary, GitAnswer said) {
    if (flag == '=') {
      return new Result.Elsewhere();
    }
    if (flag != '!') {
      // A line is written once the server has reported; only if we cut git short is it not whole.
      return said.end() == GitAnswer.End.CUT ? new Result.Unknown(said) : new Result.Moved();
    }
    if (summary.startsWith(UNREPORTED)) {
      return new Result.Unknown(said);
    }
    String reason = reason(summary);
    return reason.equals(STALE) ? new Result.Elsewhere() : new Result.Rejected(reason, said);
  }

  /** The words in the last parentheses. */
  private static String reason(String summary) {
    int open = summary.lastIndexOf('(');
    int close = summary.lastIndexOf(')');
    return open >= 0 && close > open ? summary.substring(open + 1, close) : summary;
  }
}
