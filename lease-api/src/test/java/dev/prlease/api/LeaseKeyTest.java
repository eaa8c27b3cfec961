package dev.prlease.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseKeyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "owner/name#1051 | github.com | owner/name | PULL_REQUEST | 1051",
        "ghe.example.com/owner/name#7 | ghe.example.com | owner/name | PULL_REQUEST | 7",
        "issue:owner/name#760 | github.com | owner/name | ISSUE | 760",
        "issue:ghe.example.com/owner/name#1 | ghe.example.com | owner/name | ISSUE | 1",
        "group/sub/name#3 | github.com | group/sub/name | PULL_REQUEST | 3",
        "owner/na.me#3 | github.com | owner/na.me | PULL_REQUEST | 3",
        "own.er/name#3 | github.com | own.er/name | PULL_REQUEST | 3",
        "ghe.example.com:8443/o/n#3 | ghe.example.com:8443 | o/n | PULL_REQUEST | 3",
      })
  void the_text_form_is_read_and_written_alike(
      String text, String host, String repo, LeaseKey.Kind kind, long number) {
    LeaseKey key = LeaseKey.parse(text);

    assertThat(key.host()).isEqualTo(host);
    assertThat(key.repo()).isEqualTo(repo);
    assertThat(key.kind()).isEqualTo(kind);
    assertThat(key.number()).isEqualTo(number);
    assertThat(key).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      commentCharacter = '%',
      value = {
        "\"\" | has no '#'",
        "owner/name | has no '#'",
        "#1 | repository is empty",
        "name#1 | has no owner",
        "/name#1 | empty segment",
        "owner/#1 | empty segment",
        "owner//name#1 | empty segment",
        "owner/..#1 | '..' segment",
        "../../etc#1 | '..' segment",
        "./name#1 | '.' segment",
        "owner/na me#1 | white space",
        "owner\\name#1 | has a '\\'",
        "owner/name#0 | whole number of 1 or more",
        "owner/name#-1 | whole number of 1 or more",
        "owner/name#+1 | whole number of 1 or more",
        "owner/name#01 | whole number of 1 or more",
        "owner/name#1.5 | whole number of 1 or more",
        "owner/name# | whole number of 1 or more",
        "owner/name#٣ | whole number of 1 or more",
        "owner/name#99999999999999999999 | at most 999999999999999999",
        "issue:#4 | repository is empty",
        "bad_host!.com/o/n#1 | no host name",
      })
  void what_is_no_key_is_refused_with_the_reason(String text, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.parse(text))
        .withMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "owner/na\u0000me#1",
        "owner/na\tme#1",
        "owner/na\u202eme#1",
        "owner/na\u00a0me#1",
        "owner/na\ufffdme#1",
        "owner/na\uD83Dme#1",
        "owner/name\uDE80#1"
      })
  void characters_that_do_not_show_are_refused_and_shown_escaped(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.parse(text))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).chars())
                    .noneMatch(Character::isISOControl));
  }

  @Test
  void a_character_outside_the_basic_plane_is_one_like_others() {
    assertThat(LeaseKey.parse("owner/na\uD83D\uDE80me#1").repo())
        .isEqualTo("owner/na\uD83D\uDE80me");
  }

  @Test
  void over_long_parts_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.pullRequest("o/" + "n".repeat(LeaseKey.MAX_REPO_LENGTH), 1))
        .withMessageContaining("longer than");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.of("h".repeat(300), "o/n", LeaseKey.Kind.PULL_REQUEST, 1))
        .withMessageContaining("longer than");
  }

  @Test
  void L7_equality_ignores_ascii_case_only_and_keeps_the_spelling() {
    LeaseKey written = LeaseKey.parse("GitHub.COM/Owner/Repo#1");

    assertThat(written).isEqualTo(LeaseKey.parse("owner/repo#1"));
    assertThat(written).hasSameHashCodeAs(LeaseKey.parse("owner/repo#1"));
    assertThat(written.repo()).isEqualTo("Owner/Repo");
    assertThat(written.canonical().repo()).isEqualTo("owner/repo");
    assertThat(LeaseKey.parse("o/É#1")).isNotEqualTo(LeaseKey.parse("o/é#1"));
    assertThat(LeaseKey.parse("o/I#1")).isEqualTo(LeaseKey.parse("o/i#1"));
    assertThat(LeaseKey.parse("o/İ#1")).isNotEqualTo(LeaseKey.parse("o/i#1"));
  }

  @Test
  void kind_number_and_host_tell_keys_apart() {
    LeaseKey key = LeaseKey.parse("o/n#1");

    assertThat(key).isNotEqualTo(LeaseKey.parse("issue:o/n#1"));
    assertThat(key).isNotEqualTo(LeaseKey.parse("o/n#2"));
    assertThat(key).isNotEqualTo(LeaseKey.parse("ghe.example.com/o/n#1"));
  }

  @Property
  void every_key_survives_its_text_form(
      @ForAll("hosts") String host,
      @ForAll("segments") String owner,
      @ForAll("segments") String name,
      @ForAll("rests") String rest,
      @ForAll @LongRange(min = 1, max = 999_999_999_999_999_999L) long number,
      @ForAll LeaseKey.Kind kind) {
    Assume.that(!owner.startsWith("issue:"));
    LeaseKey key = LeaseKey.of(host, owner + "/" + name + rest, kind, number);

    assertThat(LeaseKey.parse(key.toString())).isEqualTo(key).hasToString(key.toString());
    assertThat(LeaseKey.parse(key.toString().toUpperCase(Locale.ROOT).replace("ISSUE:", "issue:")))
        .isEqualTo(key);
  }

  @Test
  void a_path_that_would_be_read_with_a_host_is_written_with_its_own() {
    LeaseKey key = LeaseKey.pullRequest("my.group/sub/name", 1);

    assertThat(key).hasToString("github.com/my.group/sub/name#1");
    assertThat(LeaseKey.parse(key.toString())).isEqualTo(key);
  }

  @Test
  void what_the_text_form_could_not_tell_apart_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.of("ghe", "o/n", LeaseKey.Kind.PULL_REQUEST, 1))
        .withMessageContaining("no dot");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LeaseKey.pullRequest("issue:a/b", 1))
        .withMessageContaining("marks the key of an issue");
  }

  @Provide
  Arbitrary<String> hosts() {
    return Arbitraries.of("github.com", "ghe.example.com", "GHE.example.com:8443");
  }

  @Provide
  Arbitrary<String> rests() {
    return Arbitraries.of("", "/deeper", "/still.deeper/name");
  }

  @Provide
  Arbitrary<String> segments() {
    return Arbitraries.strings()
        .withCharRange('a', 'z')
        .withCharRange('A', 'Z')
        .withCharRange('0', '9')
        .withChars('.', '_', '-', '~', '+', '@', ':')
        .ofMinLength(1)
        .ofMaxLength(30)
        .filter(s -> !s.equals(".") && !s.equals(".."));
  }
}
