package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small sample; {@code bin/soak} tries a hundred thousand. */
class MutatedSlotsTest {
  private static final long FIXED_SEED = 1051;

  private final Path temp;

  MutatedSlotsTest(@TempDir(factory = InMemory.class) Path temp) {
    this.temp = temp;
  }

  @Test
  void LS_10_whatever_the_bytes_of_a_slot_are_one_owns_the_key_and_nothing_is_lost()
      throws Exception {
    Map<String, Integer> outcomes =
        new MutatedSlots(temp.resolve("fixed"), new Random(FIXED_SEED)).run(300);
    assertThat(outcomes)
        .as("what the sample covers")
        .containsKeys(
            "granted, free",
            "granted, unreadable",
            "granted, a record",
            "held, a record",
            "key-mismatch, a record of another key");
  }

  @Test
  void LS_10_random_mutants_too() throws Exception {
    long seed = new Random().nextLong();
    try {
      assertThat(new MutatedSlots(temp.resolve("random"), new Random(seed)).run(100)).isNotEmpty();
    } catch (AssertionError found) {
      throw new AssertionError("with seed " + seed + ": " + found.getMessage(), found);
    }
  }
}
