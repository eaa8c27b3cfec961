package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small sample; {@code bin/soak} kills a thousand. */
class KilledAuditWritersTest {
  @Test
  @Timeout(120)
  void whoever_is_killed_while_it_writes_and_rotates_the_audit_nothing_is_lost(
      @TempDir(factory = InMemory.class) Path temp) throws Exception {
    long seed = new Random().nextLong();
    try {
      KilledAuditWriters.Result result =
          new KilledAuditWriters(temp.resolve("home"), new Random(seed)).run(3);
      assertThat(result.files()).isGreaterThan(1);
    } catch (AssertionError found) {
      throw new AssertionError("with seed " + seed + ": " + found.getMessage(), found);
    }
  }
}
