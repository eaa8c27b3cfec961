package dev.prlease.store.jdbc;

import java.sql.SQLException;

/** The server is a standby: what it shows is older than what others were told (rule LS-1). */
final class ReplicaException extends SQLException {
  private static final long serialVersionUID = 1L;

  ReplicaException() {
    super("the server is a standby, whose leases may be older than the primary's", "25006");
  }
}
