package dev.prlease.store.git;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/**
 * The same rules over a network: HTTP, and in the second pass of {@code bin/test} git's own
 * protocol; but for what {@link LeftToTheSoak} names.
 */
final class ServedContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return Boolean.getBoolean("test.again") ? daemon() : http();
  }

  private static StoreFixture http() throws Exception {
    BareRepository repository = new BareRepository();
    HttpGit server = HttpGit.serve(repository);
    return GitPlaces.served(repository, server.url(), server);
  }

  private static StoreFixture daemon() throws Exception {
    BareRepository repository = new BareRepository();
    GitDaemon server = GitDaemon.serve(repository);
    return GitPlaces.served(repository, server.url(), server);
  }
}
