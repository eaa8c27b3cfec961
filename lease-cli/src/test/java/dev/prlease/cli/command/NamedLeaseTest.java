package dev.prlease.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.ListedLease;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The order of a listing is that of its names, whatever stands in them. */
class NamedLeaseTest {
  private final LeaseStoreException trouble =
      new LeaseStoreException(Optional.empty(), "trouble", "Mend it.", null);

  private List<String> sorted(List<String> names) {
    return NamedLease.sorted(names.stream().map(this::lease).toList()).stream()
        .map(NamedLease::name)
        .toList();
  }

  private ListedLease lease(String name) {
    return new ListedLease.Troubled(name, Optional.empty(), trouble);
  }

  /** Few letters, so that many names start alike, and of those that take one byte, two and four. */
  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .withChars('a', 'b', '\u0000', '\u00fe', '\u00ff', '\u0100', '\ud83d', '\ude00')
        .ofMaxLength(12)
        .map(end -> "acme/app#" + end)
        .list()
        .ofMaxSize(40);
  }

  @Property
  void leases_come_in_the_order_of_their_names(@ForAll("names") List<String> names) {
    assertThat(sorted(names)).isEqualTo(names.stream().sorted().toList());
  }

  @Property
  void also_where_names_have_nothing_in_common(@ForAll List<String> names) {
    assertThat(sorted(names)).isEqualTo(names.stream().sorted().toList());
  }

  @Test
  void a_name_is_the_key_where_that_is_known() {
    LeaseKey key = LeaseKey.parse("acme/app#42");
    assertThat(
            NamedLease.sorted(
                List.of(new ListedLease.Troubled("x.json", Optional.of(key), trouble))))
        .extracting(NamedLease::name)
        .containsExactly("acme/app#42");
  }
}
