package dev.prlease.store.file;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** The file store keeps every rule that can be seen from outside. */
final class FileStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS);
  }
}
