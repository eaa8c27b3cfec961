package dev.prlease.store.git;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the remote where references are, and has their commits brought: one connection, however many
 * there are.
 *
 * <p>The server is asked for those names alone: {@code ls-remote} would have it send all. Of each
 * only the last commit comes ({@code --depth=1}), so a long history costs nothing; and the call has
 * a repository of its own, whose being shallow concerns no push.
 *
 * <p>Git says that an exact name is not there by failing. With several that would hide the others,
 * so then patterns are asked for, which may match nothing, and what else they match is left out.
 */
final class Fetch {
  private static final String MISSING = "couldn't find remote ref";
  private static final String DEPTH = "--depth=1";
  private static final String BROUGHT = "refs/got/";

  private final GitProgram git;
  private final Workspace workspace;
  private final Budget budget;

  Fetch(GitProgram git, Workspace workspace, Budget budget) {
    this.git = git;
    this.workspace = workspace;
    this.budget = budget;
  }

  /** What came: the commit of each reference that is there, or why it is not known. */
  record Answer(Map<String, String> tips, GitAnswer said, boolean known) {}

  /** Where {@code refs} are; those that are not there have no tip. */
  Answer exactly(Set<String> refs) throws IOException {
    if (refs.size() == 1) {
      return one(refs.iterator().next());
    }
    List<String> patterns = new ArrayList<>();
    for (String ref : refs) {
      patterns.add(ref + "*");
    }
    Answer answer = patterns(patterns);
    Map<String, String> tips = new HashMap<>(answer.tips());
    tips.keySet().retainAll(new HashSet<>(refs));
    return new Answer(tips, answer.said(), answer.known());
  }

  private Answer one(String ref) throws IOException {
    Path repository = workspace.repository();
    try {
      List<String> words = words(List.of(DEPTH));
      words.add(git.remote().url());
      words.add(ref);
      GitAnswer said = git.run(workspace, repository, words, "", budget);
      if (!said.succeeded()) {
        boolean absent = said.code() == 128 && said.err().contains(MISSING + " " + ref);
        return new Answer(Map.of(), said, absent);
      }
      return new Answer(tips(repository), said, true);
    } finally {
      Workspace.discard(repository);
    }
  }

  /** Where all are that match one of {@code patterns}, each of which ends in a star. */
  Answer patterns(List<String> patterns) throws IOException {
    StringBuilder refspecs = new StringBuilder();
    for (String pattern : patterns) {
      refspecs.append('+').append(pattern).append(':').append(BROUGHT).append(pattern).append('\n');
    }
    Answer answer = patterns(refspecs.toString(), List.of(DEPTH, "--stdin"));
    // Nothing that matches is no error, but of a shallow fetch: then git exits with 1, and says
    // nothing.
    return !answer.known() && answer.said().code() == 1 && answer.said().err().isBlank()
        ? patterns(refspecs.toString(), List.of("--stdin"))
        : answer;
  }

  private Answer patterns(String refspecs, List<String> options) throws IOException {
    Path repository = workspace.repository();
    try {
      List<String> words = words(options);
      words.add(git.remote().url());
      GitAnswer said = git.run(workspace, repository, words, refspecs, budget);
      return said.succeeded()
          ? new Answer(tips(repository), said, true)
          : new Answer(Map.of(), said, false);
    } finally {
      Workspace.discard(repository);
    }
  }

  private static List<String> words(List<String> options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-recurse-submodules",
                "--no-auto-maintenance"));
    words.addAll(options);
    return words;
  }

  /**
   * Lines such as {@code SHA<tab>not-for-merge<tab>'refs/leases/x' of URL}; of a branch it is
   * {@code branch 'x' of URL}.
   */
  private static Map<String, String> tips(Path repository) throws IOException {
    Map<String, String> tips = new HashMap<>();
    for (String line : Workspace.fetched(repository)) {
      int tab = line.indexOf('\t');
      int second = line.indexOf('\t', tab + 1);
      int open = line.indexOf('\'', second + 1);
      int close = line.indexOf("' of ", open + 1);
      if (tab > 0 && second > 0 && open > 0 && close > 0) {
        String name = line.substring(open + 1, close);
        boolean branch = line.startsWith("branch ", second + 1);
        tips.put(branch ? "refs/heads/" + name : name, line.substring(0, tab));
      }
    }
    return tips;
  }
}
