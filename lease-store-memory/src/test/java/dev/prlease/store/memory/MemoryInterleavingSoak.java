package dev.prlease.store.memory;

import dev.prlease.testkit.explore.RandomExploration;
import dev.prlease.testkit.soak.SoakRun;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings on the memory store, a hundred thousand; run by {@code bin/soak}. */
@Tag("soak")
class MemoryInterleavingSoak {
  @Test
  void interleavings_memory() throws Exception {
    SoakRun run = SoakRun.of(100_000);
    int played = RandomExploration.play(MemoryPlaces::fresh, run.seed(), run.count());
    run.tell("interleavings-memory", Map.of("schedules", Integer.toString(played)));
  }
}
