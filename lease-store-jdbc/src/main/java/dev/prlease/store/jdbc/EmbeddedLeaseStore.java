package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.StoreContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Leases in SQLite or H2, for the sessions of one host: read, decide by the rules that all stores
 * share, and write if nothing has changed, see {@link EmbeddedWrite}.
 */
final class EmbeddedLeaseStore extends JdbcLeaseStore {
  private static final int MOST_CONNECTIONS = 8;
  private static final int MOST_RACES = 20;

  /** What goes through a server may come late; what does not is over when the call is. */
  private static final Duration SERVER_BOUND = Duration.ofSeconds(10);

  private final Engine engine;
  private final Duration lateWriteBound;

  private EmbeddedLeaseStore(
      JdbcLocation location,
      Connections connections,
      StoreContext context,
      Duration lateWriteBound) {
    super(location, connections, context);
    this.engine = location.engine();
    this.lateWriteBound = lateWriteBound;
  }

  static EmbeddedLeaseStore open(JdbcLocation location, StoreContext context) {
    return open(location, context, new EmbeddedConnector(location));
  }

  /** For tests whose connections break. */
  static EmbeddedLeaseStore open(
      JdbcLocation location, StoreContext context, Connections.Opener opener) {
    Connections connections =
        Connections.open(new Connections.Plan(opener, MOST_CONNECTIONS), location);
    String shown = location.shown();
    boolean isServer = shown.startsWith("jdbc:h2:tcp:") || shown.startsWith("jdbc:h2:ssl:");
    return new EmbeddedLeaseStore(
        location, connections, context, isServer ? SERVER_BOUND : Duration.ZERO);
  }

  @Override
  Schema schema() {
    return engine == Engine.SQLITE ? Schema.SQLITE : Schema.H2;
  }

  @Override
  public Duration lateWriteBound() {
    return lateWriteBound;
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    String name = KeyName.of(key);
    return read(
        Optional.of(key),
        "cannot be read",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(EmbeddedWrite.LOAD)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
              return row.next() ? EmbeddedWrite.slot(row) : Rows.ABSENT;
            }
          }
        });
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    Optional<LeaseKey> wanted = Optional.of(key);
    checkOpen(wanted);
    EmbeddedWrite write = new EmbeddedWrite(key, expected, change, engine, context().clock());
    LockWait wait = LockWait.begin(context());
    int races = 0;
    try (InterruptShield shield = new InterruptShield()) {
      while (true) {
        try (Connection connection = connections().borrow(shield)) {
          return write.on(connection, () -> connections().discard(connection));
        } catch (EmbeddedWrite.CommitFailed unknown) {
          throw trouble().unknown(key, unknown.error());
        } catch (SQLException e) {
          boolean goesOn = wait.goesOn(e, shield) || (isRace(e) && ++races < MOST_RACES);
          if (!goesOn) {
            checkOpen(wanted);
            throw trouble().failed(wanted, "cannot be written", e);
          }
        }
      }
    }
  }

  /** Another was first: he made the row, or the database chose this one to give way. */
  private static boolean isRace(SQLException e) {
    String state = e.getSQLState();
    return state != null
        && (state.equals("23505") || state.startsWith("40") || state.equals("90131"));
  }

  @Override
  public Collected collect(CollectRequest request) {
    return collect(new EmbeddedCollection(request, engine));
  }
}
