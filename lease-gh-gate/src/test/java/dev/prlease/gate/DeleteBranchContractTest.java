package dev.prlease.gate;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GhPlace;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Deleting a branch keeps every rule of gated actions. */
final class DeleteBranchContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws Exception {
    GhPlace place =
        new GhPlace(
            directory,
            "PrleaseDeleteBranch",
            forge ->
                new DeleteBranchAction(
                    forge, new RepositoryId(ForgeServer.HOST, "acme/app"), "feature"));
    place.pull().merged("bob");
    return place;
  }
}
