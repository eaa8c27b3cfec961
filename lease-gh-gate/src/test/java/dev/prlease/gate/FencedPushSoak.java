package dev.prlease.gate;

import dev.prlease.testkit.soak.SoakRun;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases that are taken between the check and the push, a hundred; run by {@code bin/soak}. */
@Tag("soak")
class FencedPushSoak {
  @Test
  void fenced_pushes(@TempDir Path temporary) throws Exception {
    SoakRun run = SoakRun.of(100);
    try (FencedWorld at = new FencedWorld(temporary)) {
      for (int round = 0; round < run.count(); round++) {
        FencedPushTest.takenMeanwhile(at, round);
      }
    }
    run.tell("fenced-pushes", Map.of("pushes", Integer.toString(run.count())));
  }
}
