package dev.prlease.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/**
 * What is measured in PostgreSQL, told by {@link Slices} when. Run by {@code bin/bench} with the
 * number of leases that one process keeps and of rows that a large table has.
 */
public final class PostgresCycles {
  private static final int FEW_ROWS = 1_000;

  private PostgresCycles() {}

  /** Starts a server, and ends it when standard input ends. */
  public static void main(String[] arguments)
      throws IOException, SQLException, ExecutionException, InterruptedException {
    try (PostgresServer server = PostgresServer.start()) {
      Map<String, Contestant> contestants = new HashMap<>();
      addCycles(contestants, "", server);
      addCycles(contestants, "far ", server.far());

      KeptBatch kept = new KeptBatch(server.store("kept"), Integer.parseInt(arguments[0]));
      contestants.put("at once", (repo, number) -> kept.renew(Integer.MAX_VALUE));
      contestants.put("500 at once", (repo, number) -> kept.renew(500)); // as a keeper does
      contestants.put("one by one", (repo, number) -> kept.renewOneByOne());

      ManyRows few = ManyRows.of(server, "few", FEW_ROWS);
      ManyRows again = ManyRows.of(server, "again", FEW_ROWS);
      ManyRows many = ManyRows.of(server, "many", Integer.parseInt(arguments[1]));
      contestants.put("few", (repo, number) -> few.acquireAssertAndRelease());
      contestants.put("few again", (repo, number) -> again.acquireAssertAndRelease());
      contestants.put("many", (repo, number) -> many.acquireAssertAndRelease());
      contestants.put("list", (repo, number) -> many.list());
      Slices.serve(contestants);
    }
    System.exit(0); // the pools have threads
  }

  private static void addCycles(
      Map<String, Contestant> contestants, String start, PostgresServer server)
      throws IOException, SQLException {
    Leases leases = new Leases(server.store("cycles"));
    contestants.put(start + "prlease", leases::acquireAndRelease);
    contestants.put(start + "bare", bare(server, leases));
    contestants.put(start + "smallest", SmallestPostgres.of(server));
    contestants.put(start + "shedlock", shedLock(server));
    contestants.put(start + "spring", springIntegration(server));
  }

  private static BarePostgres bare(PostgresServer server, Leases leases) throws SQLException {
    server.store("bare").close();
    return new BarePostgres(server.pool("bare"), record(server, leases));
  }

  /** One that the store has written. */
  private static byte[] record(PostgresServer server, Leases leases) throws SQLException {
    leases.hold("acme/held", 1);
    try (Connection connection = server.connect("cycles");
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT record FROM prlease_slot WHERE key = 'acme/held#1'");
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("nothing is held");
      }
      return row.getBytes(1);
    }
  }

  private static Contestant shedLock(PostgresServer server) throws SQLException {
    server.makeSchema("shedlock");
    server.run(
        "shedlock",
        "CREATE TABLE shedlock (name varchar(64) NOT NULL, lock_until timestamp NOT NULL,"
            + " locked_at timestamp NOT NULL, locked_by varchar(255) NOT NULL, PRIMARY KEY (name))");
    JdbcTemplateLockProvider provider =
        new JdbcTemplateLockProvider(
            JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(server.pool("shedlock")))
                .usingDbTime()
                .build());
    Duration ttl = Duration.ofMinutes(15);
    return (repo, number) ->
        provider
            .lock(new LockConfiguration(Instant.now(), repo + "#" + number, ttl, Duration.ZERO))
            .orElseThrow()
            .unlock();
  }

  private static Contestant springIntegration(PostgresServer server)
      throws IOException, SQLException {
    server.makeSchema("spring");
    try (InputStream script =
        DefaultLockRepository.class.getResourceAsStream(
            "/org/springframework/integration/jdbc/schema-postgresql.sql")) {
      if (script == null) {
        throw new IOException("Spring Integration has no script");
      }
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      for (String each : text.split(";", -1)) {
        if (each.contains("INT_LOCK")) {
          server.run("spring", each);
        }
      }
    }
    DataSource pool = server.pool("spring");
    DefaultLockRepository repository = new DefaultLockRepository(pool);
    repository.setTransactionManager(new DataSourceTransactionManager(pool));
    repository.afterPropertiesSet();
    repository.afterSingletonsInstantiated();
    JdbcLockRegistry registry = new JdbcLockRegistry(repository);
    return (repo, number) -> {
      Lock lock = registry.obtain(repo + "#" + number);
      lock.lock();
      lock.unlock();
    };
  }
}
