package dev.prlease.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/**
 * A connection to PostgreSQL that says without a round trip whether it is alive. The pool asks that
 * of one that was idle for half a second, and every renewal would be two round trips.
 *
 * <p>What has come in is looked at: a server that goes away says so before it closes. A network
 * that went away silently is found out by the statement, whose outcome is unknown then, as it is
 * when that happens a moment after any other check.
 */
final class LocallyChecked {
  private LocallyChecked() {}

  /** {@code connection}, in auto-commit and read committed as it was made. */
  static Connection of(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            LocallyChecked.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "isValid" -> {
                  return isAlive(connection);
                }
                case "getTransactionIsolation" -> {
                  return Connection.TRANSACTION_READ_COMMITTED;
                }
                default -> {
                  try {
                    return method.invoke(connection, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                }
              }
            });
  }

  /** Nobody listens on it, so that no message is lost by being read here. */
  private static boolean isAlive(Connection connection) {
    try {
      return !connection.isClosed()
          && connection.unwrap(PGConnection.class).getNotifications().length == 0
          && !connection.isClosed();
    } catch (SQLException gone) {
      return false;
    }
  }
}
