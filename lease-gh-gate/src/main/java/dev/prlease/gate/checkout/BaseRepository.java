package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.program.Secrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the repository whose pull requests are meant, as gh does where it cannot ask. */
final class BaseRepository {
  /** The order in which gh prefers remotes by their names. */
  private static final List<String> PREFERRED = List.of("upstream", "github", "origin");

  private static final String GH_RESOLVED = "gh-resolved";
  private static final String ITSELF = "base";

  private final GitConfig config;
  private final List<Remote> remotes;
  private final Map<String, String> environment;

  BaseRepository(GitConfig config, List<Remote> remotes, Map<String, String> environment) {
    this.config = config;
    this.remotes = remotes;
    this.environment = environment;
  }

  Optional<RepositoryId> find() {
    String named = environment.getOrDefault("GH_REPO", "");
    if (!named.isEmpty()) {
      return Optional.of(named("GH_REPO", named, environment.getOrDefault("GH_HOST", "")));
    }
    List<Remote> candidates = candidates();
    return remembered(candidates).or(() -> first(candidates));
  }

  private List<Remote> candidates() {
    String host = environment.getOrDefault("GH_HOST", "").toLowerCase(Locale.ROOT);
    List<Remote> candidates = new ArrayList<>();
    for (Remote remote : remotes) {
      Optional<RepositoryId> repository = remote.repository();
      if (repository.isPresent() && (host.isEmpty() || repository.get().host().equals(host))) {
        candidates.add(remote);
      }
    }
    candidates.sort(Comparator.comparingInt(BaseRepository::rank));
    return candidates;
  }

  private static int rank(Remote remote) {
    int rank = PREFERRED.indexOf(remote.name().toLowerCase(Locale.ROOT));
    return rank < 0 ? PREFERRED.size() : rank;
  }

  /** What {@code gh repo set-default} wrote, or gh when it asked once. */
  private Optional<RepositoryId> remembered(List<Remote> candidates) {
    for (Remote remote : candidates) {
      Optional<String> resolved = config.ofRemote(remote.name(), GH_RESOLVED);
      if (resolved.isPresent() && resolved.get().equals(ITSELF)) {
        return remote.repository();
      }
      if (resolved.isPresent() && !resolved.get().isEmpty()) {
        String host = remote.repository().map(RepositoryId::host).orElse("");
        return Optional.of(
            named("remote." + remote.name() + "." + GH_RESOLVED, resolved.get(), host));
      }
    }
    return Optional.empty();
  }

  /** All that {@code gh repo set-default} ever noted by name, as far as it can be read. */
  static List<RepositoryId> noted(GitConfig config, List<Remote> remotes) {
    List<RepositoryId> noted = new ArrayList<>();
    for (Remote remote : remotes) {
      String resolved = config.ofRemote(remote.name(), GH_RESOLVED).orElse("");
      if (!resolved.isEmpty() && !resolved.equals(ITSELF)) {
        String host = remote.repository().map(RepositoryId::host).orElse("");
        read(resolved, host).ifPresent(noted::add); // What cannot be read, gh cannot read either.
      }
    }
    return noted;
  }

  private static Optional<RepositoryId> first(List<Remote> candidates) {
    return candidates.isEmpty() ? Optional.empty() : candidates.get(0).repository();
  }

  private RepositoryId named(String source, String text, String host) {
    // Somebody may have put a URL there, with a password in it.
    return read(text, host)
        .orElseThrow(
            () -> CheckoutException.wrongName(source, Secrets.of(environment).redact(text)));
  }

  /**
   * {@code owner/name} on {@code host}, {@code host/owner/name}, or a URL, as gh reads them; empty
   * for anything else.
   */
  private static Optional<RepositoryId> read(String text, String host) {
    Optional<RepositoryId> url = RemoteUrl.parse(text).repository();
    if (url.isPresent()) {
      return url;
    }
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == 2) {
        return Optional.of(new RepositoryId(host.isEmpty() ? LeaseKey.DEFAULT_HOST : host, text));
      }
      if (parts.length == 3) {
        return Optional.of(
            new RepositoryId(parts[0].toLowerCase(Locale.ROOT), parts[1] + "/" + parts[2]));
      }
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
