package example.h2;

import dev.prlease.testkit.architecture.ArchitectureContract;
import dev.prlease.testkit.architecture.Plan;

/** It uses the ports, the JSON form and H2; no clock, no thread, nothing that waits. */
final class H2ArchitectureTest extends ArchitectureContract {
  @Override
  protected Plan plan() {
    return Plan.of("example.h2", 2).mayUse("dev.prlease.json..", "org.h2..");
  }
}
