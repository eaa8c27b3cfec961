package dev.prlease.store.git;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/**
 * The git store keeps every rule that can be seen from outside: over a local path for a user who
 * has configured nothing, and in the second pass of {@code bin/test} over {@code file://} for one
 * who has configured all that could break it.
 */
final class GitStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return Boolean.getBoolean("test.again") ? GitPlaces.hostile() : GitPlaces.path();
  }
}
