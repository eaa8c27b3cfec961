package dev.prlease.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
  @ParameterizedTest
  @CsvSource({
    "stauts, status",
    "aquire, acquire",
    "rn, run",
    "relase, release",
    "comp, completion",
    "assret, assert"
  })
  void finds_what_was_meant(String typed, String meant) {
    assertThat(Nearest.to(typed, CommandTable.NAMES)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"frobnicate", "x", "verify", "reviewers"})
  void offers_nothing_far_fetched(String typed) {
    assertThat(Nearest.to(typed, CommandTable.NAMES)).isEmpty();
  }
}
