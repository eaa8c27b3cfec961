package dev.prlease.store.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.prlease.api.LeaseStoreException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The store's own connections: nothing that a caller does on his is seen here, and nothing here
 * touches his transaction (lesson L39). All are in auto-commit, or are given back so.
 */
final class Connections implements AutoCloseable {
  /** How long a call waits for one. */
  static final long WAIT_MILLIS = 3_000;

  private static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(2);
  private static final long LIFE_MILLIS = TimeUnit.MINUTES.toMillis(30);

  private final HikariDataSource pool;
  private final Source source;

  private Connections(HikariDataSource pool, Source source) {
    this.pool = pool;
    this.source = source;
  }

  /** Makes a connection; what it finds wrong it throws. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  /** How many connections at once, and how they are made. */
  record Plan(Opener opener, int most) {}

  /**
   * A pool whose first connection is made at once, and by the caller: whoever has the wrong
   * password learns so at once.
   *
   * @throws LeaseStoreException if it cannot be
   */
  static Connections open(Plan plan, JdbcLocation location) {
    Connection first;
    try (InterruptShield shield = new InterruptShield()) {
      shield.absorb();
      first = plan.opener().open();
    } catch (SQLException e) {
      throw new SqlTrouble(location).failed(Optional.empty(), "cannot be opened", e);
    }
    Source source = new Source(plan.opener(), first);
    HikariConfig config = new HikariConfig();
    config.setPoolName(location.shown());
    config.setDataSource(source);
    config.setMaximumPoolSize(plan.most());
    config.setMinimumIdle(0); // a command needs one, and no second beside it
    config.setConnectionTimeout(WAIT_MILLIS);
    config.setInitializationFailTimeout(-1); // the first is there
    config.setIdleTimeout(IDLE_MILLIS);
    config.setMaxLifetime(LIFE_MILLIS);
    return new Connections(new HikariDataSource(config), source);
  }

  /** Lends a connection; closing it gives it back. An interrupt does not end the wait for it. */
  Connection borrow(InterruptShield shield) throws SQLException {
    for (int tries = 0; ; tries++) {
      try {
        return pool.getConnection();
      } catch (SQLException e) {
        if (!(e.getCause() instanceof InterruptedException) || tries == 1_000) {
          throw e;
        }
        shield.remember();
        shield.absorb();
      }
    }
  }

  /** Nobody gets {@code borrowed} again: it is closed when it is given back. */
  void discard(Connection borrowed) {
    pool.evictConnection(borrowed);
  }

  @Override
  public void close() {
    pool.close();
    source.closeUnused();
  }

  /** What the pool takes connections from. */
  private static final class Source implements DataSource {
    private final Opener opener;
    private final AtomicReference<@Nullable Connection> first;
    private volatile int loginTimeout; // for so long the pool waits for one when it is closed

    Source(Opener opener, Connection first) {
      this.opener = opener;
      this.first = new AtomicReference<>(first);
    }

    /** The first, which the pool takes no sooner than somebody needs one. */
    void closeUnused() {
      Connection unused = first.getAndSet(null);
      if (unused != null) {
        try {
          unused.close();
        } catch (SQLException broken) {
          // then it is gone
        }
      }
    }

    @Override
    public Connection getConnection() throws SQLException {
      Connection made = first.getAndSet(null);
      return made == null ? opener.open() : made;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {
      loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
      return loginTimeout;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
