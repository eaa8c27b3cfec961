package dev.prlease.store.file;

import dev.prlease.testkit.explore.RandomExploration;
import dev.prlease.testkit.soak.SoakRun;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings on the file store, a hundred thousand; run by {@code bin/soak}. */
@Tag("soak")
class InterleavingSoak {
  @Test
  void interleavings_file() throws Exception {
    SoakRun run = SoakRun.of(100_000);
    int played =
        RandomExploration.play(
            () -> FilePlaces.fresh(FileStoreOptions.DEFAULTS), run.seed(), run.count());
    run.tell("interleavings-file", Map.of("schedules", Integer.toString(played)));
  }
}
