package dev.prlease.gate.checkout;

import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a checkout's remotes. */
final class Remotes {
  private static final String FETCH = " (fetch)";
  private static final String PUSH = " (push)";

  private Remotes() {}

  /** All with a name, in git's order. */
  static List<Remote> of(Git git, SshAliases aliases) {
    GitAnswer answer = git.read("remote", "-v");
    if (!answer.succeeded()) {
      throw CheckoutException.unreadable(git.directory(), answer.complaint());
    }
    Map<String, Remote> remotes = new LinkedHashMap<>();
    for (String line : (Iterable<String>) answer.out().lines()::iterator) {
      int tab = line.indexOf('\t');
      String name = tab < 0 ? line : line.substring(0, tab);
      Remote known = remotes.getOrDefault(name, new Remote(name, Optional.empty(), List.of()));
      remotes.put(name, with(known, line.substring(tab + 1), aliases));
    }
    return List.copyOf(remotes.values());
  }

  /**
   * {@code URL (fetch)}, perhaps with a note on partial clones behind it, or {@code URL (push)}.
   */
  private static Remote with(Remote known, String url, SshAliases aliases) {
    int fetch = url.lastIndexOf(FETCH);
    if (fetch >= 0) {
      return new Remote(
          known.name(),
          Optional.of(aliases.resolve(RemoteUrl.parse(url.substring(0, fetch)))),
          known.push());
    }
    int push = url.lastIndexOf(PUSH);
    if (push < 0) {
      return known;
    }
    List<RemoteUrl> all = new ArrayList<>(known.push());
    all.add(aliases.resolve(RemoteUrl.parse(url.substring(0, push))));
    return new Remote(known.name(), known.fetch(), all);
  }

  /** One without a name: a branch's configuration may hold a URL, and gh writes such. */
  static Remote ofUrl(String url, Git git, SshAliases aliases) {
    GitAnswer answer = git.read("ls-remote", "--get-url", url);
    RemoteUrl rewritten =
        aliases.resolve(RemoteUrl.parse(answer.succeeded() ? answer.line() : url));
    return new Remote(url, Optional.of(rewritten), List.of(rewritten));
  }
}
