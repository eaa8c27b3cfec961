package dev.prlease.gate;

import dev.prlease.gate.fixture.GhPlace;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Closing keeps every rule of gated actions. */
final class CloseActionContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws Exception {
    GhPlace place = new GhPlace(directory, "PullRequestClose", CloseAction::new);

    return place;
  }
}
