package dev.prlease.store.file;

import dev.prlease.testkit.soak.SoakRun;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated slot files, a hundred thousand; run by {@code bin/soak}. */
@Tag("soak")
class MutantsSoak {
  @Test
  void mutants(@TempDir(factory = InMemory.class) Path temp) throws Exception {
    SoakRun run = SoakRun.of(100_000);
    Map<String, String> figures = new TreeMap<>();
    new MutatedSlots(temp.resolve("home"), new Random(run.seed()))
        .run(run.count())
        .forEach((outcome, times) -> figures.put(outcome, Integer.toString(times)));
    figures.put("mutants", Integer.toString(run.count()));
    run.tell("mutants", figures);
  }
}
