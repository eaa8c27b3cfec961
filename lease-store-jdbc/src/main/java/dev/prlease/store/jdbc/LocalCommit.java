package dev.prlease.store.jdbc;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/**
 * Finds answers to commits that are on the disk of the primary alone, though a standby was to have
 * them first.
 *
 * <p>A commit that waits for a synchronous standby waits for as long as it takes. When somebody
 * cancels it, the server has committed all the same, answers as if all were well, and adds a
 * warning. A fail-over to that standby would lose what was answered, so the answer is none: what
 * became of the write is unknown (rule P7).
 */
final class LocalCommit {
  /** What in the server warns; its words are in the language of the server. */
  private static final String WARNS = "SyncRepWaitForLSN";

  private LocalCommit() {}

  /** Throws what stands for an unknown outcome, if what {@code statement} did is such a commit. */
  static void refuse(Statement statement) throws SQLException {
    SQLWarning warning = statement.getWarnings();
    while (warning != null) {
      if (warning instanceof PSQLWarning told) {
        ServerErrorMessage message = told.getServerErrorMessage();
        if (message != null && WARNS.equals(message.getRoutine())) {
          throw new SQLException(
              "it is committed on this server, and no standby confirmed it: "
                  + warning.getMessage(),
              "40003");
        }
      }
      warning = warning.getNextWarning();
    }
  }
}
