package dev.prlease.store.file;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;

/**
 * Opens stores in directories of this host: {@code file:}, {@code file:~/leases}, {@code
 * file:/srv/leases?layout=amplihack&maxClockSkew=2s}.
 *
 * <p>The path is absolute or starts with {@code ~/}; without one it is {@code leases} below {@code
 * PRLEASE_HOME}, which is {@code ~/.prlease} unless it is set. {@code layout} is {@code prlease} or
 * {@code amplihack}; {@code maxClockSkew} is needed on a network file system.
 */
public final class FileLeaseStoreProvider implements LeaseStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public FileLeaseStoreProvider() {}

  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    FileLocation parsed = FileLocation.parse(location, context.environment());
    return FileLeaseStore.open(
        parsed.directory(), parsed.home(), parsed.options(), context, Disk.REAL);
  }
}
