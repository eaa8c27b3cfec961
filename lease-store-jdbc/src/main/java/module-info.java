/**
 * Leases in a table of an SQL database, for sessions on several machines that share a PostgreSQL,
 * and for hosts that keep their state in SQLite or H2 anyway: the store {@code jdbc:}.
 */
module dev.prlease.store.jdbc {
  requires transitive dev.prlease.api;
  requires dev.prlease.json;
  requires com.zaxxer.hikari;
  requires java.sql;
  requires static org.checkerframework.checker.qual; // annotations of the driver's
  requires org.postgresql.jdbc;
  requires org.slf4j;

  exports dev.prlease.store.jdbc;

  uses java.sql.Driver;

  provides dev.prlease.spi.LeaseStoreProvider with
      dev.prlease.store.jdbc.JdbcLeaseStoreProvider;
}
