package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.RepositoryId;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A world of one checkout, whose remote {@code origin} is acme/app, as session {@code us}. */
final class FakeLookups implements Lookups {
  final List<LeaseRecord> leases = new ArrayList<>();
  final FakeSite site = new FakeSite();
  final List<LeaseKey> unreadable = new ArrayList<>();
  final List<String> asked = new ArrayList<>();
  final Map<String, String> variables = new HashMap<>();
  private final Map<String, List<LeaseKey>> branches = new HashMap<>();
  Optional<ForgeException> silent = Optional.empty();

  /** The checkout. */
  final class FakeSite implements Site {
    Optional<String> branch = Optional.of("main");
    Optional<List<String>> usual = Optional.of(List.of());
    Optional<Long> pullRequest = Optional.empty();
    final Map<String, RepositoryId> remotes = new LinkedHashMap<>();
    final Map<String, List<String>> targets = new HashMap<>();

    FakeSite() {
      remotes.put("origin", new RepositoryId("github.com", "acme/app"));
    }

    @Override
    public Optional<String> branch() {
      return branch;
    }

    @Override
    public List<RepositoryId> repositories() {
      return List.copyOf(remotes.values());
    }

    @Override
    public Optional<List<RepositoryId>> pushed(Optional<String> remote) {
      RepositoryId named = remotes.get(remote.orElse("origin"));
      boolean plain = remote.filter(name -> !name.contains(":") && !name.contains("/")).isPresent();
      if (named == null && plain) {
        return Optional.empty();
      }
      return Optional.of(
          named != null
              ? List.of(named)
              : remote.flatMap(FakeLookups.this::repository).map(List::of).orElse(List.of()));
    }

    @Override
    public List<String> targets(Optional<String> remote, String named) {
      return targets.getOrDefault(named, List.of("refs/heads/" + named));
    }

    @Override
    public Optional<List<String>> usualTargets(Optional<String> remote) {
      return usual.map(names -> names.isEmpty() ? branch.map(List::of).orElse(names) : names);
    }

    @Override
    public Optional<String> upstream() {
      return Optional.empty();
    }

    @Override
    public Optional<Long> pullRequest() {
      return pullRequest;
    }
  }

  void hold(String key, String session) {
    leases.add(
        LeaseRecord.of(LeaseKey.parse(key), SessionId.of(session), Instant.EPOCH, Ttl.DEFAULT));
  }

  void branch(RepositoryId repository, String branch, String key) {
    branches.put(repository + " " + branch, List.of(LeaseKey.parse(key)));
  }

  @Override
  public List<LeaseRecord> liveLeases() {
    return List.copyOf(leases);
  }

  @Override
  public List<LeaseKey> unreadable() {
    return List.copyOf(unreadable);
  }

  @Override
  public Optional<SessionId> session(Where where) {
    String named = where.variables().getOrDefault("PRLEASE_SESSION", "");
    return Optional.of(SessionId.of(named.isEmpty() ? "us" : named));
  }

  @Override
  public Optional<Site> site(Where where) {
    return where.directory().equals(Optional.of(Commands.HERE))
        ? Optional.of(site)
        : Optional.empty();
  }

  @Override
  public Optional<RepositoryId> repository(String url) {
    if (!url.contains("://")) {
      return Optional.empty();
    }
    URI uri = URI.create(url);
    String path = uri.getPath().substring(1);
    return Optional.of(
        new RepositoryId(
            uri.getHost(), path.endsWith(".git") ? path.substring(0, path.length() - 4) : path));
  }

  @Override
  public List<LeaseKey> pullRequestsOf(RepositoryId repository, String branch) {
    asked.add(repository + " " + branch);
    if (silent.isPresent()) {
      throw silent.get();
    }
    return branches.getOrDefault(repository + " " + branch, List.of());
  }

  @Override
  public boolean isOwnStore(String location) {
    return location.equals("file:/ours");
  }

  @Override
  public String variable(String name) {
    return variables.getOrDefault(name, "");
  }
}
