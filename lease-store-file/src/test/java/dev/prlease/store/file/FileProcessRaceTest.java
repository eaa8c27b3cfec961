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

  /** Less in the second pass of {@code bin/test}. */
  @Override
  protected int rounds() {
    return Boolean.getBoolean("test.again") ? super.rounds() / 4 : super.rounds();
  }
}
