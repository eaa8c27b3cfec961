package dev.prlease.gate.guard;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.process.ProcessRequest;
import dev.prlease.process.ProcessResult;
import dev.prlease.process.ProcessRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Checkouts, as the user's git knows them. Each is looked at once, by three commands that only
 * read. Not for use by several threads.
 */
public final class GitSites implements GitAliases {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int NO_REPOSITORY = 128;

  /** In no checkout: only the configuration of user and system holds there. */
  private static final Where HOME = Where.in(Path.of("/"));

  private final Map<String, String> environment;
  private final Function<String, Optional<RepositoryId>> urls;
  private final Map<Where, Optional<GitSite>> known = new HashMap<>();
  private final Map<Optional<Path>, Map<String, List<String>>> configs = new HashMap<>();

  /**
   * Checkouts on this machine.
   *
   * @param environment the user's variables; those by which git tells its hooks where they run are
   *     left out
   * @param urls tells which repository a URL leads to
   */
  public GitSites(Map<String, String> environment, Function<String, Optional<RepositoryId>> urls) {
    this.environment = new HashMap<>(environment);
    this.urls = urls;
    for (String own : List.of("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")) {
      this.environment.remove(own);
    }
    this.environment.put("LC_ALL", "C");
  }

  /** The checkout there; empty if there is none. */
  public Optional<Site> at(Where where) {
    Where place = new Where(where.directory(), where.gitDirectory(), Map.of());
    return known.computeIfAbsent(place, this::look).map(site -> site);
  }

  @Override
  public Optional<String> find(Optional<Path> directory, String name) {
    List<String> all =
        configs
            .computeIfAbsent(directory, at -> config(at.map(Where::in).orElse(HOME)))
            .getOrDefault("alias." + name, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  private Optional<GitSite> look(Where where) {
    ProcessResult head = git(where, "symbolic-ref", "-q", "HEAD");
    if (!(head instanceof ProcessResult.Exited exited) || exited.code() == NO_REPOSITORY) {
      return Optional.empty();
    }
    String ref = exited.out().text().strip();
    Optional<String> branch =
        ref.startsWith("refs/heads/")
            ? Optional.of(ref.substring("refs/heads/".length()))
            : Optional.empty();
    return Optional.of(
        new GitSite(
            branch,
            config(where),
            text(git(where, "remote", "-v")).orElse(""),
            url -> text(git(where, "ls-remote", "--get-url", url)).orElse(url).strip(),
            urls));
  }

  private Map<String, List<String>> config(Where where) {
    Map<String, List<String>> values = new HashMap<>();
    for (String entry : text(git(where, "config", "--list", "-z")).orElse("").split("\0", -1)) {
      int newline = entry.indexOf('\n');
      String name = newline < 0 ? entry : entry.substring(0, newline);
      String value = newline < 0 ? "true" : entry.substring(newline + 1);
      values.computeIfAbsent(name, unused -> new ArrayList<>()).add(value);
    }
    return values;
  }

  private static Optional<String> text(ProcessResult result) {
    return result instanceof ProcessResult.Exited exited && exited.succeeded()
        ? Optional.of(exited.out().text())
        : Optional.empty();
  }

  private ProcessResult git(Where where, String... arguments) {
    List<String> words = new ArrayList<>(List.of("git"));
    where.gitDirectory().ifPresent(directory -> words.add("--git-dir=" + directory));
    words.addAll(List.of(arguments));
    Path directory = where.directory().orElse(Path.of("/"));
    boolean nowhere = where.directory().isEmpty() && where.gitDirectory().isEmpty();
    if (nowhere || !Files.isDirectory(directory)) {
      return new ProcessResult.CannotRun("git", "no such directory");
    }
    return new ProcessRunner().run(ProcessRequest.of(words, environment, directory, PATIENCE));
  }
}
