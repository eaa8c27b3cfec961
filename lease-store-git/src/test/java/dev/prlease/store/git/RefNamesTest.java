package dev.prlease.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefNamesTest {
  private static final RefNames NAMES = new RefNames("refs/leases");

  @ParameterizedTest
  @CsvSource({
    "acme/app#7, acme/app__pr-7",
    "issue:Acme/App#760, acme/app__issue-760",
    "ghe.example.com/acme/app#7, ghe.example.com@/acme/app__pr-7",
    "ghe.example.com:8443/acme/app#7, ghe.example.com%3a8443@/acme/app__pr-7",
    "group/sub/app#1, group/sub/app__pr-1",
    "a/_b__c_#1, a/%5fb_%5fc%5f__pr-1",
    "a/.b..c.#1, a/%2eb.%2ec%2e__pr-1",
    "a.lock/b.lock#1, a%2elock/b%2elock__pr-1",
    "a/b~c^d#1, a/b%7ec%5ed__pr-1",
    "a/pr-1/pr-2#3, a/pr-1/pr-2__pr-3",
  })
  void a_name_tells_whose_it_is(String key, String name) {
    assertThat(NAMES.of(LeaseKey.parse(key))).isEqualTo("refs/leases/" + name);
    assertThat(NAMES.key("refs/leases/" + name)).contains(LeaseKey.parse(key));
  }

  @Test
  void L6_different_keys_have_different_names_none_of_which_is_in_another_ones_way() {
    Map<String, LeaseKey> names = new HashMap<>();
    List<String> pieces =
        List.of("a", "b", "_", "__", "a_", "_b", "a__b", "a.b", "pr-1", "a__pr-1", "%5f", "a-b");
    for (String owner : pieces) {
      for (String name : pieces) {
        for (String more : List.of("", "/a", "/a__pr-1", "/pr-1")) {
          String path = owner + "/" + name + more;
          keys(path).forEach(key -> assertThat(names.put(NAMES.of(key), key)).isNull());
        }
      }
    }
    for (String name : names.keySet()) {
      String above = name;
      while (above.lastIndexOf('/') > "refs/leases".length()) {
        above = above.substring(0, above.lastIndexOf('/'));
        assertThat(names).as("above %s", name).doesNotContainKey(above);
      }
    }
  }

  private static List<LeaseKey> keys(String path) {
    List<LeaseKey> keys = new ArrayList<>();
    keys.add(LeaseKey.pullRequest(path, 1));
    keys.add(LeaseKey.pullRequest(path, 11));
    keys.add(LeaseKey.issue(path, 1));
    keys.add(LeaseKey.of("h.example", path, LeaseKey.Kind.PULL_REQUEST, 1));
    return keys;
  }

  @Test
  void L42_long_names_are_cut_and_stay_different() {
    String longest = "o/" + "x".repeat(390);
    String one = NAMES.of(LeaseKey.pullRequest(longest + "a", 1));
    String other = NAMES.of(LeaseKey.pullRequest(longest + "b", 1));
    assertThat(one).isNotEqualTo(other).hasSizeLessThan(250);
    assertThat(NAMES.key(one)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "refs/heads/main",
    "refs/leases/a",
    "refs/leases/acme/app",
    "refs/leases/acme/App__pr-7",
    "refs/leases/acme/app__pr-07",
    "refs/leases/acme/app__pr-",
    "refs/leases/acme/app%5__pr-7",
    "refs/leases/acme/a_%5__pr-7",
  })
  void what_others_put_there_is_nobodys(String ref) {
    assertThat(NAMES.key(ref)).isEqualTo(Optional.empty());
  }
}
