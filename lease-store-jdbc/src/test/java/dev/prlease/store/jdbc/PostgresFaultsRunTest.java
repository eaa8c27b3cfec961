package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of fault once, while sessions of three hosts are at work; more of it in bin/soak. */
final class PostgresFaultsRunTest {
  @Test
  void P7_P10_whatever_fails_no_key_has_two_owners_and_no_grant_is_lost_or_comes_back(
      @TempDir Path temp) throws Exception {
    long seed = new Random().nextLong();
    System.out.println("faults of PostgreSQL, seed " + seed);
    Map<String, Integer> figures = FaultsRun.each(temp.resolve("data"), seed);
    assertThat(figures.get("spans of ownership")).as("spans, seed %d", seed).isPositive();
  }
}
