package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction of SQLite that cannot be rolled back has the lock until its connection ends. */
final class SqliteRollbackTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  @TempDir Path directory;

  @Test
  void a_lock_that_cannot_be_given_back_ends_with_its_connection() {
    JdbcLocation location = JdbcLocation.parse("sqlite:" + directory.resolve("db"), Map.of());
    EmbeddedConnector connector = new EmbeddedConnector(location);
    try (JdbcLeaseStore broken =
            EmbeddedLeaseStore.open(
                location, PostgresPlaces.context(), () -> withoutRollback(connector.open()));
        JdbcLeaseStore other = EmbeddedLeaseStore.open(location, PostgresPlaces.context())) {
      other.install();
      assertThat(take(other)).isInstanceOf(Exchange.Swapped.class);
      assertThat(take(broken))
          .as("refused, and not rolled back")
          .isInstanceOf(Exchange.Refused.class);
      assertThat(take(other)).as("waits for nobody").isInstanceOf(Exchange.Refused.class);
    }
  }

  private static Exchange take(LeaseStore store) {
    return store.compareAndExchange(
        KEY, Expected.vacant(), Change.hold(Samples.record(KEY, SessionId.of("alice"), 1)));
  }

  private static Connection withoutRollback(Connection made) {
    return (Connection)
        Proxy.newProxyInstance(
            SqliteRollbackTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(made, arguments);
                return answer instanceof Statement statement
                        && method.getName().equals("createStatement")
                    ? refusingRollback(statement)
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Statement refusingRollback(Statement statement) {
    return (Statement)
        Proxy.newProxyInstance(
            SqliteRollbackTest.class.getClassLoader(),
            new Class<?>[] {Statement.class},
            (proxy, method, arguments) -> {
              if (arguments != null && "ROLLBACK".equals(arguments[0])) {
                throw new SQLException("[SQLITE_IOERR] disk I/O error");
              }
              try {
                return method.invoke(statement, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
