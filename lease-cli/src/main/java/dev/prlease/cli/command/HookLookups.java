package dev.prlease.cli.command;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.cli.World;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.ForgeProviders;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.gate.checkout.RemoteUrl;
import dev.prlease.gate.guard.GitAliases;
import dev.prlease.gate.guard.GitSites;
import dev.prlease.gate.guard.Lookups;
import dev.prlease.gate.guard.Site;
import dev.prlease.gate.guard.Where;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.LeaseFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the guard asks of this machine's git, the store, and the forge. */
final class HookLookups implements Lookups {
  private static final String USUAL_FORGE = "gh";

  /** An agent waits for its hook; what takes longer counts as not to be reached. */
  private static final Duration FORGE = Duration.ofSeconds(8);

  private final Desk desk;
  private final World world;
  private final Bounded bounded;
  private final Sites sites;
  private Optional<List<LeaseRecord>> live = Optional.empty();
  private Optional<ForgeException> silent = Optional.empty();

  HookLookups(Desk desk, Sites sites, Bounded bounded) {
    this.desk = desk;
    this.world = sites.world();
    this.bounded = bounded;
    this.sites = sites;
  }

  /** The checkouts of a call's world, which are looked at before any store is opened. */
  record Sites(World world, GitSites git) {
    Sites(World world) {
      this(world, new GitSites(world.environment(), Sites::repository));
    }

    GitAliases aliases() {
      return git;
    }

    static Optional<RepositoryId> repository(String url) {
      return RemoteUrl.parse(url).repository();
    }
  }

  @Override
  public List<LeaseRecord> liveLeases() {
    if (live.isEmpty()) {
      live = Optional.of(list());
    }
    return live.get();
  }

  private List<LeaseRecord> list() {
    List<LeaseRecord> records = new ArrayList<>();
    for (ListedLease lease :
        desk.manager().list(LeaseFilter.ALL.ofKind(LeaseKey.Kind.PULL_REQUEST))) {
      if (lease instanceof ListedLease.Shown shown
          && shown.status().state() == LeaseStatus.State.HELD) {
        shown.status().record().ifPresent(records::add);
      } else if (lease instanceof ListedLease.Troubled troubled) {
        world.console().err("prlease hook: " + troubled.trouble().getMessage());
      }
    }
    return records;
  }

  /** A session that cannot be told is nobody's: then all leases are those of others. */
  @Override
  public Optional<SessionId> session(Where where) {
    String named = where.variables().getOrDefault(Sessions.VARIABLE, "");
    if (!named.isEmpty()) {
      return Optional.of(SessionId.verbatim(named));
    }
    Path directory = where.directory().orElse(world.directory());
    try {
      return new Sessions(Optional.empty(), directory, world.environment()).find();
    } catch (UsageException | LeaseException unknown) {
      world.console().err("prlease hook: " + unknown.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public Optional<Site> site(Where where) {
    return sites.git().at(where);
  }

  @Override
  public Optional<RepositoryId> repository(String url) {
    return Sites.repository(url);
  }

  @Override
  public List<LeaseKey> pullRequestsOf(RepositoryId repository, String branch) {
    if (silent.isPresent()) {
      // It was waited for once; that is enough.
      throw silent.get();
    }
    try {
      Optional<List<PullRequest>> found =
          bounded.call(FORGE, () -> forge().findByBranch(repository, branch));
      return found.orElseThrow(() -> unreachable("it takes longer than 8 s")).stream()
          .map(PullRequest::key)
          .toList();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    } catch (ForgeException failed) {
      if (failed.kind() != ForgeException.Kind.NOT_FOUND) {
        silent = Optional.of(failed);
      }
      throw failed;
    } catch (LeaseConfigurationException none) {
      silent = Optional.of(unreachable(String.valueOf(none.getMessage())));
      throw silent.get();
    }
  }

  private Forge forge() {
    return ForgeProviders.discover()
        .open(USUAL_FORGE, new ForgeContext(world.clock(), world.environment(), world.directory()));
  }

  private static ForgeException unreachable(String why) {
    return new ForgeException(
        ForgeException.Kind.UNREACHABLE,
        Optional.empty(),
        why,
        "Try again.",
        Optional.empty(),
        null);
  }

  @Override
  public String variable(String name) {
    return world.variable(name);
  }
}
