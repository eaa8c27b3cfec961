package dev.prlease.store.file;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;
import java.io.IOException;

/** Threads race on the file store. */
final class FileThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS);
  }
}
