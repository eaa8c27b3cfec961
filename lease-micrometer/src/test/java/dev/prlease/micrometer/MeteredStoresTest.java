package dev.prlease.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Registration;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.spi.Watchable;
import dev.prlease.store.memory.InMemoryLeaseStore;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MeteredStoresTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private long calls(String call, String outcome) {
    Timer timer =
        registry
            .find("prlease.store.calls")
            .tags("store", "memory:", "call", call, "outcome", outcome)
            .timer();
    return timer == null ? 0 : timer.count();
  }

  @Test
  void calls_are_timed_by_store_call_and_outcome() {
    LeaseStore store = MeteredStores.timed(new InMemoryLeaseStore(), registry);
    try (LeaseManager leases = LeaseManager.on(store).build()) {
      try (PrLease lease = leases.acquire(KEY, SessionId.of("alice"), Ttl.DEFAULT)) {
        assertThat(calls("exchange", "swapped")).isEqualTo(1);
        leases.tryAcquire(KEY, SessionId.of("bob"), Ttl.DEFAULT);
        assertThat(calls("exchange", "refused")).isEqualTo(1);
        lease.assertOwned();
        assertThat(calls("load", "ok")).isEqualTo(1);
      }
      store.list(LeaseFilter.ALL);
      assertThat(calls("list", "ok")).isEqualTo(1);
    }
    store.close();
    assertThatThrownBy(() -> store.load(KEY)).isInstanceOf(LeaseStoreException.class);
    assertThat(calls("load", "failed")).isEqualTo(1);
  }

  @Test
  void a_failure_is_the_stores_own_and_an_unknown_outcome_is_told_apart() {
    LeaseStoreException own = LeaseStoreException.outcomeUnknown(KEY, "cut off", null);
    LeaseStore failing = MeteredStores.timed(failing(own), registry);
    assertThat(catchThrowable(() -> failing.load(KEY))).isSameAs(own);
    assertThat(calls("load", "unknown")).isEqualTo(1);
  }

  private static LeaseStore failing(LeaseStoreException error) {
    return (LeaseStore)
        Proxy.newProxyInstance(
            LeaseStore.class.getClassLoader(),
            new Class<?>[] {LeaseStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("location")) {
                return "memory:";
              }
              throw error;
            });
  }

  @Test
  void what_the_store_can_do_besides_it_still_can() {
    LeaseStore plain = MeteredStores.timed(new InMemoryLeaseStore(), registry);
    assertThat(plain).isInstanceOf(Watchable.class).isNotInstanceOf(TimeAuthority.class);
    AtomicInteger changes = new AtomicInteger();
    Registration watch = ((Watchable) plain).watch(KEY, changes::incrementAndGet);
    try (LeaseManager leases = LeaseManager.on(plain).build()) {
      leases.acquire(KEY, SessionId.of("alice"), Ttl.DEFAULT).release();
    }
    watch.close();
    assertThat(changes.get()).isPositive();
    assertThat(plain).hasToString("memory:").isEqualTo(plain).isNotEqualTo(new Object());
  }

  /** What stands for an interface that a module keeps to itself. */
  private interface Internal extends TimeAuthority {}

  @Test
  void what_it_can_do_by_way_of_an_interface_of_its_own_it_still_can() {
    LeaseStore own =
        (LeaseStore)
            Proxy.newProxyInstance(
                Internal.class.getClassLoader(),
                new Class<?>[] {LeaseStore.class, Internal.class},
                (proxy, method, arguments) ->
                    method.getReturnType() == String.class ? "memory:" : new SystemClock());
    LeaseStore timed = MeteredStores.timed(own, registry);
    assertThat(timed).isInstanceOf(TimeAuthority.class).isNotInstanceOf(Internal.class);
    assertThat(((TimeAuthority) timed).clock()).isInstanceOf(SystemClock.class);
  }
}
