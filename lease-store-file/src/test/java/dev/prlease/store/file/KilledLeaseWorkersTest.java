package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small sample; {@code bin/soak} kills a thousand. */
class KilledLeaseWorkersTest {
  @Test
  @Timeout(120)
  void P10_whoever_is_killed_whenever_one_owns_the_key_and_the_next_gets_it(
      @TempDir(factory = InMemory.class) Path temp) throws Exception {
    long seed = new Random().nextLong();
    try {
      KilledLeaseWorkers.Result result =
          new KilledLeaseWorkers(temp.resolve("home"), new Random(seed)).run(2);
      assertThat(result.holdings()).isGreaterThan(30);
      assertThat(result.collected()).isPositive();
    } catch (AssertionError found) {
      throw new AssertionError("with seed " + seed + ": " + found.getMessage(), found);
    }
  }
}
