package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LoadResult;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SampledClock;
import dev.prlease.spi.Sampling;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.spi.Watchable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Leases in PostgreSQL; the statements are {@link PostgresSql}'s. */
final class PostgresLeaseStore extends JdbcLeaseStore implements Watchable, TimeAuthority {
  private static final int MOST_CONNECTIONS = 10;
  private static final int MOST_TRIES = 20;

  private final ServerTime time;
  private final PostgresWatch watch;
  private final StoreContext context;
  private final Sampling sampling;
  private @Nullable SampledClock clock; // guarded by this

  private PostgresLeaseStore(
      JdbcLocation location,
      Connections connections,
      ServerTime time,
      PostgresWatch watch,
      StoreContext context) {
    super(location, connections);
    this.time = time;
    this.watch = watch;
    this.context = context;
    this.sampling =
        Sampling.DEFAULTS.withSkew(location.maxClockSkew()).withResolution(Duration.ofNanos(1_000));
  }

  static PostgresLeaseStore open(JdbcLocation location, StoreContext context) {
    return open(location, context, ServerTime.PATIENCE);
  }

  /** For tests that have less patience. */
  static PostgresLeaseStore open(JdbcLocation location, StoreContext context, Duration patience) {
    ServerTime time = new ServerTime(context.clock(), patience);
    PostgresConnector connector = new PostgresConnector(location, time);
    Connections connections =
        Connections.open(new Connections.Plan(connector, MOST_CONNECTIONS), location);
    return new PostgresLeaseStore(
        location, connections, time, new PostgresWatch(connector, context.scheduler()), context);
  }

  @Override
  Schema schema() {
    return Schema.POSTGRESQL;
  }

  @Override
  public Duration lateWriteBound() {
    return ServerTime.LATE_WRITE_BOUND;
  }

  /** The server's; it is asked for the first time here, and then in the background. */
  @Override
  public synchronized Clock clock() {
    SampledClock sampled = clock;
    if (sampled == null) {
      checkOpen(Optional.empty());
      sampled =
          SampledClock.start(this::serverTime, context.clock(), context.scheduler(), sampling);
      boolean unusedKnown = sampled.sample();
      clock = sampled;
    }
    return sampled;
  }

  private Instant serverTime() {
    return read(
        Optional.empty(),
        "does not tell the time",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(PostgresSql.TIME);
              ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw new SQLException("the server's answer has no row", "XX000");
            }
            return row.getObject(1, OffsetDateTime.class).toInstant();
          }
        });
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    String name = KeyName.of(key);
    return read(
        Optional.of(key),
        "cannot be read",
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(PostgresSql.LOAD)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
              return row.next()
                  ? Rows.slot(row.getLong(1), row.getLong(2), row.getString(3), row.getBytes(4))
                  : Rows.ABSENT;
            }
          }
        });
  }

  @Override
  public List<LoadResult> loadAll(List<LeaseKey> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    Set<String> names = new HashSet<>();
    keys.forEach(key -> names.add(KeyName.of(key)));
    Map<String, LeaseSlot> slots;
    try {
      slots =
          read(
              Optional.empty(),
              "cannot be read",
              connection -> {
                try (PreparedStatement statement =
                    connection.prepareStatement(PostgresSql.LOAD_ALL)) {
                  statement.setArray(1, connection.createArrayOf("text", names.toArray()));
                  try (ResultSet rows = statement.executeQuery()) {
                    return PostgresBatch.slots(rows);
                  }
                }
              });
    } catch (LeaseException failed) {
      return keys.stream().map(key -> (LoadResult) new LoadResult.Failed(key, failed)).toList();
    }
    List<LoadResult> results = new ArrayList<>(keys.size());
    for (LeaseKey key : keys) {
      LeaseSlot slot = slots.getOrDefault(KeyName.of(key), Rows.ABSENT);
      results.add(new LoadResult.Answered(key, slot));
    }
    return results;
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    checkOpen(Optional.of(key));
    long called = time.ticks();
    PostgresWrite write = new PostgresWrite(key, expected, change);
    return write(Optional.of(key), connection -> write.on(connection, time, called));
  }

  /**
   * Writes by {@code work}, again as long as the database says that others were in the way.
   *
   * @param key that of the write; none for a batch
   */
  private <T> T write(Optional<LeaseKey> key, Work<T> work) {
    SQLException last = null;
    try (InterruptShield shield = new InterruptShield()) {
      for (int tries = 0; tries < MOST_TRIES; tries++) {
        Connection connection;
        try {
          connection = connections().borrow(shield);
        } catch (SQLException notSent) {
          checkOpen(key);
          throw trouble().failed(key, "cannot be written", notSent);
        }
        try {
          return work.on(connection);
        } catch (SQLException e) {
          last = e;
          switch (SqlTrouble.kind(e)) {
            case UNKNOWN -> throw new UnknownOutcome(e);
            case NOT_WRITTEN -> throw trouble().failed(key, "cannot be written", e);
            case RETRY -> {}
          }
        } finally {
          giveBack(connection);
        }
      }
    } catch (UnknownOutcome unknown) {
      if (key.isPresent()) {
        throw trouble().unknown(key.get(), unknown.error);
      }
      throw unknown;
    }
    throw trouble()
        .failed(key, "refused a write again and again", last == null ? new SQLException() : last);
  }

  /** The connection of a batch was lost, whose keys only its caller knows. */
  private static final class UnknownOutcome extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final SQLException error;

    UnknownOutcome(SQLException error) {
      super(error);
      this.error = error;
    }
  }

  /** What was answered stays answered, whatever becomes of the connection. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException brokenMeanwhile) {
      // the pool has taken it out already
    }
  }

  /**
   * Those with an exact version go into one message. Should that fail for one of them, the server
   * has written none, and each is sent by itself.
   */
  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    PostgresBatch batch = new PostgresBatch(requests);
    if (batch.isWorthIt()) {
      checkOpen(Optional.empty());
      long called = time.ticks();
      try {
        batch.take(write(Optional.empty(), connection -> batch.on(connection, time, called)));
      } catch (UnknownOutcome lost) {
        batch.fail(key -> trouble().unknown(key, lost.error));
      } catch (LeaseStoreException notWritten) {
        if (!batch.isSent()) { // nor would they be one by one
          batch.fail(key -> notWritten);
        }
      }
    }
    return batch.results(super::exchangeAll);
  }

  @Override
  public Collected collect(CollectRequest request) {
    return collect(new PostgresCollection(request));
  }

  @Override
  public Registration watch(LeaseKey key, Runnable onChange) {
    checkOpen(Optional.of(key));
    return watch.add(KeyName.of(key), onChange);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (clock != null) {
        clock.close();
      }
    }
    watch.close();
    super.close();
  }
}
