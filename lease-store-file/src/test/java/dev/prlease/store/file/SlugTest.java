package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlugTest {
  @ParameterizedTest
  @CsvSource({
    "rysweet/amplihack-rs#1051, rysweet__amplihack-rs__pr-1051.json",
    "Owner/Repo#1, owner__repo__pr-1.json",
    "issue:rysweet/amplihack-rs#760, rysweet__amplihack-rs__issue-760.json",
    "ghe.example.com/owner/name#7, ghe.example.com@owner__name__pr-7.json",
    "GitHub.com/owner/name#7, owner__name__pr-7.json",
    "gitlab.com/group/sub/name#7, gitlab.com@group__sub__name__pr-7.json",
    "a/.github#1, a__%2egithub__pr-1.json",
    "a/b.c#1, a__b.c__pr-1.json",
    "a_b/c#1, a_b__c__pr-1.json",
    "_a/b_#1, %5fa__b%5f__pr-1.json",
    "a/b__c#1, a__b_%5fc__pr-1.json",
    "a/___#1, a__%5f%5f%5f__pr-1.json",
    "a/b%2f#1, a__b%252f__pr-1.json",
    "a/b@c~d#1, a__b%40c%7ed__pr-1.json",
    "a/bü#1, a__b%c3%bc__pr-1.json",
    "a/İI#1, a__%c4%b0i__pr-1.json",
  })
  void a_name_is_what_it_always_was(String key, String name) {
    assertThat(Slug.of(LeaseKey.parse(key))).isEqualTo(name);
    assertThat(Slug.key(name)).contains(LeaseKey.parse(key));
  }

  @Test
  void L6_keys_that_the_reference_confuses_have_names_of_their_own() {
    assertThat(
            Set.of(
                Slug.of(LeaseKey.parse("a/b.c#1")),
                Slug.of(LeaseKey.parse("a_b/c#1")),
                Slug.of(LeaseKey.parse("a/b_c#1")),
                Slug.of(LeaseKey.parse("a.b/c#1"))))
        .hasSize(4);
  }

  @Test
  void a_long_name_is_cut_and_ends_in_a_digest() {
    String repo = "o/" + "r".repeat(398);
    String name = Slug.of(LeaseKey.pullRequest(repo, 1));
    assertThat(name).hasSize(200).matches("o__r+~[0-9a-f]{32}[.]json");
    assertThat(Slug.of(LeaseKey.pullRequest(repo, 2))).hasSize(200).isNotEqualTo(name);
    assertThat(Slug.key(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".json",
        "a__b__pr-1",
        "a__b__pr-1.json.lock",
        "a__b__pr-0.json",
        "a__b__pr-01.json",
        "a__b__mr-1.json",
        "a__B__pr-1.json",
        "a__pr-1.json",
        "a__b___pr-1.json",
        "a__%62__pr-1.json",
        "a__b%__pr-1.json",
        "a__b%zz__pr-1.json",
        "a__b%2F__pr-1.json",
        "a__b%2f__pr-1.json",
        "github.com@a__b__pr-1.json",
        "rysweet_amplihack-rs__pr-1051.json",
      })
  void what_is_no_name_of_ours_stands_for_no_key(String name) {
    assertThat(Slug.key(name)).isEmpty();
  }

  @Provide
  Arbitrary<LeaseKey> keys() {
    Arbitrary<String> nasty =
        Arbitraries.of(
            "_",
            "__",
            ".",
            "-",
            "%",
            "@",
            "~",
            "A",
            "a",
            "I",
            "i",
            "İ",
            "ı",
            "ü",
            "0",
            "pr-1",
            "%5f",
            "K",
            "ſ",
            "?",
            "*",
            ":",
            "|",
            "\"",
            "'",
            "$",
            "\uD83D\uDE80");
    Arbitrary<String> segment =
        Arbitraries.oneOf(
                nasty.list().ofMinSize(1).ofMaxSize(12).map(parts -> String.join("", parts)),
                Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(60))
            .filter(SlugTest::isSegment);
    Arbitrary<String> repo =
        segment.list().ofMinSize(2).ofMaxSize(5).map(segments -> String.join("/", segments));
    Arbitrary<String> host =
        Arbitraries.of("github.com", "GITHUB.com", "g.h", "ghe.example.com:8443", "a__b.c");
    return Combinators.combine(
            host, repo, Arbitraries.of(LeaseKey.Kind.class), Arbitraries.longs().between(1, 99_999))
        .as(LeaseKey::of);
  }

  private static boolean isSegment(String text) {
    try {
      LeaseKey.pullRequest("o/" + text, 1);
      return text.indexOf('/') < 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Property
  void equal_names_mean_equal_keys(@ForAll("keys") LeaseKey one, @ForAll("keys") LeaseKey another) {
    assertThat(Slug.of(one).equals(Slug.of(another))).isEqualTo(one.equals(another));
  }

  @Property
  void a_name_leads_back_to_its_key(@ForAll("keys") LeaseKey key) {
    String name = Slug.of(key);
    Assume.that(name.indexOf('~') < 0);
    assertThat(Slug.key(name)).isEqualTo(Optional.of(key.canonical()));
  }

  @Property
  void a_name_stays_in_its_directory_and_within_200_bytes(@ForAll("keys") LeaseKey key) {
    String name = Slug.of(key);
    Path directory = Path.of("/leases");
    Path file = directory.resolve(name).normalize();
    assertThat(file.getParent()).isEqualTo(directory);
    assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(200);
    assertThat(name).matches("[a-z0-9%-][a-z0-9._%@~-]*[.]json");
    assertThat(AmplihackNames.name(key)).matches("[A-Za-z0-9_~-]+[.]json").hasSizeLessThan(251);
  }

  @Property(tries = 200)
  void a_name_is_the_same_under_a_Turkish_locale(@ForAll("keys") LeaseKey key) {
    Locale before = Locale.getDefault();
    String name = Slug.of(key);
    String amplihack = AmplihackNames.name(key);
    try {
      Locale.setDefault(new Locale("tr", "TR"));
      assertThat(Slug.of(key)).isEqualTo(name);
      assertThat(AmplihackNames.name(key)).isEqualTo(amplihack);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rysweet/amplihack-rs#1051, rysweet_amplihack-rs__pr-1051.json",
    "Owner/Re.po#1, Owner_Re_po__pr-1.json",
    "a/b.c#1, a_b_c__pr-1.json",
    "a_b/c#1, a_b_c__pr-1.json",
    "a/ü\uD83D\uDE80#1, a_____pr-1.json",
    "ghe.example.com/o/n#1, ghe_example_com_o_n__pr-1.json",
    "issue:o/n#1, o_n__issue-1.json",
  })
  void a_name_of_the_Rust_program_is_what_it_writes(String key, String name) {
    assertThat(AmplihackNames.name(LeaseKey.parse(key))).isEqualTo(name);
  }
}
