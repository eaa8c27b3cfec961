package dev.prlease.gate;

import dev.prlease.gate.push.Expectation;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A rebase keeps every rule of gated actions. */
final class RebaseActionContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws IOException {
    return new PushPlace(
        Files.createTempDirectory(directory, "place"),
        (checkout, forge) -> new RebaseAction(checkout, new Expectation.Included(), forge));
  }
}
