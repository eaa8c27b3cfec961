package dev.prlease.store.file;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** So it does where reads lock too, because several machines share the directory. */
final class SharedDiskContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(
        FileStoreOptions.DEFAULTS.withMaxClockSkew(java.time.Duration.ofSeconds(2)));
  }
}
