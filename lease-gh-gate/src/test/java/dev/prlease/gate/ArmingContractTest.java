package dev.prlease.gate;

import static dev.prlease.gate.fixture.ScriptedPull.sha;

import dev.prlease.api.forge.MergeMethod;
import dev.prlease.gate.fixture.GhPlace;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Arming keeps every rule of gated actions. */
final class ArmingContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws Exception {
    GhPlace place =
        new GhPlace(
            directory,
            "PullRequestAutoMerge",
            forge ->
                MergeAction.of(
                    forge,
                    new MergeRequest(sha('a'), MergeMethod.SQUASH, Protection.RESPECTED),
                    MergeAction.Way.ARM));
    place.pull().checks(ScriptedCheck.running("build"));
    return place;
  }
}
