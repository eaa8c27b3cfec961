package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SharedSlots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-12: equal keys share a slot, different keys do not (lessons L6, L7, L42, L43). */
@DisplayNameGeneration(RuleNames.class)
abstract class KeyRules extends StoreSuite {
  @Test
  void LS_12_spellings_that_differ_in_ASCII_case_share_a_slot() {
    LeaseKey lower = LeaseKey.parse("ghe.example.com/owner/repo#7");
    LeaseKey mixed = LeaseKey.parse("GHE.Example.com/Owner/REPO#7");
    LeaseSlot held = hold(store(), holding(mixed, ALICE, 10));
    assertThat(store().load(lower)).as("load by the other spelling").isEqualTo(held);
    refuse(store(), lower, Expected.vacant(), Change.hold(holding(lower, BOB, 11)));
    LeaseSlot taken = replace(store(), held, holding(lower, BOB, 11));
    assertThat(store().load(mixed)).as("load by the first spelling").isEqualTo(taken);
  }

  @Test
  void LS_12_equal_keys_share_a_slot_whatever_the_spelling_on_the_default_host() {
    LeaseKey plain = LeaseKey.parse("owner/repo#7");
    LeaseKey shouted = LeaseKey.of("GitHub.COM", "OWNER/REPO", LeaseKey.Kind.PULL_REQUEST, 7);
    LeaseSlot held = hold(store(), holding(plain, ALICE, 10));
    assertThat(store().load(shouted)).isEqualTo(held);
  }

  @TestFactory
  Stream<DynamicTest> LS_12_keys_that_look_alike_have_slots_of_their_own() {
    Optional<LeaseStore> injective =
        store() instanceof SharedSlots ? Optional.empty() : Optional.of(store());
    return with(injective, "a slot of its own for each key", store -> lookAlikesStandApart());
  }

  private void lookAlikesStandApart() {
    List<LeaseKey> keys = lookAlikes();
    for (int i = 0; i < keys.size(); i++) {
      LeaseKey key = keys.get(i);
      assertThat(store().load(key))
          .as("slot of %s, before it was written and after its look-alikes were", key)
          .isInstanceOf(LeaseSlot.Vacant.class);
      hold(store(), holding(key, ALICE, 10 + i));
    }
    for (int i = 0; i < keys.size(); i++) {
      assertThat(recordIn(store().load(keys.get(i))))
          .as("slot of %s", keys.get(i))
          .isEqualTo(holding(keys.get(i), ALICE, 10 + i));
    }
  }

  /** Keys that sloppy file names, collations and length limits would throw together. */
  private static List<LeaseKey> lookAlikes() {
    List<LeaseKey> keys = new ArrayList<>();
    for (String text :
        List.of(
            "a/b.c#1",
            "a_b/c#1",
            "a/b_c#1",
            "a/b-c#1",
            "a-b/c#1",
            "a/b/c#1",
            "a__b/c#1",
            "a/b__c#1",
            "a_/_b#1",
            "a/__b#1",
            "a__/b#1",
            "a/b%2fc#1",
            "a/b%5fc#1",
            "a/b#1",
            "a/b#11",
            "a/b1#1",
            "issue:a/b#1",
            "a/issue#1",
            "a/b__pr-1#1",
            "a/b__pr-1#2",
            "a/.b#1",
            "ghe.example.com/a/b#1",
            "ghe.example.org/a/b#1",
            "ghe.example.com:8443/a/b#1",
            "ghe.example.com@a/b#1",
            "a/ä#1",
            "a/Ä#1",
            "a/a\u0308#1",
            "a/i#1",
            "a/İ#1",
            "a/ı#1",
            "a/ß#1",
            "a/ss#1",
            "a/ﬁ#1",
            "a/fi#1")) {
      keys.add(LeaseKey.parse(text));
    }
    String near = "g/" + "n".repeat(LeaseKey.MAX_REPO_LENGTH - 4);
    keys.add(LeaseKey.pullRequest(near + "x", 1));
    keys.add(LeaseKey.pullRequest(near + "y", 1));
    keys.add(LeaseKey.pullRequest(near + "y", 999_999_999_999_999_999L));
    return keys;
  }

  @Test
  void LS_12_the_longest_keys_are_held_listed_and_released() {
    String host = "h" + ".example".repeat(31) + ".com";
    LeaseKey key =
        LeaseKey.of(
            host,
            "深".repeat(199) + "/" + "夜".repeat(200),
            LeaseKey.Kind.ISSUE,
            999_999_999_999_999_999L);
    LeaseSlot held = hold(store(), holding(key, ALICE, 10));
    assertThat(recordIn(store().load(key))).isEqualTo(holding(key, ALICE, 10));
    assertThat(vacate(store(), key, held, held.fence())).isInstanceOf(LeaseSlot.Vacant.class);
  }
}
