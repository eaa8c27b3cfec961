package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LoadResult;
import dev.prlease.testkit.Crew;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** P7, LS-13: writes whose answers get lost on the way, one by one. */
@Timeout(120)
final class LostAnswersTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");

  private final LossyProxy proxy = new LossyProxy(Engine.one().get(0).port());
  private final String prefix = "lost/" + UUID.randomUUID();
  private final EtcdLeaseStore direct =
      EtcdLeaseStore.open(Engine.options(Engine.one(), prefix), Engine.context());
  private final EtcdLeaseStore lossy = through(Duration.ofSeconds(30));

  private EtcdLeaseStore through(Duration timeout) {
    return EtcdLeaseStore.open(
        Engine.options(List.of(new EtcdEndpoint("127.0.0.1", proxy.port())), prefix)
            .withTimeout(timeout),
        Engine.context());
  }

  @AfterEach
  void closeAll() {
    lossy.close();
    direct.close();
    proxy.close();
  }

  private LeaseSlot awaitHeld(LeaseKey key) {
    while (true) {
      LeaseSlot slot = direct.load(key);
      if (slot instanceof LeaseSlot.Held) {
        return slot;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
  }

  @Test
  void P7_a_write_that_was_carried_out_and_is_sent_again_is_known_for_ones_own() {
    lossy.load(KEY);
    proxy.dropAnswers();
    try (Crew crew = new Crew(1)) {
      Change change = Change.hold(Samples.record(KEY, "alice", 10));
      Future<Exchange> exchange =
          crew.start(() -> lossy.compareAndExchange(KEY, Expected.vacant(), change));
      LeaseSlot landed = awaitHeld(KEY);
      proxy.pass();
      proxy.cut();
      Exchange answer = Crew.await(exchange);
      assertThat(answer).isInstanceOf(Exchange.Swapped.class);
      assertThat(answer.slot()).as("written once").isEqualTo(landed);
      assertThat(direct.load(KEY)).isEqualTo(landed);
    }
  }

  @Test
  void P7_a_write_that_was_carried_out_and_replaced_before_it_was_sent_again_is_unknown() {
    lossy.load(KEY);
    proxy.dropAnswers();
    try (Crew crew = new Crew(1)) {
      Future<Exchange> exchange =
          crew.start(
              () ->
                  lossy.compareAndExchange(
                      KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10))));
      LeaseSlot landed = awaitHeld(KEY);
      LeaseSlot theirs =
          direct
              .compareAndExchange(
                  KEY,
                  Expected.exactly(landed.version()),
                  Change.hold(Samples.record(KEY, "bob", 11)))
              .slot();
      proxy.pass();
      proxy.cut();
      Throwable thrown = catchThrowable(() -> Crew.await(exchange));
      assertThat(thrown.getCause())
          .isInstanceOfSatisfying(
              LeaseStoreException.class,
              error -> assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.UNKNOWN));
      assertThat(direct.load(KEY)).as("nobody's write was undone").isEqualTo(theirs);
    }
  }

  @Test
  void P7_a_batch_whose_answer_was_lost_is_settled_one_by_one() {
    LeaseKey other = LeaseKey.parse("acme/app#8");
    lossy.load(KEY);
    proxy.dropAnswers();
    List<ExchangeRequest> batch = new ArrayList<>();
    for (LeaseKey key : List.of(KEY, other)) {
      batch.add(
          new ExchangeRequest(
              key, Expected.vacant(), Change.hold(Samples.record(key, "alice", 10))));
    }
    try (Crew crew = new Crew(1)) {
      Future<List<ExchangeResult>> results = crew.start(() -> lossy.exchangeAll(batch));
      LeaseSlot landed = awaitHeld(KEY);
      direct.compareAndExchange(
          KEY, Expected.exactly(landed.version()), Change.hold(Samples.record(KEY, "bob", 11)));
      proxy.pass();
      proxy.cut();
      List<ExchangeResult> told = Crew.await(results);
      assertThat(told.get(0)).as("replaced since").isInstanceOf(ExchangeResult.Failed.class);
      assertThat(told.get(1))
          .isInstanceOfSatisfying(
              ExchangeResult.Answered.class,
              answered -> assertThat(answered.exchange()).isInstanceOf(Exchange.Swapped.class));
    }
  }

  /** However long that takes where much else is done: what follows has little time. */
  private static void connect(EtcdLeaseStore store) {
    while (true) {
      try {
        store.load(KEY);
        return;
      } catch (LeaseStoreException notYet) {
        // The next try goes on from where this one was.
      }
    }
  }

  private static LeaseStoreException unknown(Runnable write) {
    Throwable thrown = catchThrowable(write::run);
    assertThat(thrown).isInstanceOf(LeaseStoreException.class);
    LeaseStoreException error = (LeaseStoreException) thrown;
    assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.UNKNOWN);
    return error;
  }

  @Test
  void P7_a_write_may_land_after_the_settling_read() {
    Change change = Change.hold(Samples.record(KEY, "alice", 10));
    try (EtcdLeaseStore impatient = through(Duration.ofSeconds(1))) {
      connect(impatient);
      proxy.holdRequests();
      LeaseStoreException error =
          unknown(() -> impatient.compareAndExchange(KEY, Expected.vacant(), change));
      assertThat(error.nextStep()).contains("Read the lease again");
      assertThat(direct.load(KEY)).as("the settling read").isInstanceOf(LeaseSlot.Vacant.class);
      proxy.pass();
      assertThat(awaitHeld(KEY).writeId()).contains(change.writeId());
    }
  }

  @Test
  void P7_a_write_that_lands_after_the_settling_read_does_not_overtake_the_next_holder() {
    LeaseSlot held =
        direct
            .compareAndExchange(
                KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)))
            .slot();
    try (EtcdLeaseStore impatient = through(Duration.ofSeconds(1))) {
      connect(impatient);
      proxy.holdRequests();
      var unused =
          unknown(
              () ->
                  impatient.compareAndExchange(
                      KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE)));
      assertThat(direct.load(KEY)).as("the settling read").isEqualTo(held);
      LeaseSlot theirs =
          direct
              .compareAndExchange(
                  KEY,
                  Expected.exactly(held.version()),
                  Change.hold(Samples.record(KEY, "bob", 11)))
              .slot();
      proxy.pass();
      proxy.awaitDelivery();
      assertThat(direct.load(KEY)).as("after the late write").isEqualTo(theirs);
    }
  }

  @Test
  void GC_2_a_slot_that_was_removed_and_taken_before_its_removal_was_sent_again_is_none_removed() {
    LeaseSlot held =
        direct
            .compareAndExchange(
                KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10)))
            .slot();
    direct.compareAndExchange(KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
    CollectRequest request =
        new CollectRequest(
            Engine.context().clock().now().plus(Duration.ofHours(1)),
            Instant.EPOCH,
            CollectRequest.Mode.REMOVE,
            Optional.empty(),
            this::dropAnswers); // when it is about to remove
    try (Crew crew = new Crew(1)) {
      Future<Collected> collected = crew.start(() -> lossy.collect(request));
      while (!(direct.load(KEY) instanceof LeaseSlot.Vacant gone) || gone.fence().isPresent()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
      }
      direct.compareAndExchange(
          KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "bob", 11)));
      proxy.pass();
      proxy.cut();
      Collected told = Crew.await(collected);
      assertThat(told.removed()).isEmpty();
      assertThat(told.count(Collected.Kept.BUSY)).isEqualTo(1);
    }
  }

  private boolean dropAnswers() {
    proxy.dropAnswers();
    return true;
  }

  @Test
  void LS_13_what_never_reached_anybody_is_not_written() {
    proxy.refuse();
    try (EtcdLeaseStore cut = through(Duration.ofMillis(500))) {
      Throwable thrown =
          catchThrowable(
              () ->
                  cut.compareAndExchange(
                      KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10))));
      assertThat(thrown)
          .isInstanceOfSatisfying(
              LeaseStoreException.class,
              error -> {
                assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
                assertThat(error.nextStep()).contains("prlease doctor");
              });
    }
    assertThat(direct.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void a_batch_beyond_what_one_transaction_takes_goes_in_parts() {
    List<LeaseKey> keys = new ArrayList<>();
    List<ExchangeRequest> batch = new ArrayList<>();
    for (int i = 1; i <= 350; i++) {
      LeaseKey key = LeaseKey.pullRequest("acme/many", i);
      keys.add(key);
      batch.add(
          new ExchangeRequest(
              key, Expected.vacant(), Change.hold(Samples.record(key, "alice", 10))));
    }
    assertThat(direct.exchangeAll(batch))
        .allSatisfy(
            result ->
                assertThat(((ExchangeResult.Answered) result).exchange())
                    .isInstanceOf(Exchange.Swapped.class));
    assertThat(direct.loadAll(keys))
        .allSatisfy(
            result ->
                assertThat(((LoadResult.Answered) result).slot())
                    .isInstanceOf(LeaseSlot.Held.class));
  }

  @Test
  void LS_15_a_key_that_comes_twice_in_a_batch_is_exchanged_twice_in_order() {
    LeaseSlot absent = direct.load(KEY);
    List<ExchangeResult> results =
        direct.exchangeAll(
            List.of(
                new ExchangeRequest(
                    KEY, Expected.vacant(), Change.hold(Samples.record(KEY, "alice", 10))),
                new ExchangeRequest(
                    KEY,
                    Expected.exactly(absent.version()),
                    Change.hold(Samples.record(KEY, "bob", 11)))));
    assertThat(((ExchangeResult.Answered) results.get(0)).exchange())
        .isInstanceOf(Exchange.Swapped.class);
    assertThat(((ExchangeResult.Answered) results.get(1)).exchange())
        .isInstanceOf(Exchange.Refused.class);
  }
}
