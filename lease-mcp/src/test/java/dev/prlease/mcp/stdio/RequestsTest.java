package dev.prlease.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.Scheduler;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestsTest {
  private final ManualScheduler scheduler =
      new ManualScheduler(new ManualClock(), ManualScheduler.Pauses.PASS_TIME);
  private final Requests requests = new Requests(scheduler);
  private final List<String> done = new ArrayList<>();

  private boolean start(Object id, String what) {
    return requests.start(id, request -> done.add(what));
  }

  @Test
  void an_id_that_is_in_use_starts_nothing_and_numbers_are_not_text() {
    assertThat(start(1, "one")).isTrue();
    assertThat(start(1L, "again")).isFalse();
    assertThat(start("1", "text")).isTrue();
    scheduler.runDue();
    assertThat(done).containsExactly("one", "text");
    assertThat(start(1, "after")).isTrue();
  }

  @Test
  void what_is_cancelled_before_its_turn_never_starts() throws Exception {
    assertThat(start(1, "one")).isTrue();
    requests.cancel(1);
    assertThat(requests.isAwaited(1)).isFalse();
    scheduler.runDue();
    assertThat(done).isEmpty();
    assertThat(requests.awaitNone(Duration.ofSeconds(1))).isTrue();
  }

  @Test
  @Timeout(60)
  void what_is_cancelled_while_it_runs_is_interrupted_once() throws Exception {
    try (Scheduler pool = new ThreadPoolScheduler()) {
      Requests real = new Requests(pool);
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch cancelledTwice = new CountDownLatch(1);
      AtomicInteger interrupts = new AtomicInteger();
      boolean started =
          real.start(
              1,
              request -> {
                try {
                  begun.countDown();
                  new CountDownLatch(1).await();
                } catch (InterruptedException asked) {
                  interrupts.incrementAndGet();
                }
                try {
                  cancelledTwice.await();
                } catch (InterruptedException again) {
                  interrupts.incrementAndGet();
                }
              });
      assertThat(started).isTrue();
      begun.await();
      real.cancel(1);
      real.cancel(1);
      cancelledTwice.countDown();
      assertThat(real.awaitNone(Duration.ofSeconds(30))).isTrue();
      assertThat(interrupts).hasValue(1);
    }
  }

  @Test
  void nothing_starts_after_the_end_and_an_unknown_id_is_nobodys() {
    requests.cancel(7);
    requests.cancel(null);
    assertThat(requests.isAwaited(7)).isTrue();
    requests.refuseMore();
    assertThat(start(1, "late")).isFalse();
  }
}
