package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.PullRequestUrl;
import dev.prlease.gate.guard.Sighting.Effect;
import dev.prlease.gate.guard.Sighting.Move;
import dev.prlease.gate.guard.Sighting.PullRequestAct;
import dev.prlease.gate.guard.Sighting.Push;
import dev.prlease.gate.guard.Sighting.Unclear;
import dev.prlease.gate.guard.Verdict.Certainty;
import dev.prlease.gate.guard.shell.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges what was seen in a command: whether it would push to, or act on, a pull request that
 * another session holds.
 *
 * <p>Questions are asked from the cheapest on, and only while the answer matters: without a live
 * lease of another session neither git nor the forge is asked; without one in a repository that the
 * command may reach, the forge is not. If the forge cannot be asked, what could hit such a lease is
 * denied, and nothing else. That keeps unrelated work going, and lets no foreign merge through
 * because a network is down.
 */
public final class Guard {
  /** So many branches are looked up; a push of more is taken for one of all. */
  private static final int MOST_BRANCHES = 4;

  private static final Verdict NONE = new Verdict.NoOpinion();

  private final Lookups lookups;

  /** A guard that asks {@code lookups}. */
  public Guard(Lookups lookups) {
    this.lookups = lookups;
  }

  /** The first denial, if any of {@code sightings} is to be denied. */
  public Verdict judge(List<Sighting> sightings) {
    for (Sighting sighting : sightings) {
      Verdict verdict = judge(sighting);
      if (verdict instanceof Verdict.Deny) {
        return verdict;
      }
    }
    return NONE;
  }

  private Verdict judge(Sighting sighting) {
    List<Held> foreign = foreign(sighting.where());
    if (foreign.isEmpty() || OwnRun.around(sighting.where(), lookups).isOf(sighting)) {
      return NONE;
    }
    if (sighting instanceof Push push) {
      return push.effect() == Effect.DRY_RUN ? NONE : push(push, foreign);
    }
    if (sighting instanceof PullRequestAct act) {
      return act(act, foreign);
    }
    if (sighting instanceof Move move) {
      return move(move, foreign);
    }
    return unclear((Unclear) sighting, foreign);
  }

  /** What others than whoever would run the command hold, or may hold. */
  private List<Held> foreign(Where where) {
    List<LeaseRecord> live = lookups.liveLeases();
    List<LeaseKey> unreadable = lookups.unreadable();
    if (live.isEmpty() && unreadable.isEmpty()) {
      return List.of();
    }
    Optional<SessionId> ours = lookups.session(where);
    List<Held> foreign = new ArrayList<>();
    for (LeaseRecord record : live) {
      if (!Optional.of(record.owner()).equals(ours)) {
        foreign.add(Held.by(record));
      }
    }
    unreadable.forEach(key -> foreign.add(Held.unreadable(key)));
    OwnRun run = OwnRun.around(where, lookups);
    foreign.removeIf(held -> run.holds(held.key(), () -> lookups.site(where)));
    return foreign;
  }

  private Verdict push(Push push, List<Held> foreign) {
    Optional<Site> site = lookups.site(push.where());
    Optional<List<RepositoryId>> known = destinations(push, site);
    if (known.isEmpty()) {
      return possible(foreign, "this push goes where only the shell will know");
    }
    List<Held> near = near(known.get(), site, foreign);
    if (near.isEmpty()) {
      return NONE;
    }
    Optional<List<String>> branches = Destinations.of(push, site);
    if (branches.isEmpty() || branches.get().size() > MOST_BRANCHES) {
      return possible(
          Reach.of(known.get()).within(near), "this push may move any branch of the repository");
    }
    for (RepositoryId repository : known.get()) {
      for (String branch : branches.get()) {
        Verdict verdict = branch(repository, branch, near, "this push would move its branch ");
        if (verdict instanceof Verdict.Deny) {
          return verdict;
        }
      }
    }
    return NONE;
  }

