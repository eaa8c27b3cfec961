package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a branch's configuration says about where its work goes.
 *
 * <p>Of which pull request a branch is, is a question about the branch's name over there, which may
 * differ. The configuration knows two answers: what it would be pushed to, and what it is compared
 * with ({@code branch.<name>.merge}, by which gh goes). They differ where a branch was started from
 * {@code origin/main}: it is compared with {@code main}, and no work of it goes there. So the other
 * side's default branch counts for nothing here unless git would push to it (lesson L55).
 */
final class Tracking {
  /** The remote that is the repository itself. */
  static final String THIS_REPOSITORY = ".";

  private static final String HEADS = "refs/heads/";
  private static final String PULLS = "refs/pull/";
  private static final String PULL_HEAD = "/head";

  private final GitConfig config;
  private final List<Remote> remotes;

  Tracking(GitConfig config, List<Remote> remotes) {
    this.config = config;
    this.remotes = remotes;
  }

  /** The number in {@code refs/pull/N/head}. */
  static Optional<Long> pullRequestOf(String ref) {
    if (!ref.startsWith(PULLS) || !ref.endsWith(PULL_HEAD)) {
      return Optional.empty();
    }
    try {
      int end = ref.length() - PULL_HEAD.length();
      return Optional.of(LeaseKey.parseNumber(ref.substring(PULLS.length(), end)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException noNumber) {
      return Optional.empty();
    }
  }

  /** Name or URL of the remote that a push goes to; empty if there is none. */
  Optional<String> pushRemote(Optional<String> branch) {
    return configuredRemote(branch)
        .filter(name -> !name.equals(THIS_REPOSITORY))
        .or(this::usualRemote);
  }

  /** The remote that the configuration names for pushes, which may be the repository itself. */
  Optional<String> configuredRemote(Optional<String> branch) {
    return branch
        .flatMap(name -> config.ofBranch(name, "pushremote"))
        .or(() -> config.get("remote.pushdefault"))
        .or(() -> branch.flatMap(name -> config.ofBranch(name, "remote")));
  }

  /** The remote that git takes where none is configured. */
  Optional<String> usualRemote() {
    if (remotes.stream().anyMatch(remote -> remote.name().equals("origin"))) {
      return Optional.of("origin");
    }
    return remotes.size() == 1 ? Optional.of(remotes.get(0).name()) : Optional.empty();
  }

  /** Where the work of {@code branch} may be, most likely first, each once. */
  List<Source> sources(String branch, Checkout checkout) {
    List<Source> sources = new ArrayList<>();
    destination(branch, checkout).ifPresent(sources::add);
    Optional<String> upstream = upstream(branch);
    Optional<Remote> remote = compared(branch, checkout);
    Optional<RepositoryId> comparedWith = remote.flatMap(Remote::repository);
    if (upstream.isPresent()
        && comparedWith.isPresent()
        && !isDefaultBranch(checkout, remote.get(), upstream.get())) {
      sources.add(new Source(comparedWith.get(), upstream.get()));
    }
    return sources.stream().distinct().toList();
  }

  /** Where a push of {@code branch} goes. */
  Optional<Source> destination(String branch, Checkout checkout) {
    Optional<Remote> push = pushRemote(Optional.of(branch)).map(checkout::remote);
    Optional<RepositoryId> repository =
        push.flatMap(remote -> remote.pushRepository().or(remote::repository));
    return repository.map(
        found ->
            new Source(
                found,
                pushedName(branch, push.get(), upstream(branch), compared(branch, checkout))));
  }

  private Optional<String> upstream(String branch) {
    return config
        .ofBranch(branch, "merge")
        .filter(ref -> ref.startsWith(HEADS))
        .map(ref -> ref.substring(HEADS.length()));
  }

  private Optional<Remote> compared(String branch, Checkout checkout) {
    return config
        .ofBranch(branch, "remote")
        .filter(name -> !name.equals(THIS_REPOSITORY))
        .map(checkout::remote);
  }

  /** What {@code git push} without a refspec would call it there. */
  private String pushedName(
      String branch, Remote push, Optional<String> upstream, Optional<Remote> remote) {
    Optional<String> mapped = mapped(branch, push.name());
    if (mapped.isPresent()) {
      return mapped.get();
    }
    boolean there = remote.isPresent() && remote.get().name().equals(push.name());
    return config.pushesToUpstream() && there ? upstream.orElse(branch) : branch;
  }

  /** By {@code remote.<name>.push}. */
  private Optional<String> mapped(String branch, String remote) {
    return mappings(branch, remote).stream()
        .filter(ref -> ref.startsWith(HEADS))
        .map(ref -> ref.substring(HEADS.length()))
        .findFirst();
  }

  private List<String> mappings(String branch, String remote) {
    return config.all("remote." + remote + ".push").stream()
        .flatMap(text -> Refspec.parse(text).mapped(HEADS + branch).stream())
        .toList();
  }

  /**
   * The references over there that {@code git push REMOTE BRANCH} may move: a branch without a
   * target goes where the configuration sends it, not to the one of its own name.
   */
  List<String> targetsOf(String branch, String remote) {
    List<String> mapped = mappings(branch, remote);
    if (!mapped.isEmpty()) {
      return List.of(mapped.get(0));
    }
    String same = HEADS + branch;
    Optional<String> merge = config.ofBranch(branch, "merge");
    if (!config.pushesToUpstream() || merge.isEmpty()) {
      return List.of(same);
    }
    // To another remote, releases of git differ.
    boolean there = config.ofBranch(branch, "remote").equals(Optional.of(remote));
    return there ? List.of(merge.get()) : List.of(merge.get(), same);
  }

  /**
   * Whether {@code branch} is what a branch of the base repository is started from, by what {@code
   * git clone} noted of it, else by its usual names. In a fork it is a branch like any other.
   */
  private boolean isDefaultBranch(Checkout checkout, Remote remote, String branch) {
    if (!remote.repository().equals(Optional.of(checkout.baseRepository()))) {
      return false;
    }
    return checkout
        .defaultBranch(remote)
        .map(branch::equals)
        .orElse(branch.equals("main") || branch.equals("master"));
  }
}
