package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.git.Git;
import dev.prlease.gate.git.GitAnswer;
import dev.prlease.spi.Forge;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A working tree of git, and what it says about where its work goes: asked once, when it is opened.
 *
 * <p>{@code GIT_DIR} and its like, which git sets for its hooks, are not looked at: the directory
 * says which checkout is meant.
 *
 * <p>Immutable; safe for use by several threads at once.
 */
public final class Checkout {
  private static final String HEADS = "refs/heads/";

  private final Git git;
  private final Map<String, String> environment;
  private final Path top;
  private final Path gitDirectory;
  private final Position position;
  private final GitConfig config;
  private final SshAliases aliases;
  private final List<Remote> remotes;

  private Checkout(Git git, Map<String, String> environment, Place place, Position position) {
    this.git = git;
    this.environment = Map.copyOf(environment);
    this.top = place.top();
    this.gitDirectory = place.gitDirectory();
    this.position = position;
    this.config = GitConfig.of(git);
    this.aliases = new SshAliases(git);
    this.remotes = Remotes.of(git, aliases);
  }

  /**
   * The checkout that {@code directory} is in. A directory whose own worktree is gone is refused,
   * though git would walk up to the checkout around it (lesson L66).
   *
   * @param environment the user's variables; no others are read
   * @throws CheckoutException if it is in none
   * @throws ForgeException if there is no git
   */
  public static Checkout open(Path directory, Map<String, String> environment) {
    return at(Place.of(directory, environment), environment);
  }

  /**
   * The checkout at {@code top}, which was recorded as such earlier: it must still be its own.
   *
   * @throws CheckoutException if it is gone, and also if git finds another in its place
   * @throws ForgeException if there is no git
   */
  public static Checkout reopen(Path top, Map<String, String> environment) {
    return at(Place.exactly(top, environment), environment);
  }

  private static Checkout at(Place place, Map<String, String> environment) {
    Git git = new Git(place.top(), environment);
    return new Checkout(git, environment, place, positionOf(git));
  }

  private static Position positionOf(Git git) {
    GitAnswer symbolic = git.read("symbolic-ref", "-q", "HEAD");
    if (symbolic.succeeded() && symbolic.line().startsWith(HEADS)) {
      return new Position.OnBranch(symbolic.line().substring(HEADS.length()));
    }
    GitAnswer commit = git.read("rev-parse", "-q", "--verify", "HEAD^{commit}");
    if (!commit.succeeded()) {
      throw CheckoutException.unreadable(git.directory(), "HEAD leads to no commit");
    }
    return new Position.Detached(commit.line());
  }

  /** The top directory of the working tree. */
  public Path top() {
    return top;
  }

  /** Where git keeps what belongs to this working tree alone. */
  public Path gitDirectory() {
    return gitDirectory;
  }

  /** The user's variables, as they were given. */
  public Map<String, String> environment() {
    return environment;
  }

  /** What is checked out. */
  public Position position() {
    return position;
  }

  /** The branch, if one is checked out. */
  public Optional<String> branch() {
    return position instanceof Position.OnBranch on ? Optional.of(on.name()) : Optional.empty();
  }

  /** The remotes that have a name, in git's order. */
  public List<Remote> remotes() {
    return remotes;
  }

  /** A remote by its name, or by the URL that stands for one. */
  public Remote remote(String nameOrUrl) {
    return remotes.stream()
        .filter(remote -> remote.name().equals(nameOrUrl))
        .findFirst()
        .orElseGet(() -> Remotes.ofUrl(nameOrUrl, git, aliases));
  }

  /** The repository of a forge that a URL leads to which git has rewritten already. */
  public Optional<RepositoryId> repositoryAt(String url) {
    return aliases.resolve(RemoteUrl.parse(url)).repository();
  }

  /**
   * The same without a checkout; {@code directory} is where ssh is asked what its aliases stand
   * for.
   */
  public static Optional<RepositoryId> repositoryAt(
      String url, Path directory, Map<String, String> environment) {
    return new SshAliases(new Git(directory, environment))
        .resolve(RemoteUrl.parse(url))
        .repository();
  }

