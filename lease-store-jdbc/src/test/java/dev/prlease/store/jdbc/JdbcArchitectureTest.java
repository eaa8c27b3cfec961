package dev.prlease.store.jdbc;

import dev.prlease.testkit.architecture.ArchitectureContract;
import dev.prlease.testkit.architecture.Plan;

/** It uses the ports, the JSON form, the log, its pool and its driver; no clock, no thread. */
final class JdbcArchitectureTest extends ArchitectureContract {
  @Override
  protected Plan plan() {
    return Plan.of("dev.prlease.store.jdbc", 20)
        .mayUse(
            "dev.prlease.json..",
            "org.slf4j..",
            "javax.sql..",
            "com.zaxxer.hikari..",
            "org.postgresql..");
  }
}
