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
import java.util.function.Supplier;

/** What the guard asks of this machine's git, the store, and the forge. */
final class HookLookups implements Lookups {
  private static final String USUAL_FORGE = "gh";

  /** A forge that does not answer in that time counts as not to be reached. */
  private static final Duration FORGE = Duration.ofSeconds(8);

  /**
   * For all questions of one call together: an agent waits for its hook, and lets the command run
   * if that takes longer than half a minute, the start of the program included.
   */
  private static final Duration ALL = Duration.ofSeconds(15);

  private final Desk desk;
  private final World world;
  private final Questions questions;
  private Optional<List<ListedLease>> listed = Optional.empty();
  private Optional<ForgeException> silent = Optional.empty();

  HookLookups(Desk desk, Questions questions) {
    this.desk = desk;
    this.world = questions.world;
    this.questions = questions;
  }

  /**
   * What is asked before any store is opened, and by when all has to be answered. A question that
   * comes too late is not asked.
   */
  static final class Questions implements GitAliases {
    private final World world;
    private final Bounded.Budget budget;
    private final GitSites git;

    Questions(World world, Bounded bounded) {
      this.world = world;
      this.budget = bounded.budget(ALL);
      this.git = new GitSites(world.environment());
    }

    World world() {
      return world;
    }

    /** The answer; empty if it does not come in time. */
    <T> Optional<T> ask(Duration most, Supplier<T> question) throws InterruptedException {
      return budget.call(most, question);
    }

    /** What git says; nothing, if it does not in time: then what cannot be told is denied. */
    <T> Optional<T> askGit(Supplier<Optional<T>> question) {
      try {
        return ask(ALL, question).orElse(Optional.empty());
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }

    @Override
    public Optional<String> find(Optional<Path> directory, String name) {
      return askGit(() -> git.find(directory, name));
    }
  }

  @Override
  public List<LeaseRecord> liveLeases() {
    List<LeaseRecord> records = new ArrayList<>();
    for (ListedLease lease : listed()) {
      if (lease instanceof ListedLease.Shown shown
          && shown.status().state() == LeaseStatus.State.HELD) {
        shown.status().record().ifPresent(records::add);
      }
    }
    return records;
  }

  @Override
  public List<LeaseKey> unreadable() {
    return listed().stream()
        .filter(HookLookups::isUnreadable)
        .flatMap(lease -> lease.key().stream())
        .toList();
  }

  /** Also a record of a newer version: whoever wrote it may well think that it holds the lease. */
  private static boolean isUnreadable(ListedLease lease) {
    return !(lease instanceof ListedLease.Shown shown)
        || shown.status().state() == LeaseStatus.State.UNREADABLE;
  }

  private List<ListedLease> listed() {
    if (listed.isEmpty()) {
      // A narrower listing would leave out what cannot be read.
      List<ListedLease> found =
          desk.manager().list(LeaseFilter.ALL).stream()
              .filter(HookLookups::mayBeOfPullRequest)
              .toList();
      listed = Optional.of(found);
      for (ListedLease lease : found) {
        if (lease instanceof ListedLease.Troubled troubled) {
          world.console().err("prlease hook: " + troubled.trouble().getMessage());
        } else if (lease.key().isEmpty()) {
          world
              .console()
              .err(
                  "prlease hook: "
                      + lease.slotName()
                      + " cannot be read, nor whose lease it is; look at: prlease doctor");
        }
      }
    }
    return listed.get();
  }

  private static boolean mayBeOfPullRequest(ListedLease lease) {
    return lease.key().map(key -> key.kind() == LeaseKey.Kind.PULL_REQUEST).orElse(true);
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
    return questions
        .askGit(() -> questions.git.at(where))
        .map(site -> new BoundedSite(site, questions));
  }

  @Override
  public Optional<RepositoryId> repository(String url) {
    return questions.askGit(() -> questions.git.repository(url));
  }

  @Override
  public List<LeaseKey> pullRequestsOf(RepositoryId repository, String branch) {
    if (silent.isPresent()) {
      // It was waited for once; that is enough.
      throw silent.get();
    }
    try {
      Optional<List<PullRequest>> found =
          questions.ask(FORGE, () -> forge().findByBranch(repository, branch));
      return found.orElseThrow(() -> unreachable("it does not answer in time")).stream()
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
  public boolean isOwnStore(String location) {
    return desk.isAt(location);
  }

  @Override
  public String variable(String name) {
    return world.variable(name);
  }
}