  /** A remote that pushes to {@code repository}: that of the branch rather than another one. */
  public Optional<Remote> remoteTo(RepositoryId repository) {
    Optional<Remote> usual =
        pushRemote().filter(remote -> remote.pushRepository().equals(Optional.of(repository)));
    return usual.or(
        () ->
            remotes.stream()
                .filter(remote -> remote.pushRepository().equals(Optional.of(repository)))
                .findFirst());
  }

  /** A remote that fetches from {@code repository}. */
  public Optional<Remote> remoteFrom(RepositoryId repository) {
    return remotes.stream()
        .filter(
            remote -> remote.fetch().flatMap(RemoteUrl::repository).equals(Optional.of(repository)))
        .findFirst();
  }

  /** The remote that a push without further words goes to; empty if there is none. */
  public Optional<Remote> pushRemote() {
    return new Tracking(config, remotes).pushRemote(branch()).map(this::remote);
  }

  /**
   * The repository whose pull requests are meant: that of {@code GH_REPO}, else the one that {@code
   * gh repo set-default} remembers, else that of the remote {@code upstream}, {@code github},
   * {@code origin} or, in git's order, any other. With {@code GH_HOST}, remotes to other hosts do
   * not count.
   *
   * @throws CheckoutException if no remote leads to a forge, or what is remembered names none
   */
  public RepositoryId baseRepository() {
    return new BaseRepository(config, remotes, environment)
        .find()
        .orElseThrow(() -> CheckoutException.withoutForge(top));
  }

  /** The default branch of the other side, as {@code git clone} noted it. */
  Optional<String> defaultBranch(Remote remote) {
    String tracking = "refs/remotes/" + remote.name() + "/";
    GitAnswer answer = git.read("symbolic-ref", "-q", tracking + "HEAD");
    return answer.succeeded() && answer.line().startsWith(tracking)
        ? Optional.of(answer.line().substring(tracking.length()))
        : Optional.empty();
  }

  /**
   * Where {@code git push} without further words sends the checked out branch, by the configuration
   * alone; empty if none is checked out, or that is no repository of a forge. What a push would
   * really do, git alone knows, since that also depends on the other side.
   */
  public Optional<Source> destination() {
    return branch().flatMap(name -> new Tracking(config, remotes).destination(name, this));
  }

  /** The repository and branch that the checked out branch's work goes to, most likely first. */
  List<Source> sources() {
    return branch()
        .map(name -> new Tracking(config, remotes).sources(name, this))
        .orElse(List.of());
  }

  /**
   * Asks {@code forge} which pull request the checked out branch is of. A branch that {@code gh pr
   * checkout} made is of the one that it was made for.
   *
   * @throws ForgeException if the forge does not answer
   * @throws CheckoutException if no remote leads to a forge
   */
  public BranchPullRequest pullRequest(Forge forge) {
    return new PullRequestFinder(this, forge).find();
  }

  /** The pull request that the branch was made for by its configuration alone. */
  Optional<LeaseKey> checkedOutPullRequest() {
    return branch().flatMap(this::madeFor);
  }

  private Optional<LeaseKey> madeFor(String branch) {
    return config
        .ofBranch(branch, "merge")
        .flatMap(Tracking::pullRequestOf)
        .map(number -> upstreamRepository(branch).pullRequest(number));
  }

  /**
   * Whether {@code branch} of this checkout is that of {@code pullRequest}: it bears its name, here
   * or by what the configuration says that it is over there, or was made for it.
   *
   * @param branch without {@code refs/heads/}
   */
  public boolean isOf(String branch, PullRequest pullRequest) {
    String there = pullRequest.head().branch();
    return branch.equals(there)
        || new Tracking(config, remotes)
            .sources(branch, this).stream().anyMatch(source -> source.branch().equals(there))
        || madeFor(branch).filter(pullRequest.key()::equals).isPresent();
  }

  private RepositoryId upstreamRepository(String branch) {
    return config
        .ofBranch(branch, "remote")
        .filter(name -> !name.equals(Tracking.THIS_REPOSITORY))
        .flatMap(name -> remote(name).repository())
        .orElseGet(this::baseRepository);
  }

  /**
   * A branch of a repository.
   *
   * @param branch without {@code refs/heads/}
   */
  public record Source(RepositoryId repository, String branch) {
    /** For people. */
    @Override
    public String toString() {
      return branch + " of " + repository;
    }
  }
}
