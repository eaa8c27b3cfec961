package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** P10: endpoints of two clusters in one location grant nothing. Both are real. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a cluster of its own, started once
@Timeout(120)
final class TwoClustersTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  private final EtcdNodes other = EtcdNodes.start(1);
  private final List<AutoCloseable> open = new ArrayList<>();
  private String prefix = "clusters/" + UUID.randomUUID();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    open.clear();
    prefix = "clusters/" + UUID.randomUUID();
  }

  @AfterAll
  void endTheCluster() {
    other.close();
  }

  private EtcdLeaseStore open(EtcdEndpoint... endpoints) {
    EtcdLeaseStore store =
        EtcdLeaseStore.open(
            Engine.options(Arrays.asList(endpoints), prefix).withTimeout(Duration.ofSeconds(5)),
            Engine.context());
    open.add(store);
    return store;
  }

  private LossyProxy proxy(EtcdEndpoint target) {
    LossyProxy proxy = new LossyProxy(target.port());
    open.add(proxy);
    return proxy;
  }

  private static EtcdEndpoint at(LossyProxy proxy) {
    return new EtcdEndpoint("127.0.0.1", proxy.port());
  }

  private static EtcdEndpoint one() {
    return Engine.one().get(0);
  }

  private static Exchange acquire(EtcdLeaseStore store) {
    return store.compareAndExchange(
        KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)));
  }

  private static LeaseStoreException refused(EtcdLeaseStore store) {
    Throwable thrown = catchThrowable(() -> acquire(store));
    assertThat(thrown).isInstanceOf(LeaseStoreException.class);
    assertThat(thrown).hasMessageContaining("different clusters");
    assertThat(catchThrowable(() -> store.load(KEY)))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            error -> {
              assertThat(error).hasMessageContaining("different clusters");
              assertThat(error.nextStep()).contains("members of one cluster only");
            });
    return (LeaseStoreException) thrown;
  }

  private void assertNothingWritten() {
    assertThat(open(one()).load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(open(other.endpoint(0)).load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void the_first_call_is_refused_whichever_is_named_first() {
    for (EtcdLeaseStore store :
        List.of(open(one(), other.endpoint(0)), open(other.endpoint(0), one()))) {
      assertThat(refused(store).outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    }
    assertNothingWritten();
  }

  @Test
  void so_it_is_while_the_first_cannot_be_reached() {
    LossyProxy proxy = proxy(one());
    proxy.refuse();
    EtcdLeaseStore store = open(at(proxy), other.endpoint(0));
    assertThat(refused(store).outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    assertNothingWritten();
  }

  @Test
  void who_comes_to_another_later_writes_nothing_there() {
    LossyProxy first = proxy(one());
    LossyProxy second = proxy(one());
    EtcdLeaseStore store = open(at(first), at(second));
    assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    second.target(other.endpoint(0).port());
    second.cut();
    first.refuse();
    assertThat(catchThrowable(() -> store.load(KEY))).hasMessageContaining("different clusters");
    assertThat(refused(store).outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    assertNothingWritten();
  }

  @Test
  void an_answer_of_another_cluster_than_before_is_none() {
    LossyProxy proxy = proxy(one());
    EtcdLeaseStore store = open(at(proxy));
    assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    proxy.target(other.endpoint(0).port());
    proxy.cut();
    assertThat(refused(store).outcome())
        .as("whoever answers, it is not known")
        .isEqualTo(LeaseStoreException.Outcome.UNKNOWN);
    assertThat(open(one()).load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    proxy.target(one().port());
    proxy.cut();
    assertThat(acquire(store)).as("it is mended").isInstanceOf(Exchange.Swapped.class);
  }

  @Test
  void members_that_are_reached_by_other_names_are_no_other_cluster() {
    List<EtcdEndpoint> names = new ArrayList<>();
    for (EtcdEndpoint each : Engine.three()) {
      names.add(at(proxy(each)));
    }
    LossyProxy away = proxy(Engine.three().get(2));
    away.refuse();
    names.set(2, at(away));
    EtcdLeaseStore store = open(names.toArray(EtcdEndpoint[]::new));
    assertThat(acquire(store)).isInstanceOf(Exchange.Swapped.class);
  }
}
