package dev.prlease.gate.checkout;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.gate.program.Ran;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where pushes from a repository go, by its configuration: asked once, without any network.
 *
 * <p>Other than a {@link Checkout}, it needs no working tree, and believes git also where that
 * walks up to the repository around a directory: it tells what git would do, not what was meant.
 *
 * <p>Immutable; safe for use by several threads at once.
 */
public final class Routes {
  private static final String HEADS = "refs/heads/";
  private static final int NO_REPOSITORY = 128;

  private final Git git;
  private final Optional<String> branch;
  private final GitConfig config;
  private final RepositoryUrls urls;
  private final List<Remote> remotes;
  private final Tracking tracking;

  private Routes(Git git, Optional<String> branch, RepositoryUrls urls) {
    this.git = git;
    this.branch = branch;
    this.config = GitConfig.of(git);
    this.urls = urls;
    this.remotes = Remotes.of(git, urls.aliases());
    this.tracking = new Tracking(config, remotes);
  }

  /**
   * Those of the repository that git works in when it is run in {@code directory}; empty if there
   * is none.
   *
   * @param options what git is told before its subcommand: {@code --git-dir=DIR}, or {@code -c} and
   *     a setting
   * @param environment the user's variables; no others are read
   * @throws CheckoutException if the repository cannot be read
   * @throws dev.prlease.api.forge.ForgeException if there is no git
   */
  public static Optional<Routes> of(
      Path directory, List<String> options, Map<String, String> environment, RepositoryUrls urls) {
    Git git = new Git(directory, environment, options);
    GitAnswer head = git.read("symbolic-ref", "-q", "HEAD");
    if (head.end() != Ran.End.EXITED || head.code() == NO_REPOSITORY) {
      return Optional.empty();
    }
    Optional<String> branch =
        head.line().startsWith(HEADS)
            ? Optional.of(head.line().substring(HEADS.length()))
            : Optional.empty();
    return Optional.of(new Routes(git, branch, urls));
  }

  /** The branch that is checked out; empty if none is. */
  public Optional<String> branch() {
    return branch;
  }

  /**
   * The repositories that its remotes lead to, for fetching and for pushing, and those that {@code
   * gh repo set-default} noted.
   */
  public List<RepositoryId> repositories() {
    Set<RepositoryId> found = new LinkedHashSet<>();
    for (Remote remote : remotes) {
      remote.fetch().flatMap(RemoteUrl::repository).ifPresent(found::add);
      remote.push().forEach(url -> url.repository().ifPresent(found::add));
    }
    found.addAll(BaseRepository.noted(config, remotes));
    return List.copyOf(found);
  }

  /**
   * Where a push to {@code remote} goes, a name or a URL; empty for the one that git would take. No
   * repository for what leads to no forge.
   */
  public List<RepositoryId> pushed(Optional<String> remote) {
    String name = name(remote);
    for (Remote named : remotes) {
      if (named.name().equals(name)) {
        return repositoriesAt(named.push());
      }
    }
    if (name.equals(Tracking.THIS_REPOSITORY) || name.startsWith("-")) {
      return List.of();
    }
    Optional<String> instead = config.pushedInsteadOf(name);
    return instead.isPresent()
        ? urls.at(instead.get()).map(List::of).orElse(List.of())
        : repositoriesAt(Remotes.ofUrl(name, git, urls.aliases()).push());
  }

  /**
   * Whether git could push to {@code remote} as things are: it is the name of a remote, or a URL,
   * or a path.
   */
  public boolean knows(String remote) {
    return remote.indexOf(':') >= 0
        || remote.indexOf('/') >= 0
        || remote.startsWith("-")
        || remote.equals(Tracking.THIS_REPOSITORY)
        || remote.equals("..")
        || remotes.stream().anyMatch(named -> named.name().equals(remote))
        || config.pushedInsteadOf(remote).isPresent()
        || isThere(remote);
  }

  private boolean isThere(String path) {
    try {
      return Files.exists(git.directory().resolve(path));
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  private static List<RepositoryId> repositoriesAt(List<RemoteUrl> all) {
    return all.stream().flatMap(url -> url.repository().stream()).distinct().toList();
  }

  private String name(Optional<String> remote) {
    return remote
        .or(() -> tracking.configuredRemote(branch))
        .or(tracking::usualRemote)
        .orElse("origin");
  }

  /**
   * The references over there that {@code git push REMOTE BRANCH} may move. Configured refspecs of
   * the remote, and {@code push.default}, send a branch elsewhere than to its own name.
   *
   * @param remote the remote that is named; empty for the one that git would take
   */
  public List<String> targets(Optional<String> remote, String named) {
    return tracking.targetsOf(named, name(remote));
  }

  /**
   * The references over there that a push to {@code remote} without refspecs may move; empty if
   * that cannot be told, as for the matching branches. Short ones are branches.
   */
  public Optional<List<String>> usualTargets(Optional<String> remote) {
    String name = name(remote);
    List<String> configured = config.all("remote." + name + ".push");
    String mirror = config.ofRemote(name, "mirror").orElse("false");
    if (!mirror.equals("false")) {
      return Optional.empty();
    }
    if (!configured.isEmpty()) {
      return configuredTargets(configured);
    }
    String mode = config.pushDefault();
    if (mode.equals("matching")) {
      return Optional.empty();
    }
    if (mode.equals("nothing") || branch.isEmpty()) {
      return Optional.of(List.of());
    }
    String same = HEADS + branch.get();
    return Optional.of(
        List.of(
            config.pushesToUpstream()
                ? config.ofBranch(branch.get(), "merge").orElse(same)
                : same));
  }

  private Optional<List<String>> configuredTargets(List<String> refspecs) {
    List<String> targets = new ArrayList<>();
    for (String text : refspecs) {
      String target = Refspec.parse(text).target();
      boolean current = target.equals("HEAD") || target.equals("@");
      if (target.isEmpty() || target.indexOf('*') >= 0 || (current && branch.isEmpty())) {
        return Optional.empty();
      }
      targets.add(current ? HEADS + branch.get() : target);
    }
    return Optional.of(targets);
  }

  /** What the branch is compared with over there, which may bear another name. */
  public Optional<String> upstream() {
    return merge().filter(ref -> ref.startsWith(HEADS)).map(ref -> ref.substring(HEADS.length()));
  }

  /** The number of the pull request that the branch was checked out for, where git knows it. */
  public Optional<Long> pullRequest() {
    return merge().flatMap(Tracking::pullRequestOf);
  }

  private Optional<String> merge() {
    return branch.flatMap(name -> config.ofBranch(name, "merge"));
  }
}