  /** Empty if that cannot be told. */
  private Optional<List<RepositoryId>> destinations(Push push, Optional<Site> site) {
    Optional<String> remote = push.remote();
    Optional<List<RepositoryId>> any = site.map(Site::repositories).filter(all -> !all.isEmpty());
    if (remote.isPresent() && !Marks.isKnown(remote.get())) {
      return any;
    }
    if (site.isPresent()) {
      return site.get().pushed(remote).or(() -> any);
    }
    // In a repository that is only made on the way, what is configured on the way is all there is.
    return remote
        .map(name -> Configuring.url(push.where().settings(), name).orElse(name))
        .flatMap(lookups::repository)
        .map(List::of);
  }

  /**
   * Leases that a push to {@code repositories} could hit: there, where another remote leads, or in
   * a repository of the same name, of which one may be the fork of the other.
   */
  private static List<Held> near(
      List<RepositoryId> repositories, Optional<Site> site, List<Held> foreign) {
    if (repositories.isEmpty()) {
      return List.of();
    }
    List<RepositoryId> all = new ArrayList<>(repositories);
    // One remote of a checkout may be the fork of another.
    site.map(Site::repositories)
        .filter(remotes -> remotes.stream().anyMatch(repositories::contains))
        .ifPresent(all::addAll);
    Reach reach = Reach.of(all);
    Reach named = Reach.of(repositories);
    return foreign.stream()
        .filter(
            held ->
                !reach.within(List.of(held)).isEmpty()
                    || named.places().stream().anyMatch(place -> place.mayBeForkOf(held.key())))
        .toList();
  }

  private Verdict branch(RepositoryId repository, String branch, List<Held> near, String what) {
    List<LeaseKey> keys;
    try {
      keys = lookups.pullRequestsOf(repository, branch);
    } catch (ForgeException silent) {
      if (silent.kind() == ForgeException.Kind.NOT_FOUND) {
        // A lease on one of its pull requests says that it is there, and hidden from this login.
        return possible(
            near.stream().filter(held -> RepositoryId.of(held.key()).equals(repository)).toList(),
            what
                + branch
                + " if it is of that pull request, and this login of gh may not see "
                + repository);
      }
      return possible(
          near,
          what
              + branch
              + " if it is of that pull request, and the forge cannot be asked ("
              + silent.getMessage()
              + ")");
    }
    for (Held held : near) {
      if (keys.contains(held.key())) {
        return new Verdict.Deny(held, what + branch, Certainty.KNOWN);
      }
    }
    return NONE;
  }

  /**
   * Which host a request goes to, gh knows by its variables and by where its user is logged in:
   * where that is not told, the repository may be on any.
   */
  private Verdict move(Move move, List<Held> foreign) {
    Optional<Site> site = lookups.site(move.where());
    Reach reach = reach(move.where(), move.repository(), site);
    Reach wide =
        site.map(Site::repositories)
            .filter(remotes -> remotes.stream().anyMatch(reach::includes))
            .map(remotes -> Reach.of(remotes).and(reach))
            .orElse(reach);
    List<Held> near = wide.near(foreign);
    Optional<List<String>> branches = Destinations.of(move.ref(), site);
    if (reach.isAnywhere() || branches.isEmpty()) {
      return possible(
          reach.within(near), "this would move a branch on the forge that cannot be told");
    }
    for (RepositoryId repository : reach.repositories(near)) {
      for (String branch : branches.get()) {
        Verdict verdict = branch(repository, branch, near, "this would move its branch ");
        if (verdict instanceof Verdict.Deny) {
          return verdict;
        }
      }
    }
    return NONE;
  }

