package dev.prlease.gate;

import dev.prlease.gate.fixture.GhPlace;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Disarming keeps every rule of gated actions. */
final class DisarmActionContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws Exception {
    GhPlace place = new GhPlace(directory, "PullRequestAutoMergeDisable", DisarmAction::new);
    place.pull().checks(ScriptedCheck.running("build")).armed(Optional.of("bob"));
    return place;
  }
}
