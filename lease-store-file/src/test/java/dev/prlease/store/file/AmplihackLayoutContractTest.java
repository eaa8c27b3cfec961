package dev.prlease.store.file;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** So it does with the file names of the Rust program. */
final class AmplihackLayoutContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS.withLayout(FileLayout.AMPLIHACK));
  }
}
