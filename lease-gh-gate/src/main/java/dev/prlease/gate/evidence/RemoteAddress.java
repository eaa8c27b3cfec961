package dev.prlease.gate.evidence;

import dev.prlease.api.claim.Remote;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.util.List;

/**
 * Where a worktree pushes to by a remote's name.
 *
 * @param url as git has it, after all rewriting; may hold credentials
 * @param word what git is given to ask there: the name, if it fetches from there too, with what is
 *     configured for that; else the URL
 */
record RemoteAddress(String url, String word) {
  /**
   * Looks it up.
   *
   * @throws Unclear if there is no such remote, or it has several addresses
   */
  static RemoteAddress of(Git git, String name) throws Unclear {
    List<String> push =
        urls(git, name, List.of("remote", "get-url", "--push", "--all", "--", name));
    List<String> fetch = urls(git, name, List.of("remote", "get-url", "--all", "--", name));
    if (push.size() != 1) {
      throw Unclear.contradiction("the remote " + name + " has several URLs to push to");
    }
    String url = push.get(0);
    return new RemoteAddress(url, fetch.equals(push) ? name : url);
  }

  private static List<String> urls(Git git, String name, List<String> words) throws Unclear {
    if (name.isEmpty() || name.startsWith("-")) {
      throw Unclear.because("'" + name + "' is no remote's name");
    }
    GitAnswer answer = git.read(words.toArray(String[]::new));
    if (!answer.succeeded()) {
      throw Worktrees.unanswered(git, answer);
    }
    return answer.out().lines().filter(line -> !line.isEmpty()).toList();
  }

  /** Without credentials. */
  String shown() {
    return Remote.of("", url).url();
  }

  @Override
  public String toString() {
    return shown();
  }
}
