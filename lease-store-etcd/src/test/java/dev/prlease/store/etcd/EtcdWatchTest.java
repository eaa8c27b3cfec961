package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Registration;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A watch outlives its connection. */
@Timeout(120)
final class EtcdWatchTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  @Test
  void a_watch_whose_connection_breaks_is_told_of_that_and_of_what_comes_after() throws Exception {
    String prefix = "watch/" + UUID.randomUUID();
    LossyProxy proxy = new LossyProxy(Engine.one().get(0).port());
    EtcdStoreOptions through =
        Engine.options(List.of(new EtcdEndpoint("127.0.0.1", proxy.port())), prefix);
    try (proxy;
        EtcdLeaseStore direct =
            EtcdLeaseStore.open(Engine.options(Engine.one(), prefix), Engine.context());
        EtcdLeaseStore watching = EtcdLeaseStore.open(through, Engine.context())) {
      Semaphore told = new Semaphore(0);
      try (Registration watch = watching.watch(KEY, told::release)) {
        assertThat(watch).isNotNull();
        LeaseSlot held =
            direct
                .compareAndExchange(
                    KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)))
                .slot();
        assertThat(told.tryAcquire(60, TimeUnit.SECONDS)).as("told of a change").isTrue();
        proxy.cut();
        assertThat(told.tryAcquire(60, TimeUnit.SECONDS))
            .as("told that something may have been missed")
            .isTrue();
        direct.compareAndExchange(KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
        assertThat(told.tryAcquire(60, TimeUnit.SECONDS)).as("told of a change again").isTrue();
      }
    }
  }

  @Test
  void a_watch_that_nobody_confirms_is_there_later_and_tells_that_it_is() throws Exception {
    LossyProxy proxy = new LossyProxy(Engine.one().get(0).port());
    proxy.refuse();
    try (proxy;
        EtcdLeaseStore watching = open(proxy)) {
      Semaphore told = new Semaphore(0);
      try (Registration watch = watching.watch(KEY, told::release)) {
        assertThat(watch).isNotNull();
        proxy.pass();
        assertThat(told.tryAcquire(60, TimeUnit.SECONDS))
            .as("told that something may have been missed")
            .isTrue();
      }
    }
  }

  @Test
  @Timeout(30) // no measure: half of what etcd may take to answer
  void P13_who_is_interrupted_does_not_wait_for_a_watch_and_keeps_the_flag() {
    LossyProxy proxy = new LossyProxy(Engine.one().get(0).port());
    proxy.dropAnswers();
    try (proxy;
        EtcdLeaseStore watching = open(proxy)) {
      Thread.currentThread().interrupt();
      try (Registration watch = watching.watch(KEY, () -> {})) {
        assertThat(watch).isNotNull();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
      }
    }
  }

  private static EtcdLeaseStore open(LossyProxy proxy) {
    return EtcdLeaseStore.open(
        Engine.options(
                List.of(new EtcdEndpoint("127.0.0.1", proxy.port())), "watch/" + UUID.randomUUID())
            .withTimeout(Duration.ofMinutes(1)),
        Engine.context());
  }
}
