package example.h2;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** LS-1 to LS-21, rule by rule. */
final class H2StoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return H2Places.fresh();
  }
}
