package dev.prlease.store.etcd;

import dev.prlease.testkit.explore.RandomExploration;
import dev.prlease.testkit.soak.SoakRun;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random interleavings on the etcd store, five thousand; run by {@code bin/soak}. */
@Tag("soak")
final class EtcdInterleavingSoak {
  @Test
  void interleavings_etcd() throws Exception {
    SoakRun run = SoakRun.of(5_000);
    int played =
        RandomExploration.play(() -> EtcdPlaces.fresh(Engine.one()), run.seed(), run.count());
    run.tell("interleavings-etcd", Map.of("schedules", Integer.toString(played)));
  }
}
