package dev.prlease.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a caller may declare by an option without a value. */
class FlagsTest {
  /**
   * All of them. None says that the caller owns something, or may do it: that is looked up (AC14).
   * Before another is added here, ask what a caller could get by a lie.
   */
  private static final Set<String> FLAGS =
      Set.of(
          "admin", // the forge decides whether the caller may, and it is recorded before
          "announce", // what is said is what the store says
          "closed",
          "delete-branch",
          "dry-run",
          "exit-code",
          "export",
          "follow",
          "json",
          "merge",
          "print", // instead of doing it
          "rebase",
          "required",
          "squash",
          "uninstall",
          "user");

  /** By words like these a caller would declare what has to be looked up. */
  private static final Pattern DECLARES =
      Pattern.compile(
          ".*(own|eligib|mine|trust|allow|assum|forc|alive|dead|clean|gone|claimant|profile"
              + "|as-user|login|evidence|proof|verified|confirm|pending|expired).*");

  /**
   * All that a caller can say to {@code prlease claim}: each is compared with the record, or looked
   * at. Who the user is, and in which profile, cannot be said at all.
   */
  private static final Set<String> OF_CLAIM =
      Set.of(
          "issue",
          "repo",
          "key",
          "worktree",
          "branch",
          "remote",
          "operation",
          "holder-pid",
          "ttl",
          "from",
          "json",
          "session",
          "store");

  @Test
  void AC14_no_option_with_a_value_declares_ownership_or_eligibility_either() {
    for (CommandSpec command : CommandTable.all()) {
      for (OptionSpec option : command.options()) {
        assertThat(option.name())
            .as("an option of prlease %s", command.name())
            .doesNotMatch(DECLARES);
      }
    }
    assertThat(CommandTable.find("claim").orElseThrow().options())
        .extracting(OptionSpec::name)
        .containsExactlyInAnyOrderElementsOf(OF_CLAIM);
  }

  @Test
  void AC14_no_option_declares_ownership_or_eligibility() {
    for (CommandSpec command : CommandTable.all()) {
      for (OptionSpec option : command.options()) {
        if (!option.hasValue()) {
          assertThat(FLAGS)
              .as("--%s of prlease %s", option.name(), command.name())
              .contains(option.name());
        }
      }
    }
    assertThat(FLAGS)
        .noneMatch(name -> name.matches(".*(own|eligible|mine|trust|allow|alive|dead|clean).*"));
  }
}
