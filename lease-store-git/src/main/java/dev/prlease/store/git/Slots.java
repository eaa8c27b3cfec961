package dev.prlease.store.git;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.json.SlotJson;
import dev.prlease.process.ProcessRunner;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.StoreContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The references of a remote as slots, and what of them was seen last: that is a guess to begin an
 * exchange with, which the server confirms or refuses, and never an answer. Safe for use by several
 * threads at once.
 */
final class Slots {
  static final SlotVersion NOTHING = new SlotVersion("absent");
  static final LeaseSlot ABSENT = LeaseSlot.Vacant.absent(NOTHING);

  static final GitProgram.Runs PROCESSES =
      request -> new ProcessRunner().start(request).awaitThroughInterrupts();

  private static final int ID_DIGITS = 40;

  /** Guesses are worth a round trip each, and no memory without end. */
  private static final int MOST_GUESSES = 10_000;

  private final String location;
  private final GitStoreOptions options;
  private final StoreContext context;
  private final GitProgram git;
  private final String config;
  private final ConcurrentMap<String, LeaseSlot> lastSeen = new ConcurrentHashMap<>();
  private @Nullable Workspace workspace; // guarded by this
  private boolean closed; // guarded by this
  private volatile boolean keepsChains;

  Slots(String location, GitStoreOptions options, StoreContext context, GitProgram git) {
    this.location = location;
    this.options = options;
    this.context = context;
    this.git = git;
    this.config = GitConfig.text(git.remote().configuration());
  }

  String location() {
    return location;
  }

  GitProgram git() {
    return git;
  }

  /** Whether the server wants each change to follow the one before, however long that gets. */
  boolean keepsChains() {
    return keepsChains;
  }

  void keepChains() {
    keepsChains = true;
  }

  synchronized void checkOpen() {
    if (closed) {
      throw closedError();
    }
  }

  LeaseStoreException closedError() {
    return new LeaseStoreException(
        Optional.empty(), "the store " + location + " is closed", "Open it again.", null);
  }

  synchronized void close() {
    closed = true;
    retireWorkspace();
  }

  /** What is in it is at the remote, too. */
  synchronized void retireWorkspace() {
    Workspace left = workspace;
    workspace = null;
    if (left != null) {
      left.retire();
    }
  }

  /** Begins an operation. */
  Session session() {
    try {
      return new Session(enter(), new Budget(context, options.timeout()));
    } catch (IOException e) {
      throw disk(Optional.empty(), e);
    }
  }

  private synchronized Workspace enter() throws IOException {
    if (closed) {
      throw closedError();
    }
    if (workspace != null && (workspace.isWorn() || !workspace.isThere())) {
      retireWorkspace();
    }
    Workspace current = workspace;
    if (current == null) {
      current = Workspace.make(context.environment(), config, context.clock().now());
      workspace = current;
    }
    boolean entered = current.enter();
    if (!entered) {
      throw closedError();
    }
    return current;
  }

  /** The trouble of a temporary directory. */
  LeaseStoreException disk(Optional<LeaseKey> key, IOException e) {
    return new LeaseStoreException(
        key,
        "the store " + location + " could not use its temporary directory: " + e.getMessage(),
        "See to it that there is room and permission in TMPDIR, and try again.",
        e);
  }

  /** What {@code ref} was last seen to hold. */
  Optional<LeaseSlot> guess(String ref) {
    return Optional.ofNullable(lastSeen.get(ref));
  }

  void seen(String ref, LeaseSlot slot) {
    if (lastSeen.size() >= MOST_GUESSES) {
      lastSeen.clear();
    }
    lastSeen.put(ref, slot);
  }

  /** {@code ref} was moved otherwise than by an exchange. */
  void forget(String ref) {
    lastSeen.remove(ref);
  }

  /** One operation: some calls of git in bounded time. Used by one thread. */
  final class Session implements AutoCloseable {
    private final Workspace at;
    private final Budget budget;

    private Session(Workspace at, Budget budget) {
      this.at = at;
      this.budget = budget;
    }

    Slots slots() {
      return Slots.this;
    }

    Workspace workspace() {
      return at;
    }

    LooseObjects objects() {
      return at.objects();
    }

    Budget budget() {
      return budget;
    }

