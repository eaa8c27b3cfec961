package dev.prlease.gate;

import dev.prlease.api.forge.MergeMethod;
import dev.prlease.gate.fixture.GhPlace;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A merge of the head that is found keeps every rule of gated actions. */
final class FoundHeadContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws Exception {
    GhPlace place =
        new GhPlace(
            directory,
            "PullRequestMerge",
            forge -> new FoundHeadAction(forge, MergeMethod.REBASE, MergeAction.Way.NOW));

    return place;
  }
}
