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
import dev.prlease.store.jdbc.WriteAttempts.Unanswered;
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

  private final ServerTime time;
  private final PostgresWatch watch;
  private final StoreContext context;
  private final WriteAttempts attempts;
  private final PostgresBatches batches;
  private final Sampling sampling;
  private @Nullable SampledClock clock; // guarded by this

  private PostgresLeaseStore(
      JdbcLocation location,
      Connections connections,
      ServerTime time,
      PostgresWatch watch,
      StoreContext context) {
    super(location, connections, context);
    this.time = time;
    this.watch = watch;
    this.context = context;
    this.attempts = new WriteAttempts(connections);
    this.batches = new PostgresBatches(this, attempts, time);
    this.sampling =
        Sampling.DEFAULTS.withSkew(location.maxClockSkew()).withResolution(Duration.ofNanos(1_000));
  }

  static PostgresLeaseStore open(JdbcLocation location, StoreContext context) {
    return open(location, context, ServerTime.PATIENCE);
  }

  /** For tests that have less patience. */
  static PostgresLeaseStore open(JdbcLocation location, StoreContext context, Duration patience) {
    ServerTime time = new ServerTime(context.clock(), patience);
    return open(location, context, time, new PostgresConnector(location, time));
  }

  /** For tests whose connections are otherwise. */
  static PostgresLeaseStore open(
      JdbcLocation location, StoreContext context, ServerTime time, Connections.Opener connector) {
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
      time.tell(sampled);
      clock = sampled;
    }
    return sampled;
  }

  private Instant serverTime() {
    return read(
        Optional.empty(),
        "does not tell the time",
        connection -> {
          long sent = time.ticks();
          try (PreparedStatement statement = connection.prepareStatement(PostgresSql.TIME);
              ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              throw new SQLException("the server's answer has no row", "XX000");
            }
            Instant now = row.getObject(1, OffsetDateTime.class).toInstant();
            time.saw(now, sent);
            return now;
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
            ServerTime.Message message = time.send();
            try (ResultSet row = statement.executeQuery()) {
              return PostgresWrite.slot(row, message);
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
    try {
      Optional<Exchange> written = attempts.write(connection -> write.on(connection, time, called));
      return written.orElseGet(() -> new Exchange.Refused(load(key)));
    } catch (Unanswered e) {
      throw error(key, e);
    }
  }

  /** What to throw. */
  LeaseStoreException error(LeaseKey key, Unanswered e) {
    Optional<LeaseKey> wanted = Optional.of(key);
    return switch (e.became) {
      case NOT_SENT -> {
        checkOpen(wanted);
        yield trouble().failed(wanted, "cannot be written", e.error);
      }
      case NOT_WRITTEN -> trouble().failed(wanted, "cannot be written", e.error);
      case TRIED_IN_VAIN -> trouble().failed(wanted, "refused a write again and again", e.error);
      case UNKNOWN -> trouble().unknown(key, e.error);
    };
  }

  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    return batches.exchange(requests, super::exchangeAll);
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