  private Verdict act(PullRequestAct act, List<Held> foreign) {
    String what = "this would " + act.act().verb() + " it";
    String selector = act.selector().orElse(String.valueOf(Marks.BRANCH));
    Optional<LeaseKey> named = PullRequestUrl.parse(selector);
    if (named.isPresent()) {
      return of(foreign, named.get(), what);
    }
    Optional<Site> site = lookups.site(act.where());
    List<Held> near = reach(act.where(), act.repository(), site).within(foreign);
    if (near.isEmpty()) {
      return NONE;
    }
    String doubtful = "this would " + act.act().verb() + " a pull request that cannot be told";
    if (!Marks.isKnown(selector)) {
      return possible(near, doubtful);
    }
    String number = selector.startsWith("#") ? selector.substring(1) : selector;
    if (!number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return ofNumber(near, number, what);
    }
    return ofBranch(selector, site, near, what, doubtful);
  }

  private Verdict ofBranch(
      String selector, Optional<Site> site, List<Held> near, String what, String doubtful) {
    List<String> branches = new ArrayList<>();
    if (selector.equals(String.valueOf(Marks.BRANCH))) {
      Optional<Long> checkedOut = site.flatMap(Site::pullRequest);
      if (checkedOut.isPresent()) {
        return ofNumber(near, String.valueOf(checkedOut.get()), what);
      }
      site.flatMap(Site::branch).ifPresent(branches::add);
      site.flatMap(Site::upstream).ifPresent(branches::add);
    } else {
      // gh names a branch of a fork as its owner and the branch.
      branches.add(selector.substring(selector.indexOf(':') + 1));
    }
    if (site.isEmpty() || branches.isEmpty() || selector.indexOf(Marks.BRANCH) > 0) {
      return possible(near, doubtful);
    }
    List<RepositoryId> sources = new ArrayList<>();
    near.forEach(held -> sources.add(RepositoryId.of(held.key())));
    sources.addAll(site.get().repositories());
    for (RepositoryId source : sources.stream().distinct().toList()) {
      for (String branch : branches.stream().distinct().toList()) {
        Verdict verdict = branch(source, branch, near, what + ", by its branch ");
        if (verdict instanceof Verdict.Deny) {
          return verdict;
        }
      }
    }
    return NONE;
  }

  /** The repositories that a command about pull requests may mean. */
  private Reach reach(Where where, Optional<String> repository, Optional<Site> site) {
    Optional<String> named = repository.or(() -> variable(where, "GH_REPO"));
    String host = variable(where, "GH_HOST").orElse("");
    if (named.isPresent()) {
      String text = Marks.isKnown(named.get()) ? named.get() : "";
      Optional<Reach.Place> place =
          text.contains("://")
              ? lookups.repository(text).map(Reach::place)
              : Reach.parse(text, host);
      return place.map(at -> new Reach(List.of(at))).orElse(Reach.ANYWHERE);
    }
    return site.map(at -> Reach.of(at.repositories())).orElse(Reach.ANYWHERE);
  }

  private Optional<String> variable(Where where, String name) {
    String value = where.variables().getOrDefault(name, lookups.variable(name));
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }

  private Verdict unclear(Unclear unclear, List<Held> foreign) {
    Optional<Site> site = lookups.site(unclear.where());
    return possible(
        reach(unclear.where(), unclear.repository(), site).within(foreign),
        "this is " + Marks.show(unclear.what()) + ", which may push or merge");
  }

  private static Verdict of(List<Held> foreign, LeaseKey key, String what) {
    for (Held held : foreign) {
      if (held.key().equals(key)) {
        return new Verdict.Deny(held, what, Certainty.KNOWN);
      }
    }
    return NONE;
  }

  private static Verdict ofNumber(List<Held> near, String number, String what) {
    for (Held held : near) {
      if (String.valueOf(held.key().number()).equals(withoutZeros(number))) {
        return new Verdict.Deny(held, what, Certainty.KNOWN);
      }
    }
    return NONE;
  }

  private static String withoutZeros(String number) {
    int at = 0;
    while (at < number.length() - 1 && number.charAt(at) == '0') {
      at++;
    }
    return number.substring(at);
  }

  private static Verdict possible(List<Held> near, String why) {
    return near.isEmpty() ? NONE : new Verdict.Deny(near.get(0), why, Certainty.POSSIBLE);
  }
}
