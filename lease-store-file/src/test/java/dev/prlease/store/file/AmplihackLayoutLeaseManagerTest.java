package dev.prlease.store.file;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** Leases keep their rules with the file names of the Rust program. */
final class AmplihackLayoutLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS.withLayout(FileLayout.AMPLIHACK));
  }
}
