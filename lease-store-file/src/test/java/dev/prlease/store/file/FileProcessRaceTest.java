package dev.prlease.store.file;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ProcessRaceContract;
import java.io.IOException;

/** Processes race on the file store. */
final class FileProcessRaceTest extends ProcessRaceContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return FilePlaces.fresh(FileStoreOptions.DEFAULTS);
  }
}
