package dev.prlease.mcp.keep;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what tasks hold through the server, for as long as their tool calls keep coming.
 *
 * <p>That the server runs says nothing about a task: it outlives many, and a client that hangs
 * keeps it alive too. So each tool call of a session counts as a sign of that session's life, and a
 * lease is renewed only while the last one is not older than the idle time. Then it is <em>not</em>
 * given back: whoever took it was told until when it is held, and may still be at work, in a long
 * build for one. It is merely not renewed any more, and ends with its TTL, unless the session calls
 * again before.
 *
 * <p>A keeper holds on to one grant, and commands take grants of their own when they act. So before
 * a command acts on a holding {@link #pause} lets the grant go, and after it {@link #resume} takes
 * up what the command left. A holding that is not there any more is forgotten.
 *
 * <p>Thread-safe. Nothing is called under the lock of the map; what is done to one holding is done
 * by one thread at a time.
 */
public final class KeptLeases implements AutoCloseable {
  /** How often, at most, it is looked for what has become idle. */
  private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);

  private static final Duration LONGEST_LOOK = Duration.ofMinutes(1);

  private final Supplier<LeaseManager> leases;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Duration idle;
  private final Consumer<Holding> release;
  private final Map<Holding, Kept> kept = new HashMap<>(); // guarded by itself
  private final Map<SessionId, Long> lastCalls = new HashMap<>(); // guarded by kept
  private Optional<Scheduler.Handle> looking = Optional.empty(); // guarded by kept
  private boolean closed; // guarded by kept

  /**
   * Keeps nothing yet, and opens nothing.
   *
   * @param release gives back, at the end, what was not renewed any more, unless somebody of its
   *     session is at work under it
   */
  public KeptLeases(
      Supplier<LeaseManager> leases,
      Scheduler scheduler,
      Clock clock,
      Duration idle,
      Consumer<Holding> release) {
    this.leases = leases;
    this.scheduler = scheduler;
    this.clock = clock;
    this.idle = idle;
    this.release = release;
  }

  /** What becomes of a lease when the server ends. */
  public enum AtTheEnd {
    /** It was taken through the server. */
    IS_RELEASED,
    /** The session held it before, and took it elsewhere. */
    STAYS_HELD
  }

  /** A tool call of {@code session} came: what it holds is kept from now on, or again. */
  public void called(SessionId session) {
    List<Kept> own = new ArrayList<>();
    synchronized (kept) {
      lastCalls.put(session, clock.ticks());
      kept.forEach(
          (holding, lease) -> {
            if (holding.session().equals(session)) {
              own.add(lease);
            }
          });
    }
    own.forEach(Kept::keep);
  }

  /** Whether the session holds it through this server, as far as is known. */
  public boolean has(Holding holding) {
    synchronized (kept) {
      return kept.containsKey(holding);
    }
  }

  /** Whether nothing is kept. */
  public boolean isEmpty() {
    synchronized (kept) {
      return kept.isEmpty();
    }
  }

  /** From now on {@code holding} is kept; one that is kept already stays what it is. */
  public void add(Holding holding, AtTheEnd end) {
    Kept lease;
    synchronized (kept) {
      if (closed) {
        return;
      }
      lease = kept.computeIfAbsent(holding, it -> new Kept(it, end));
      if (looking.isEmpty()) {
        looking = Optional.of(scheduler.every(look(), () -> scheduler.execute(this::endIdle)));
      }
    }
    lease.resume();
  }

  /** Lets its grant go: a command is about to act on it. */
  public void pause(Holding holding) {
    find(holding).ifPresent(Kept::pause);
  }

  /** Takes up what the command left of it. */
  public void resume(Holding holding) {
    find(holding).ifPresent(Kept::resume);
  }

  private Optional<Kept> find(Holding holding) {
    synchronized (kept) {
      return Optional.ofNullable(kept.get(holding));
    }
  }

  private Duration look() {
    Duration quarter = idle.dividedBy(4);
    if (quarter.compareTo(LONGEST_LOOK) > 0) {
      return LONGEST_LOOK;
    }
    return quarter.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : quarter;
  }

  private void endIdle() {
    List<Kept> idling = new ArrayList<>();
    synchronized (kept) {
      kept.forEach(
          (holding, lease) -> {
            if (isIdle(holding.session())) {
              idling.add(lease);
            }
          });
    }
    idling.forEach(Kept::idle);
  }

  private boolean isIdle(SessionId session) {
    synchronized (kept) {
      Long last = lastCalls.get(session);
      return last == null || clock.ticks() - last >= idle.toNanos();
    }
  }

  private void forget(Holding holding) {
    synchronized (kept) {
      kept.remove(holding);
    }
  }

  /** Releases what was taken through the server, as far as the store lets it. Idempotent. */
  @Override
  public void close() {
    List<Kept> all;
    synchronized (kept) {
      closed = true;
      all = new ArrayList<>(kept.values());
      looking.ifPresent(Scheduler.Handle::cancel);
    }
    all.forEach(Kept::end);
  }

  /** One holding. All of it is guarded by this. */
  private final class Kept {
    private final Holding holding;
    private final AtTheEnd end;
    private Optional<PrLease> lease = Optional.empty();
    private Optional<Keeper> keeper = Optional.empty();
    private boolean paused;

    Kept(Holding holding, AtTheEnd end) {
      this.holding = holding;
      this.end = end;
    }

    synchronized void pause() {
      paused = true;
      letGo();
    }

    synchronized void resume() {
      paused = false;
      keep();
    }

    /** Keeps it, unless it is kept, in use, or its task idle. */
    synchronized void keep() {
      if (paused || isIdle(holding.session()) || isKept()) {
        return;
      }
      letGo();
      if (attach()) {
        keeper = lease.map(held -> held.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE));
      }
    }

    private boolean isKept() {
      return keeper.filter(keeping -> keeping.end().isEmpty()).isPresent();
    }

    /** Takes up the grant that is there; one of somebody else's is none. */
    private boolean attach() {
      try {
        lease = Optional.of(leases.get().attach(holding.key(), holding.session()));
        return true;
      } catch (NotOwnerException | LeaseExpiredException over) {
        forget(holding);
      } catch (LeaseException unknown) {
        Log.OF.warn("the lease on {} cannot be kept for now", holding.key(), unknown);
      }
      return false;
    }

    synchronized void idle() {
      if (keeper.isPresent() && !paused && isIdle(holding.session())) {
        letGo();
        Log.OF.warn(
            "no tool call of session {} for a while: the lease on {} is not renewed any more",
            holding.session(),
            holding.key());
      }
    }

    private void letGo() {
      keeper.ifPresent(Keeper::close);
      keeper = Optional.empty();
      lease.ifPresent(PrLease::detach);
      lease = Optional.empty();
    }

    synchronized void end() {
      if (end == AtTheEnd.STAYS_HELD) {
        letGo();
      } else if (isKept()) {
        lease.ifPresent(PrLease::close);
      } else {
        letGo();
        release.accept(holding);
      }
      forget(holding);
    }
  }

  /** Made when there is something to tell. */
  private static final class Log {
    static final Logger OF = LoggerFactory.getLogger("dev.prlease.mcp");
  }
}
