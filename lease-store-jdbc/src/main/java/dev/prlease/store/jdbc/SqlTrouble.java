package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an error of the database says about a write, and the words of the API for it. */
final class SqlTrouble {
  private static final String UNIQUE = "23505";
  private static final String NO_TABLE = "42P01";
  private static final String NO_SCHEMA = "3F000";
  private static final String NO_COLUMN = "42703";
  private static final String NOT_ALLOWED = "42501";
  private static final String READ_ONLY = "25006";
  private static final String CANCELLED = "57014";
  private static final String LOCK_TIMEOUT = "55P03";
  private static final String H2_RIGHTS = "90040";

  private final String location;
  private final Secrets secrets;

  SqlTrouble(JdbcLocation location) {
    this.location = location.shown();
    this.secrets = location.secrets();
  }

  /** What became of a write. */
  enum Kind {
    /** Nothing was written, because of others: try again (lesson L40). */
    RETRY,
    /** Nothing was written. */
    NOT_WRITTEN,
    /** Nobody knows: the connection broke. */
    UNKNOWN
  }

  /**
   * What {@code error} says about a statement that was sent.
   *
   * <p>An error that the server sends rolls back what the statement did. A connection that ends,
   * also because the server says that it will end it, may have ended after the commit, and of what
   * the driver says by itself nobody knows when it was. Of the class 40 the one 40003 says so by
   * its name.
   */
  static Kind kind(SQLException error) {
    String state = state(error);
    if (state.equals("40003")
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.startsWith("58")
        || state.startsWith("XX")) {
      return Kind.UNKNOWN;
    }
    if (state.startsWith("40") || state.equals(UNIQUE)) {
      return Kind.RETRY;
    }
    return state.isEmpty() ? Kind.UNKNOWN : Kind.NOT_WRITTEN;
  }

  /**
   * Whether H2 says that a statement failed, which changed nothing then, and not that the way there
   * or the disk did.
   */
  static boolean isOfStatement(SQLException error) {
    String state = state(error);
    return state.startsWith("22")
        || state.startsWith("23")
        || state.startsWith("40")
        || state.startsWith("42")
        || state.equals("HYT00") // a lock took too long
        || state.equals("90131"); // others were in the way
  }

  /** Whether another made the same at the same time. */
  static boolean isDoubled(SQLException error) {
    String state = state(error);
    return state.equals(UNIQUE) || state.equals("42710") || state.equals("42P07");
  }

  /** Whether the connection is gone, so that another one may do better. */
  static boolean isConnection(SQLException error) {
    String state = state(error);
    return state.startsWith("08") || state.startsWith("57P");
  }

  /** Whether SQLite's one lock is somebody else's. */
  static boolean isBusy(SQLException error) {
    return String.valueOf(error.getMessage()).startsWith("[SQLITE_BUSY");
  }

  /** Whether somebody had a row locked for longer than the server waits. */
  static boolean isLocked(SQLException error) {
    String state = state(error);
    return state.equals(LOCK_TIMEOUT) || state.equals(CANCELLED);
  }

  /** Whether the store was not set up yet. */
  static boolean isNoTable(SQLException error) {
    String state = state(error);
    return state.equals(NO_TABLE)
        || state.equals(NO_SCHEMA)
        || state.equals("42S02") // H2
        || state.equals("42S04")
        || String.valueOf(error.getMessage()).contains("no such table"); // SQLite has no states
  }

  /** Nothing was written, and nothing will be. */
  LeaseStoreException failed(Optional<LeaseKey> key, String what, Throwable error) {
    return new LeaseStoreException(
        key,
        location + " " + what + ": " + reason(error),
        nextStep(error),
        secrets.harmless(error));
  }

  /** It may have been written. */
  LeaseStoreException unknown(LeaseKey key, Throwable error) {
    return LeaseStoreException.outcomeUnknown(
        key,
        "the answer of " + location + " to a write was lost: " + reason(error),
        secrets.harmless(error));
  }

  private String reason(Throwable error) {
    if (error instanceof SQLException sql && isNoTable(sql)) {
      return "it has no table of leases yet";
    }
    Throwable telling = telling(error);
    String message = telling.getMessage();
    String line = message == null || message.isBlank() ? telling.toString() : message;
    return secrets.hide(line.strip().replaceAll("\\s*\\R\\s*", "; "));
  }

  /** A pool says that it has no connection, and the cause says why. */
  private static Throwable telling(Throwable error) {
    Throwable telling = error;
    while (telling.getCause() instanceof SQLException cause
        && (!(telling instanceof SQLException)
            || state((SQLException) telling).isEmpty()
            || telling.getClass().getName().startsWith("java.sql."))) {
      telling = cause;
    }
    return telling;
  }

  private String nextStep(Throwable error) {
    Throwable telling = telling(error);
    if (telling instanceof ReplicaException) {
      return "Name the primary, or all servers, as in jdbc:postgresql://a,b/db.";
    }
    String state = telling instanceof SQLException sql ? state(sql) : "";
    if (telling instanceof SQLException sql && isNoTable(sql)) {
      return "Let who may make tables run prlease store init, once.";
    }
    return switch (state) {
      case NO_COLUMN ->
          "Run prlease store init of this version, which brings the table up to date.";
      case NOT_ALLOWED ->
          "Grant this user select, insert, update and delete on prlease_slot, and usage on"
              + " prlease_version.";
      case READ_ONLY -> "Name a server that can be written, and no standby.";
      case CANCELLED, LOCK_TIMEOUT ->
          "Find out who holds the row's lock for so long (pg_stat_activity), and try again.";
      case "28000", "28P01" ->
          "See to user and password: "
              + JdbcLocation.USER
              + " and "
              + JdbcLocation.PASSWORD
              + ", or ~/.pgpass.";
      case H2_RIGHTS ->
          "Name a user of H2 with admin rights: only such may set WRITE_DELAY, which makes what was"
              + " answered survive a crash.";
      case "3D000" -> "Make that database, or name another one.";
      default -> "See to it that the database can be reached, and try again.";
    };
  }

  private static String state(@Nullable SQLException error) {
    String state = error == null ? null : error.getSQLState();
    return state == null ? "" : state;
  }
}
