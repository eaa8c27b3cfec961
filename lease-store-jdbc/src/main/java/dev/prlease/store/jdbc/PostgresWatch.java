package dev.prlease.store.jdbc;

import dev.prlease.spi.Registration;
import dev.prlease.spi.Scheduler;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.LoggerFactory;

/**
 * Tells of changes by {@code LISTEN} and {@code NOTIFY}, on a connection that is open while anybody
 * watches.
 *
 * <p>A commit that notifies holds a lock of the whole database until it is on disk, so notifying at
 * each write would make all writers queue. Therefore who watches a slot says so in a row of its
 * own, for two minutes at a time, and a writer notifies only where there is one.
 *
 * <p>A timer looks at the connection a few times a second; that costs no round trip, and no thread
 * waits for messages. A change may be missed, when the connection breaks or the write began before
 * the row was there: that is allowed, see {@link dev.prlease.spi.Watchable}.
 */
final class PostgresWatch implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration SAY = Duration.ofMinutes(1);

  /** A server that is away, or has no connection left, is asked every five seconds. */
  private static final int MOST_TICKS_TO_SKIP = 99;

  private final Connections.Opener opener;
  private final Scheduler scheduler;
  private final Map<String, List<Watcher>> watchers = new HashMap<>(); // guarded by this
  private Scheduler.@Nullable Handle timer; // guarded by this
  private boolean looking; // guarded by this
  private int failures; // in a row; guarded by this
  private int ticksToSkip; // guarded by this
  private boolean closed; // guarded by this

  // Used by the one look that goes on.
  private @Nullable Connection connection;
  private Set<String> said = new HashSet<>();
  private int looks;

  PostgresWatch(Connections.Opener opener, Scheduler scheduler) {
    this.opener = opener;
    this.scheduler = scheduler;
  }

  /** Equal to itself only: the same listener may watch a slot twice. */
  private static final class Watcher {
    final Runnable onChange;

    Watcher(Runnable onChange) {
      this.onChange = onChange;
    }
  }

  /**
   * Calls {@code onChange} when the row {@code name} has changed, until what it returns is closed.
   */
  synchronized Registration add(String name, Runnable onChange) {
    Watcher watcher = new Watcher(onChange);
    watchers.computeIfAbsent(name, fresh -> new ArrayList<>()).add(watcher);
    if (timer == null && !closed) {
      timer = scheduler.every(LOOK, this::tick);
      begin();
    }
    return () -> remove(name, watcher);
  }

  private synchronized void remove(String name, Watcher watcher) {
    watchers.computeIfPresent(
        name,
        (same, all) -> {
          all.remove(watcher);
          return all.isEmpty() ? null : all;
        });
  }

  /** On the timer's thread: no I/O. */
  private synchronized void tick() {
    if (ticksToSkip > 0) {
      ticksToSkip--;
    } else {
      begin();
    }
  }

  /** One look at a time; who comes while one ends is seen by the next. */
  private synchronized void begin() {
    if (closed || looking) {
      return;
    }
    boolean begun = false;
    looking = true;
    try {
      scheduler.execute(this::look);
      begun = true;
    } finally {
      looking &= begun;
    }
  }

  private synchronized void failed() {
    failures++;
    ticksToSkip = Math.min(MOST_TICKS_TO_SKIP, (1 << Math.min(failures, 10)) - 1);
  }

  private synchronized void succeeded() {
    failures = 0;
  }

  private void look() {
    try {
      Set<String> names = names();
      if (names.isEmpty()) {
        end();
      } else {
        listen(names);
        succeeded();
      }
    } catch (SQLException | RuntimeException broken) {
      failed();
      LoggerFactory.getLogger(PostgresWatch.class).debug("changes are not told for now", broken);
      end();
    } finally {
      boolean isLast;
      synchronized (this) {
        looking = false;
        isLast = closed;
      }
      if (isLast) {
        end();
      }
    }
  }

  private synchronized Set<String> names() {
    return closed ? Set.of() : Set.copyOf(watchers.keySet());
  }

  private void listen(Set<String> names) throws SQLException {
    Connection listening = connection;
    if (listening == null) {
      listening = opener.open();
      connection = listening;
      said.clear();
      try (Statement statement = listening.createStatement()) {
        statement.execute("LISTEN " + PostgresSql.CHANNEL);
      }
    }
    looks++;
    if (looks * LOOK.toMillis() >= SAY.toMillis()) {
      looks = 0;
      said.clear();
    }
    if (!said.containsAll(names)) {
      say(listening, names);
    }
    PGNotification[] told = listening.unwrap(PGConnection.class).getNotifications();
    if (told != null) {
      for (PGNotification each : told) {
        tell(each.getParameter());
      }
    }
  }

  private void say(Connection listening, Set<String> names) throws SQLException {
    try (PreparedStatement statement = listening.prepareStatement(PostgresSql.WATCH)) {
      Object[] rows = names.stream().map(name -> (Object) (KeyName.WATCH + name)).toArray();
      statement.setArray(1, listening.createArrayOf("text", rows));
      statement.executeUpdate();
    }
    said = new HashSet<>(names);
    // What changed before the row was there was told to nobody.
    names.forEach(name -> tell(KeyName.WATCH + name));
  }

  private void tell(String row) {
    if (!row.startsWith(KeyName.WATCH)) {
      return;
    }
    List<Watcher> toTell;
    synchronized (this) {
      toTell = List.copyOf(watchers.getOrDefault(row.substring(KeyName.WATCH.length()), List.of()));
    }
    for (Watcher each : toTell) {
      try {
        each.onChange.run();
      } catch (RuntimeException | LinkageError | AssertionError failed) {
        LoggerFactory.getLogger(PostgresWatch.class).warn("a watcher failed", failed);
      }
    }
  }

  /** Nobody watches any more, or the connection is broken. */
  private void end() {
    Connection ended = connection;
    connection = null;
    synchronized (this) {
      if (timer != null && (closed || watchers.isEmpty())) {
        timer.cancel();
        timer = null;
      }
    }
    if (ended != null) {
      try {
        ended.close();
      } catch (SQLException broken) {
        // it is gone all the same
      }
    }
  }

  @Override
  public void close() {
    boolean endsHere;
    synchronized (this) {
      closed = true;
      watchers.clear();
      endsHere = !looking; // else the look that goes on ends it
    }
    if (endsHere) {
      end();
    }
  }
}
