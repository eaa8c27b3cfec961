package dev.prlease.gate;

import dev.prlease.gate.push.PushRequest;
import dev.prlease.testkit.GatedActionContract;
import dev.prlease.testkit.GatedActionFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A forced push keeps every rule of gated actions. */
final class ForcePushActionContractTest extends GatedActionContract {
  @TempDir Path directory = Path.of("");

  @Override
  protected GatedActionFixture newPlace() throws IOException {
    return new PushPlace(
        Files.createTempDirectory(directory, "place"),
        (checkout, forge) -> new ForcePushAction(checkout, PushRequest.parse(List.of()), forge));
  }
}
