package dev.prlease.gate.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.testkit.ManualGate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of a push. */
class PushRequestTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  private static PushRequest parse(String words) {
    return PushRequest.parse(words.isEmpty() ? List.of() : List.of(words.split(" ", -1)));
  }

  @Test
  @DisplayName(
      "Remote, refspecs and the expected commit, in any order; force is what is done anyway")
  void words() {
    assertThat(parse(""))
        .isEqualTo(new PushRequest(Optional.empty(), List.of(), new Expectation.Included()));
    PushRequest full =
        new PushRequest(
            Optional.of("origin"), List.of("+a:b", "HEAD"), new Expectation.Named(COMMIT));
    assertThat(parse("--expect " + COMMIT + " origin +a:b HEAD")).isEqualTo(full);
    assertThat(
            parse("-f origin --expect=" + COMMIT.toUpperCase(java.util.Locale.ROOT) + " +a:b HEAD"))
        .isEqualTo(full);
    assertThat(parse("--force --force-with-lease origin -- +a:b HEAD").refspecs())
        .containsExactly("+a:b", "HEAD");
  }

  @Test
  @DisplayName("What the user names counts more than the record")
  void expecting() {
    ManualGate gate = ManualGate.open(Duration.ofMinutes(10));
    assertThat(parse("").under(gate)).isEqualTo(parse(""));
    gate.certify("f".repeat(64));
    assertThat(parse("").under(gate).expectation())
        .isEqualTo(new Expectation.Recorded("f".repeat(64)));
    assertThat(parse("--expect " + COMMIT).under(gate).expectation())
        .isEqualTo(new Expectation.Named(COMMIT));
  }

  @ParameterizedTest
  @DisplayName("What would move more, or otherwise, is refused with the reason")
  @ValueSource(
      strings = {
        "--all",
        "--mirror",
        "--branches",
        "--tags",
        "--follow-tags",
        "--delete",
        "-d",
        "--prune",
        "--no-verify",
        "--force-with-lease=a:" + COMMIT,
        "-uf",
        "--receive-pack=x"
      })
  void refused(String option) {
    assertThatThrownBy(() -> parse(option + " origin"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(option + " is refused: ");
  }

  @ParameterizedTest
  @DisplayName("An expected commit is whole; nothing is read as an option that stands for a name")
  @ValueSource(
      strings = {
        "--expect",
        "--expect 0123456",
        "--expect=",
        "--expect HEAD",
        "--expect 0000000000000000000000000000000000000000",
        "--expect g123456789abcdef0123456789abcdef01234567",
        "-- --upload-pack=x",
        "-- origin --all",
        "-- origin  a"
      })
  void wrong(String words) {
    assertThatThrownBy(() -> parse(words)).isInstanceOf(IllegalArgumentException.class);
  }
}
