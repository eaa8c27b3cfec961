package dev.prlease.store.file;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;
import java.io.IOException;

/** A sample of schedules of the fixed scenarios, and random ones, on the file store. */
final class FileInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS);
  }
}
