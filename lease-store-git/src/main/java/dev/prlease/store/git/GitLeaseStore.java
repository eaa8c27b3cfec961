package dev.prlease.store.git;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.FencedChange;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.PushFence;
import dev.prlease.spi.SkewedClock;
import dev.prlease.spi.SlotRules;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps each slot in a reference of a git remote: all that sessions need to share is that remote.
 *
 * <p>A change is a push that names the commit which must be there ({@code --force-with-lease}); the
 * server compares and moves in one step. The commit holds the slot ({@link LeaseCommit}), its id is
 * the version. Vacant slots stay: the last fence is in them. A load is one call of git and so is a
 * change by one who has seen the slot; each is a connection.
 *
 * <p>It works with the user's own git, credentials and remotes, and touches nothing of the user's:
 * objects and repositories are in a temporary directory of its own ({@link Workspace}). Git tells
 * no time, so leases are judged by the machine's clock, which counts as off by {@link
 * GitStoreOptions#maxClockSkew} at most.
 *
 * <p>Interrupts are put aside until an operation is over. Safe for use by several threads at once.
 */
public final class GitLeaseStore
    implements LeaseStore, TimeAuthority, Diagnosable, Collectable, PushFence {
  /**
   * How long a server may go on with a push whose client is gone: it has all of it by then, and
   * runs its hooks.
   */
  private static final Duration SERVER = Duration.ofSeconds(10);

  /** How long it takes at most to end git and all it started. */
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final String location;
  private final GitStoreOptions options;
  private final StoreContext context;
  private final RefNames names;
  private final Slots slots;

  private GitLeaseStore(
      String location, GitStoreOptions options, StoreContext context, GitProgram git) {
    this.location = location;
    this.options = options;
    this.context = context;
    this.names = new RefNames(options.namespace());
    this.slots = new Slots(location, options, context, git);
  }

  /**
   * Opens the store in {@code remote}. Nothing is asked of it yet.
   *
   * @param remote the name of a remote of the checkout around {@code directory}, a URL as git takes
   *     it, or an absolute path
   * @param directory where the program runs
   * @param context brings the clock, the scheduler by which the store waits, and the variables that
   *     git is to have
   * @throws dev.prlease.api.LeaseConfigurationException if there is no such remote
   */
  public static GitLeaseStore open(
      String remote, GitStoreOptions options, Path directory, StoreContext context) {
    return open(remote, options, directory, context, Slots.PROCESSES);
  }

  /** For tests of trouble on the way. */
  static GitLeaseStore open(
      String remote,
      GitStoreOptions options,
      Path directory,
      StoreContext context,
      GitProgram.Runs runs) {
    Map<String, String> variables = GitVariables.of(context.environment());
    Remote found = Remote.find(remote, directory, variables);
    return new GitLeaseStore(
        GitLocation.text(found.shown(), options),
        options,
        context,
        new GitProgram(found, variables, runs));
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    LoadResult result = loadAll(List.of(key)).get(0);
    if (result instanceof LoadResult.Failed failed) {
      throw failed.error();
    }
    return ((LoadResult.Answered) result).slot();
  }

  @Override
  public List<LoadResult> loadAll(List<LeaseKey> keys) {
    if (keys.isEmpty()) {
      slots.checkOpen();
      return List.of();
    }
    Map<String, LeaseKey> refs = new LinkedHashMap<>();
    for (LeaseKey key : keys) {
      refs.put(names.of(key), key);
    }
    try (Slots.Session session = slots.session()) {
      Map<String, LeaseSlot> found = session.read(refs.keySet(), Optional.of(keys.get(0)));
      List<LoadResult> results = new ArrayList<>(keys.size());
      for (LeaseKey key : keys) {
        results.add(new LoadResult.Answered(key, slotOf(found, key)));
      }
      return results;
    } catch (LeaseException failed) {
      return keys.stream().<LoadResult>map(key -> new LoadResult.Failed(key, failed)).toList();
    } catch (IOException e) {
      LeaseException failed = slots.disk(Optional.empty(), e);
      return keys.stream().<LoadResult>map(key -> new LoadResult.Failed(key, failed)).toList();
    }
  }

  private LeaseSlot slotOf(Map<String, LeaseSlot> found, LeaseKey key) {
    return found.getOrDefault(names.of(key), Slots.ABSENT);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    ExchangeResult result = exchangeAll(List.of(new ExchangeRequest(key, expected, change))).get(0);
    if (result instanceof ExchangeResult.Failed failed) {
      throw failed.error();
    }
    return ((ExchangeResult.Answered) result).exchange();
  }

  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    slots.checkOpen();
    List<Trial> trials = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      trials.add(new Trial(request, names.of(request.key())));
    }
    try (Slots.Session session = slots.session()) {
      new Exchanging(session, options, context.clock()).run(trials);
    }
    return trials.stream().map(Trial::result).toList();
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    try (Slots.Session session = slots.session()) {
      return session.list(names, filter);
    } catch (IOException e) {
      throw slots.disk(Optional.empty(), e);
    }
  }

  @Override
  public String repository() {
    return Redaction.ofUrl(slots.git().remote().url());
  }

  @Override
  public FencedChange prepare(LeaseKey key, SlotVersion expected, Change change) {
    String ref = names.of(key);
    try (Slots.Session session = slots.session()) {
      LeaseSlot base = base(session, key, ref, expected);
      Optional<Content> next = SlotRules.next(base, Expected.exactly(expected), change);
      if (next.isEmpty() || expected.equals(Slots.NOTHING)) {
        throw new LeaseStoreException(
            Optional.of(key),
            "the lease of " + key + " in " + location + " was moved by somebody else",
            "Look at it, and try again.",
            null);
      }
      LeaseSlot slot =
          new Composing(session, options, context.clock()).compose(key, base, next.get()).slot();
      session.workspace().enterAgain();
      return new Carried(ref, expected.token(), slot, session.workspace());
    } catch (IOException e) {
      throw slots.disk(Optional.of(key), e);
    }
  }

  private LeaseSlot base(Slots.Session session, LeaseKey key, String ref, SlotVersion expected)
      throws IOException {
    return session.has(expected)
        ? session.slot(expected.token())
        : session.read(Set.of(ref), Optional.of(key)).getOrDefault(ref, Slots.ABSENT);
  }

  @Override
  public Collected collect(CollectRequest request) {
    try (Slots.Session session = slots.session()) {
      return new SlotCollection(session, names, options, request).collect();
    } catch (IOException e) {
      throw slots.disk(Optional.empty(), e);
    }
  }

  @Override
  public List<Finding> diagnose() {
    return new GitDiagnosis(slots, names).diagnose();
  }

  /** For tests: the next call begins another workspace. */
  void retireWorkspace() {
    slots.retireWorkspace();
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public Duration lateWriteBound() {
    return options.timeout().plus(ENDING).plus(SERVER);
  }

  @Override
  public Clock clock() {
    return new SkewedClock(context.clock(), options.maxClockSkew());
  }

  @Override
  public void close() {
    slots.close();
  }

  @Override
  public String toString() {
    return location;
  }
}
