package dev.prlease.store.git;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the references are: a URL or path, from where it is to be read, and whose configuration
 * counts besides the user's general one.
 *
 * @param url as git is to be told; it may hold credentials
 * @param directory where git is started: relative URLs count from there
 * @param configuration files of the checkout that the remote's name was looked up in
 */
record Remote(String url, Path directory, List<Path> configuration) {
  private static final Duration LOCAL = Duration.ofSeconds(30);

  /**
   * Looks up {@code text}: a name in the checkout around {@code directory}, anything else is what
   * it is. What is written to is also what is read (rule LS-1): where a remote has another URL to
   * push to than to fetch from, the one to push to counts.
   *
   * @throws LeaseConfigurationException if there is no such remote, or it has several URLs to push
   *     to
   */
  static Remote find(String text, Path directory, Map<String, String> variables) {
    if (!GitLocation.isName(text)) {
      return new Remote(text, directory, List.of());
    }
    Git git = new Git(directory, variables);
    GitAnswer place =
        git.run("rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir");
    List<String> places = place.out().lines().toList();
    if (!place.succeeded() || places.isEmpty()) {
      throw new LeaseConfigurationException(
          "the store git:"
              + text
              + " is a remote's name, and "
              + directory
              + " is in no checkout: "
              + place.complaint(),
          "Run it in a checkout, or write the remote's URL: git:https://host/owner/name.",
          null);
    }
    GitAnswer urls = git.run("remote", "get-url", "--push", "--all", text);
    if (!urls.succeeded()) {
      throw new LeaseConfigurationException(
          "the checkout in " + directory + " has no remote " + text + ": " + urls.complaint(),
          "Name one of its remotes (git remote -v lists them), or a URL.",
          null);
    }
    List<String> each = urls.out().lines().toList();
    if (each.size() != 1) {
      throw new LeaseConfigurationException(
          "the remote " + text + " has " + each.size() + " URLs to push to, and leases are at one",
          "Name that URL: git:https://host/owner/name.",
          null);
    }
    List<Path> configuration = new ArrayList<>(2);
    configuration.add(Path.of(places.get(places.size() - 1), "config"));
    configuration.add(Path.of(places.get(0), "config.worktree"));
    return new Remote(each.get(0), git.top(), configuration);
  }

  /** The URL in words that lead there from everywhere, without credentials. */
  String shown() {
    boolean isRelative = !url.startsWith("/") && (url.startsWith(".") || GitLocation.isName(url));
    return Redaction.ofUrl(isRelative ? directory.resolve(url).normalize().toString() : url);
  }

  /** Whether ssh leads there. */
  boolean isSsh() {
    if (url.startsWith("ssh://") || url.startsWith("git+ssh://") || url.startsWith("ssh+git://")) {
      return true;
    }
    int colon = url.indexOf(':');
    int slash = url.indexOf('/');
    return colon > 0 && !url.contains("://") && (slash < 0 || colon < slash);
  }

  /** Git in the user's own checkout, to ask it something. */
  private record Git(Path directory, Map<String, String> variables) {
    GitAnswer run(String... arguments) {
      List<String> words = new ArrayList<>(List.of("git"));
      words.addAll(List.of(arguments));
      return GitAnswer.whole(
          new ProcessRunner()
              .start(ProcessRequest.of(words, variables, directory, LOCAL))
              .awaitThroughInterrupts(LOCAL));
    }

    /** From where git itself counts relative URLs. */
    Path top() {
      GitAnswer top = run("rev-parse", "--show-toplevel");
      return top.succeeded() && !top.line().isEmpty() ? Path.of(top.line()) : directory;
    }
  }
}
