package dev.prlease.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.SampleLeases;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class MemoryLeaseStoreProviderTest {
  private final ManualClock clock = new ManualClock();
  private final StoreContext context =
      new StoreContext(clock, new ManualScheduler(clock), Map.of());
  private final MemoryLeaseStoreProvider provider = new MemoryLeaseStoreProvider();

  @Test
  void the_service_loader_finds_it() {
    assertThat(ServiceLoader.load(LeaseStoreProvider.class))
        .extracting(LeaseStoreProvider::scheme)
        .contains("memory");
  }

  @Test
  void stores_of_one_name_and_provider_share_their_slots_even_when_closed_between() {
    try (LeaseStore first = provider.open("ci", context)) {
      first.store(SampleLeases.plain(SampleLeases.KEY, SampleLeases.ALICE));
    }
    try (LeaseStore again = provider.open("ci", context)) {
      assertThat(isHeld(again)).isTrue();
    }
  }

  @Test
  void stores_of_other_names_other_providers_or_no_name_share_nothing() {
    provider.open("ci", context).store(record());
    provider.open("", context).store(record());
    assertThat(isHeld(provider.open("dev", context))).as("another name").isFalse();
    assertThat(isHeld(provider.open("", context))).as("no name").isFalse();
    assertThat(isHeld(new MemoryLeaseStoreProvider().open("ci", context)))
        .as("another provider")
        .isFalse();
    assertThat(isHeld(new InMemoryLeaseStore())).as("bound by hand").isFalse();
  }

  private static dev.prlease.api.LeaseRecord record() {
    return SampleLeases.plain(SampleLeases.KEY, SampleLeases.ALICE);
  }

  private static boolean isHeld(LeaseStore store) {
    return store.load(SampleLeases.KEY) instanceof LeaseSlot.Held;
  }

  @Test
  void the_location_shows_the_name() {
    assertThat(provider.open("ci", context).location()).isEqualTo("memory:ci");
    assertThat(new InMemoryLeaseStore().location()).isEqualTo("memory:");
  }
}
