package dev.prlease.store.jdbc;

import dev.prlease.testkit.soak.SoakRun;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of server and network, more than a hundred; run by {@code bin/soak}. */
@Tag("soak")
final class PostgresFaultsSoak {
  @Test
  void postgres_faults(@TempDir Path temp) throws Exception {
    SoakRun run = SoakRun.of(150);
    Map<String, String> figures = new TreeMap<>();
    FaultsRun.of(temp.resolve("data"), run.seed(), run.count())
        .forEach((what, number) -> figures.put(what, Integer.toString(number)));
    run.tell("postgres-faults", figures);
  }
}
