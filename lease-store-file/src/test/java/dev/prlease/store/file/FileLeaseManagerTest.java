package dev.prlease.store.file;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** Leases keep their rules on the file store. */
final class FileLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS);
  }
}
