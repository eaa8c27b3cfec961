package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease adopt} and {@code break}. */
class OperatorCommandsTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  private String golden(String text) {
    return text.replace(desktop.home.toString(), "HOME");
  }

  @Test
  void L35_adopt_moves_a_live_lease_to_this_session() {
    Answer before = desktop.as("alpha", "acquire", "--json");
    Answer adopted = desktop.as("beta", "adopt", "--from", "alpha", "--json");
    assertThat(adopted.code()).isZero();
    assertThat(adopted.json("owner_session_id")).isEqualTo("beta");
    assertThat(adopted.json("origin")).isEqualTo("adopted");
    assertThat(Long.parseLong(adopted.json("fence")))
        .isGreaterThan(Long.parseLong(before.json("fence")));
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
    assertThat(desktop.as("gamma", "adopt", "--from", "alpha").code()).isEqualTo(76);
    assertThat(desktop.as("beta", "adopt", "--from", "beta").code()).isEqualTo(64);
  }

  @Test
  void break_frees_the_key_and_tells_until_when_its_holder_may_act() {
    desktop.as("alpha", "acquire");
    Answer broken = desktop.as("op", "break", "--reason", "its machine is gone");
    assertThat(broken.code()).isZero();
    Golden.check("break", golden(broken.out()));
    assertThat(desktop.as("beta", "acquire").code()).isZero();
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
    desktop.as("beta", "release");
  }

  @Test
  void break_ends_an_unreadable_record_and_keeps_a_copy() throws Exception {
    desktop.plant("nonsense");
    Answer broken = desktop.as("op", "break", "--reason", "garbage", "--json");
    assertThat(broken.code()).isZero();
    assertThat(broken.json("former_holder_may_act_until")).isEqualTo("null");
    try (var kept = Files.list(desktop.home.resolve("leases/quarantine"))) {
      assertThat(kept.filter(file -> readString(file).equals("nonsense"))).hasSize(1);
    }
  }

  private static String readString(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void B21_adopt_tells_until_when_the_former_owner_may_act() {
    desktop.as("alpha", "acquire", "--ttl", "1h");
    Answer adopted = desktop.as("beta", "adopt", "--from", "alpha");
    assertThat(adopted.out())
        .startsWith("adopted acme/app#42\n  session beta\n")
        .endsWith(
            "Its former holder may still act until 2026-07-26T19:42:42.123Z, unless it looks"
                + " again.\n");
    assertThat(
            desktop
                .as("gamma", "adopt", "--from", "beta", "--json")
                .json("former_holder_may_act_until"))
        .isEqualTo("2026-07-26T18:57:42.123Z");
    assertThat(desktop.prlease("audit").out())
        .contains("former_holder_may_act_until=2026-07-26T19:42:42.123Z");
  }

  @Test
  void B21_adopt_stands_down_while_a_run_of_the_former_session_is_at_work() throws Exception {
    desktop.as("alpha", "acquire");
    desktop.makeRun(1234);
    String before = Files.readString(desktop.record());
    Answer adopted = desktop.as("beta", "adopt", "--from", "alpha");
    assertThat(adopted.code()).isEqualTo(75);
    assertThat(adopted.out()).isEmpty();
    assertThat(adopted.err())
        .startsWith("prlease adopt: acme/app#42 is already being driven by session alpha")
        .contains("holder  prlease run, pid 1234 on testhost");
    assertThat(Files.readString(desktop.record())).isEqualTo(before);
  }

  @Test
  void to_adopt_what_the_named_session_does_not_hold_is_told_in_words_that_fit() {
    assertThat(desktop.as("beta", "adopt", "--from", "alpha"))
        .isEqualTo(
            new Answer(
                76,
                "",
                """
                prlease adopt: nothing to adopt: session alpha does not hold acme/app#42: nobody does
                  next: It is free: prlease acquire --key acme/app#42
                """));
    desktop.as("gamma", "acquire");
    assertThat(desktop.as("beta", "adopt", "--from", "alpha").err())
        .isEqualTo(
            """
            prlease adopt: nothing to adopt: session alpha does not hold acme/app#42: session gamma does
              next: See who holds it: prlease status --key acme/app#42
            """);
  }

  @Test
  void to_break_a_free_lease_is_told_in_words_that_fit() {
    assertThat(desktop.as("op", "break", "--reason", "test"))
        .isEqualTo(
            new Answer(
                76,
                "",
                """
                prlease break: nothing to break: acme/app#42 is free
                  next: To take it: prlease acquire --key acme/app#42
                """));
  }

  @Test
  void an_operator_without_a_login_name_is_just_an_operator() {
    desktop.as("alpha", "acquire");
    desktop.prlease("break", "--key", "acme/app#42", "--reason", "test");
    assertThat(desktop.prlease("audit", "--session", "operator").out()).contains("broken");
    desktop.as("alpha", "acquire");
    desktop.environment.put("USER", "ann");
    desktop.prlease("break", "--key", "acme/app#42", "--reason", "test");
    assertThat(desktop.prlease("audit", "--session", "operator ann").out()).contains("broken");
  }
}
