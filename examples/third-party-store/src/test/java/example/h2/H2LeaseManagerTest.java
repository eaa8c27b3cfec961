package example.h2;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** What leases do, on this store. */
final class H2LeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return H2Places.fresh();
  }
}
