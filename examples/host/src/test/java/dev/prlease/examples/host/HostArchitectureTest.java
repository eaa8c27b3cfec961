package dev.prlease.examples.host;

import dev.prlease.testkit.architecture.ArchitectureContract;
import dev.prlease.testkit.architecture.Plan;

/** The application takes time, waiting and threads from what it is wired with. */
final class HostArchitectureTest extends ArchitectureContract {
  @Override
  protected Plan plan() {
    return Plan.of("dev.prlease.examples.host", 6)
        .mayUse("dev.prlease.core..", "dev.prlease.guice..", "com.google.inject..");
  }
}