    /** What {@code refs} hold; those that are not there are left out. */
    Map<String, LeaseSlot> read(Set<String> refs, Optional<LeaseKey> about) throws IOException {
      Fetch.Answer answer = new Fetch(git, at, budget).exactly(refs);
      if (!answer.known()) {
        throw Complaints.unread(about, location, answer.said());
      }
      Map<String, LeaseSlot> found = new HashMap<>();
      for (String ref : refs) {
        String tip = answer.tips().get(ref);
        LeaseSlot slot = tip == null ? ABSENT : slot(tip);
        seen(ref, slot);
        if (tip != null) {
          found.put(ref, slot);
        }
      }
      return found;
    }

    /**
     * What the commit {@code id} holds, which is here. One that is not is an error, and never
     * unreadable: others might reclaim that (rule LS-10).
     */
    LeaseSlot slot(String id) throws IOException {
      SlotVersion version = new SlotVersion(id);
      Optional<LooseObjects.Read> read;
      try {
        read = objects().read(id);
      } catch (LooseObjects.TooLongException tooLong) {
        return unreadable(version, "the reference leads to more than a lease can be");
      }
      if (read.isEmpty()) {
        throw new LeaseStoreException(
            Optional.empty(),
            location + ": git did not bring the commit " + id,
            "Try again; if it stays so, look at what git config --list says of unpackLimit.",
            null);
      }
      Optional<LeaseCommit> commit =
          read.get().type().equals("commit")
              ? LeaseCommit.parse(read.get().content())
              : Optional.empty();
      return commit.isPresent()
          ? SlotJson.decode(commit.get().slot()).at(version)
          : unreadable(version, "the reference leads to no commit");
    }

    private static LeaseSlot unreadable(SlotVersion version, String why) {
      return new LeaseSlot.Unreadable(version, LeaseSlot.Defect.CORRUPT, why, Optional.empty());
    }

    /** The commit {@code id}; empty if it is not here, or nothing of ours. */
    Optional<LeaseCommit> commit(String id) throws IOException {
      try {
        Optional<LooseObjects.Read> read = objects().read(id);
        return read.isPresent() && read.get().type().equals("commit")
            ? LeaseCommit.parse(read.get().content())
            : Optional.empty();
      } catch (LooseObjects.TooLongException tooLong) {
        return Optional.empty();
      }
    }

    /** Whether what has {@code version} is here. */
    boolean has(SlotVersion version) throws IOException {
      return isId(version.token()) && objects().has(version.token());
    }

    private static boolean isId(String token) {
      return token.length() == ID_DIGITS
          && token.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    Map<String, Push.Result> push(List<Push.Move> moves) throws IOException {
      return new Push(git, at, budget).push(moves);
    }

    /** Has all slots brought. */
    Fetch.Answer fetchAll(RefNames names) throws IOException {
      Fetch.Answer answer = new Fetch(git, at, budget).patterns(List.of(names.all()));
      if (!answer.known()) {
        throw Complaints.unread(Optional.empty(), location, answer.said());
      }
      return answer;
    }

    List<ListedSlot> list(RefNames names, LeaseFilter filter) throws IOException {
      Fetch.Answer answer = fetchAll(names);
      List<ListedSlot> shown = new ArrayList<>();
      for (Map.Entry<String, String> tip : answer.tips().entrySet()) {
        listed(names, filter, tip.getKey(), tip.getValue()).ifPresent(shown::add);
      }
      return shown;
    }

    private Optional<ListedSlot> listed(RefNames names, LeaseFilter filter, String ref, String id)
        throws IOException {
      try {
        LeaseSlot slot = slot(id);
        return filter.shows(slot)
            ? Optional.of(new ListedSlot.Found(ref, key(names, ref, slot), slot))
            : Optional.empty();
      } catch (LeaseStoreException trouble) {
        return Optional.of(new ListedSlot.Troubled(ref, names.key(ref), trouble));
      }
    }

    /** The record's own, in its own spelling, if it lies where it belongs. */
    private static Optional<LeaseKey> key(RefNames names, String ref, LeaseSlot slot) {
      return slot instanceof LeaseSlot.Held held && names.of(held.record().key()).equals(ref)
          ? Optional.of(held.record().key())
          : names.key(ref);
    }

    @Override
    public void close() {
      at.leave();
      budget.close();
    }
  }
}
