package dev.prlease.store.jdbc;

import dev.prlease.testkit.explore.RandomExploration;
import dev.prlease.testkit.soak.SoakRun;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings on PostgreSQL, some thousand; run by {@code bin/soak}. */
@Tag("soak")
final class PostgresInterleavingSoak {
  @Test
  void interleavings_postgres() throws Exception {
    SoakRun run = SoakRun.of(10_000);
    int played = RandomExploration.play(PostgresPlaces::fresh, run.seed(), run.count());
    run.tell("interleavings-postgres", Map.of("schedules", Integer.toString(played)));
  }
}
