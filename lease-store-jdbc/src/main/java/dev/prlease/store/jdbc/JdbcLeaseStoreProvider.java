package dev.prlease.store.jdbc;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;

/**
 * Opens stores in SQL databases: {@code jdbc:postgresql://host/database}, {@code
 * jdbc:sqlite:/srv/leases.db}, {@code jdbc:h2:/srv/leases}.
 *
 * <p>What follows is the URL of the driver, with its parameters. User and password may also be in
 * {@code PRLEASE_JDBC_USER} and {@code PRLEASE_JDBC_PASSWORD}.
 */
public final class JdbcLeaseStoreProvider implements LeaseStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public JdbcLeaseStoreProvider() {}

  @Override
  public String scheme() {
    return "jdbc";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    return JdbcLeaseStore.open(JdbcLocation.parse(location, context.environment()), context);
  }
}
