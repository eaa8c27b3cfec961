package dev.prlease.gate.guard;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.GitConfig;
import dev.prlease.gate.checkout.RepositoryUrls;
import dev.prlease.gate.checkout.Routes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Checkouts, as the user's git knows them. Each is looked at once, by commands that only read. Not
 * for use by several threads at a time.
 */
public final class GitSites implements GitAliases {
  /** In no checkout: only the configuration of user and system holds there. */
  private static final Path NOWHERE = Path.of("/");

  private final Map<String, String> environment;
  private final RepositoryUrls urls;
  private final Map<Where, Optional<Site>> known = new HashMap<>();
  private final Map<Path, Optional<GitConfig>> configs = new HashMap<>();

  /**
   * Checkouts on this machine.
   *
   * @param environment the user's variables; those by which git tells its hooks where they run are
   *     left out
   */
  public GitSites(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.urls = new RepositoryUrls(environment);
  }

  /** The checkout there; empty if there is none, or git cannot read it. */
  public Optional<Site> at(Where where) {
    Where place = new Where(where.directory(), where.gitDirectory(), Map.of(), where.settings());
    Optional<Site> found = known.get(place);
    if (found == null) {
      found = look(place);
      known.put(place, found);
    }
    return found;
  }

  /** The repository that {@code url} leads to; empty if it leads to no forge. */
  public Optional<RepositoryId> repository(String url) {
    return urls.at(url);
  }

  @Override
  public Optional<String> find(Optional<Path> directory, String name) {
    Path place = directory.filter(Files::isDirectory).orElse(NOWHERE);
    Optional<GitConfig> config = configs.get(place);
    if (config == null) {
      config = config(place);
      configs.put(place, config);
    }
    return config.flatMap(found -> found.get("alias." + name.toLowerCase(Locale.ROOT)));
  }

  private Optional<GitConfig> config(Path directory) {
    try {
      return Optional.of(GitConfig.in(directory, environment));
    } catch (LeaseException unreadable) {
      return Optional.empty();
    }
  }

  private Optional<Site> look(Where where) {
    boolean nowhere = where.directory().isEmpty() && where.gitDirectory().isEmpty();
    Path directory = where.directory().orElse(NOWHERE);
    if (nowhere || !Files.isDirectory(directory)) {
      return Optional.empty();
    }
    List<String> options = new ArrayList<>();
    where.gitDirectory().ifPresent(path -> options.add("--git-dir=" + path));
    for (String setting : where.settings()) {
      options.add("-c");
      options.add(setting);
    }
    try {
      return Routes.of(directory, options, environment, urls).map(GitSite::new);
    } catch (LeaseException unreadable) {
      return Optional.empty();
    }
  }
}
