package dev.prlease.mcp.keep;

import dev.prlease.api.SessionId;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims that sessions took through the server: kept by tool calls of their session, and by nothing
 * else.
 *
 * <p>There is no timer here. A claim lasts for hours, so it is enough that a call which comes when
 * a quarter of that has passed keeps it first, on the thread of that call: it needs no sign of life
 * beside. So the server's own life cannot renew one, whatever hangs or stays open. Nor is anything
 * given back when the server ends: work on an issue, in its branch and worktree, outlives the
 * client that began it.
 *
 * <p>Thread-safe. Nothing is called under the lock of the map.
 */
public final class KeptClaims {
  private static final int TRIES = 4;

  private final Clock clock;
  private final InUse inUse;
  private final Map<Holding, Kept> claims = new HashMap<>(); // guarded by itself

  /** None yet; a claim that a call in {@code inUse} acts on is left alone. */
  public KeptClaims(Clock clock, InUse inUse) {
    this.clock = clock;
    this.inUse = inUse;
  }

  /** What came of keeping a claim. */
  public enum Beat {
    /** It is kept. */
    KEPT,
    /** It was not, and may be next time. */
    FAILED,
    /** The session has it no more. */
    LOST
  }

  /** Keeps a claim once more. */
  @FunctionalInterface
  public interface Heartbeat {
    /** Acts on the thread that calls it. */
    Beat beat();
  }

  private record Kept(Duration ttl, long since, Optional<Heartbeat> heartbeat) {
    boolean isDue(long ticks) {
      return heartbeat.isPresent() && ticks - since >= ttl.toNanos() / TRIES;
    }
  }

  /** A call took the claim, or kept it: it is kept by later calls from now on. */
  public void add(Holding holding, Duration ttl, Heartbeat heartbeat) {
    synchronized (claims) {
      claims.put(holding, new Kept(ttl, clock.ticks(), Optional.of(heartbeat)));
    }
  }

  /** Whether the session took the claim through this server, and did not give it back. */
  public boolean has(Holding holding) {
    synchronized (claims) {
      return claims.containsKey(holding);
    }
  }

  /** Whether none was taken. */
  public boolean isEmpty() {
    synchronized (claims) {
      return claims.isEmpty();
    }
  }

  /** The session gave it back. */
  public void forget(Holding holding) {
    synchronized (claims) {
      claims.remove(holding);
    }
  }

  /** A tool call of {@code session} came: its claims are kept, those that it is time for. */
  public void called(SessionId session) {
    List<Holding> due = new ArrayList<>();
    synchronized (claims) {
      claims.forEach(
          (holding, kept) -> {
            if (holding.session().equals(session) && kept.isDue(clock.ticks())) {
              due.add(holding);
            }
          });
    }
    due.forEach(holding -> inUse.enter(holding).ifPresent(turn -> keep(holding, turn)));
  }

  private void keep(Holding holding, InUse.Turn turn) {
    try {
      Optional<Kept> kept;
      synchronized (claims) {
        kept = Optional.ofNullable(claims.get(holding)).filter(it -> it.isDue(clock.ticks()));
      }
      if (kept.isPresent()) {
        keep(holding, kept.get());
      }
    } finally {
      turn.end();
    }
  }

  private void keep(Holding holding, Kept kept) {
    Beat beat = kept.heartbeat().map(Heartbeat::beat).orElse(Beat.LOST);
    // One that is lost is still known as the session's own: it may renew or release it.
    Optional<Heartbeat> next = beat == Beat.LOST ? Optional.empty() : kept.heartbeat();
    synchronized (claims) {
      claims.put(holding, new Kept(kept.ttl(), clock.ticks(), next));
    }
    if (beat == Beat.LOST) {
      Log.OF.warn("session {} has the claim on {} no more", holding.session(), holding.key());
    }
  }

  /** Made when there is something to tell. */
  private static final class Log {
    static final Logger OF = LoggerFactory.getLogger("dev.prlease.mcp");
  }
}
