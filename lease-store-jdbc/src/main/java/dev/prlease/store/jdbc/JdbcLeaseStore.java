package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Finding;
import dev.prlease.spi.Installable;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.StoreContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps leases in a table of an SQL database: PostgreSQL for sessions on any number of hosts,
 * SQLite and H2 for those of one.
 *
 * <p>The table is made by {@code prlease store init}, or by who may make tables ({@link
 * dev.prlease.spi.Installable}). The store has connections of its own, and takes no part in any
 * transaction of its caller's.
 *
 * <p>Safe for use by several threads at once; each call takes a connection for itself.
 */
public abstract sealed class JdbcLeaseStore
    implements LeaseStore, Collectable, Diagnosable, Installable
    permits PostgresLeaseStore, EmbeddedLeaseStore {
  private static final int MOST_TRIES = 3;

  private final JdbcLocation location;
  private final Connections connections;
  private final StoreContext context;
  private final SqlTrouble trouble;
  private final AtomicBoolean closed = new AtomicBoolean();

  JdbcLeaseStore(JdbcLocation location, Connections connections, StoreContext context) {
    this.location = location;
    this.connections = connections;
    this.context = context;
    this.trouble = new SqlTrouble(location);
  }

  /**
   * Opens the store at {@code url}, such as {@code jdbc:postgresql://db.example.com/prlease}.
   *
   * @param context its environment may have {@code PRLEASE_JDBC_USER} and {@code
   *     PRLEASE_JDBC_PASSWORD}
   * @throws IllegalArgumentException if {@code url} does not begin with {@code jdbc:}
   * @throws dev.prlease.api.LeaseConfigurationException if it is of no database that is known here,
   *     or has options that are wrong
   * @throws LeaseStoreException if the database cannot be reached, or is a standby
   */
  public static JdbcLeaseStore open(String url, StoreContext context) {
    if (!url.startsWith("jdbc:")) {
      throw new IllegalArgumentException("a location of this store begins with jdbc:");
    }
    return open(
        JdbcLocation.parse(url.substring("jdbc:".length()), context.environment()), context);
  }

  static JdbcLeaseStore open(JdbcLocation location, StoreContext context) {
    return location.engine() == Engine.POSTGRESQL
        ? PostgresLeaseStore.open(location, context)
        : EmbeddedLeaseStore.open(location, context);
  }

  /** What makes the table. */
  abstract Schema schema();

  @Override
  public final String script() {
    return schema().script();
  }

  @Override
  public final Installation install() {
    if (isInstalled()) {
      return Installation.ALREADY_THERE;
    }
    return read(Optional.empty(), "cannot be set up", this::makeAmongOthers);
  }

  private boolean isInstalled() {
    return read(
        Optional.empty(),
        "cannot be set up",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(schema().isThere());
              ResultSet row = statement.executeQuery()) {
            return row.next();
          }
        });
  }

  /** IF NOT EXISTS looks before it makes, and two who looked at once are one too many. */
  private Installation makeAmongOthers(Connection connection) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return make(connection);
      } catch (SQLException e) {
        if (!SqlTrouble.isDoubled(e) || tries == 20) {
          throw e;
        }
      }
    }
  }

  private Installation make(Connection connection) throws SQLException {
    for (String each : schema().statements()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(each);
      }
    }
    return Installation.MADE;
  }

  @Override
  public final List<ListedSlot> list(LeaseFilter filter) {
    Listing listing = new Listing(filter);
    List<ListedSlot> found = new ArrayList<>();
    boolean isMore = true;
    while (isMore) {
      isMore = read(Optional.empty(), "cannot be listed", listing::page);
      listing.moveTo(found);
    }
    return found;
  }

  final Collected collect(TableCollection collection) {
    checkOpen(Optional.empty());
    boolean isMore = true;
    while (isMore) {
      isMore = read(Optional.empty(), "cannot be tidied up", collection::page);
    }
    return collection.result();
  }

  @Override
  public final List<Finding> diagnose() {
    try {
      return read(Optional.empty(), "cannot be looked at", new Diagnosis(location, schema())::of);
    } catch (LeaseStoreException found) {
      return List.of(Finding.error("store", String.valueOf(found.getMessage()), found.nextStep()));
    }
  }

  final Connections connections() {
    return connections;
  }

  final StoreContext context() {
    return context;
  }

  final SqlTrouble trouble() {
    return trouble;
  }

  /** What is done on a connection. */
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Reads by {@code work}, and once more by another connection if that turns out to be gone: a
   * server that was restarted leaves the pool full of such. Who has SQLite's one lock is waited
   * for.
   */
  final <T> T read(Optional<LeaseKey> key, String what, Work<T> work) {
    checkOpen(key);
    LockWait wait = LockWait.begin(context);
    int tries = 0;
    try (InterruptShield shield = new InterruptShield()) {
      while (true) {
        boolean isThere = false;
        try (Connection connection = connections.borrow(shield)) {
          isThere = true;
          return work.on(connection);
        } catch (SQLException e) {
          boolean goesOn =
              wait.goesOn(e, shield) || (isThere && mayPass(e) && ++tries < MOST_TRIES);
          if (!goesOn) {
            checkOpen(key);
            throw trouble.failed(key, what, e);
          }
        }
      }
    }
  }

  private static boolean mayPass(SQLException error) {
    return SqlTrouble.isConnection(error) || SqlTrouble.kind(error) == SqlTrouble.Kind.RETRY;
  }

  final void checkOpen(Optional<LeaseKey> key) {
    if (closed.get()) {
      throw new LeaseStoreException(
          key, "the store " + location() + " is closed", "Open it again.", null);
    }
  }

  @Override
  public final String location() {
    return location.shown();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      connections.close();
    }
  }

  @Override
  public final String toString() {
    return location();
  }
}
