package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P11: deadlines fire on a thread that calls no code of others: no store, sink or listener. */
final class TimerIoTest {
  private static final int LEASES = 50;
  private static final Ttl TTL = Ttl.ofSeconds(60);

  /** Knows which thread runs a timer. */
  private final class Watching implements Scheduler {
    private final ThreadedScheduler scheduler;

    Watching(ThreadedScheduler scheduler) {
      this.scheduler = scheduler;
    }

    private Runnable watched(Runnable timer) {
      return () -> {
        onTimer.set(true);
        try {
          timer.run();
        } finally {
          onTimer.remove();
        }
      };
    }

    @Override
    public Handle after(Duration delay, Runnable timer) {
      return scheduler.after(delay, watched(timer));
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      return scheduler.every(period, watched(timer));
    }

    @Override
    public Handle execute(Runnable task) {
      return scheduler.execute(task);
    }

    @Override
    public void pause(Duration duration) {
      noteCall("pause");
      scheduler.pause(duration);
    }

    @Override
    public void close() {
      scheduler.close();
    }
  }

  private final class WatchingStore extends TestStore {
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // what stalls must not hold the lock
    public LeaseSlot load(LeaseKey key) {
      noteCall("load");
      stallIfSo();
      return super.load(key);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      noteCall("compareAndExchange");
      stallIfSo();
      return super.compareAndExchange(key, expected, change);
    }

    @Override
    public String location() {
      noteCall("location");
      return super.location();
    }

    private void stallIfSo() {
      if (stalls) {
        threads.standStill(() -> !stalls);
      }
    }
  }

  private final class WatchingSink implements AuditSink {
    @Override
    public void record(AuditEvent event) {
      noteCall("record");
    }

    @Override
    public Durability durability() {
      return Durability.BEST_EFFORT;
    }

    @Override
    public void close() {}
  }

  private final class Watcher implements LeaseListener {
    @Override
    public void renewed(Instant expiresAt) {
      noteCall("renewed");
    }

    @Override
    public void ended(LeaseEnd end) {
      noteCall("ended");
    }
  }

  private final ThreadLocal<Boolean> onTimer = new ThreadLocal<>();
  private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> callsOnTimer = new ConcurrentLinkedQueue<>();
  private final TestClock clock = new TestClock();
  private final ThreadedScheduler threads = new ThreadedScheduler(clock);
  private final WatchingStore store = new WatchingStore();
  private final LeaseManager manager =
      LeaseManager.on(store)
          .clock(clock)
          .scheduler(new Watching(threads))
          .random(new Random(1))
          .audit(new WatchingSink())
          .build();
  private volatile boolean stalls;

  private void noteCall(String call) {
    calls.add(call);
    if (onTimer.get() != null) {
      callsOnTimer.add(call);
    }
  }

  @AfterEach
  void letGo() {
    stalls = false;
    threads.advance(Duration.ZERO);
    threads.close();
  }

  @Test
  void P11_timers_call_neither_store_nor_sink_nor_listener() {
    List<PrLease> leases = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      PrLease lease = manager.acquire(LeaseKey.pullRequest("acme/app", i + 1), A, TTL);
      var unused = lease.keepAlive(KeepAliveOptions.DEFAULTS, new Watcher());
      leases.add(lease);
    }
    threads.advance(TTL.duration());
    LeaseManager operator = LeaseManager.on(store).clock(clock).scheduler(threads).build();
    operator.breakLease(leases.get(0).key(), B, "a test");
    threads.advance(Duration.ofSeconds(15));
    clock.step(Duration.ofMinutes(-1));
    threads.advance(Duration.ofSeconds(5));
    stalls = true; // batches are given up, and all is lost
    threads.advance(TTL.duration());
    leases.forEach(lease -> assertThat(lease.remaining()).isZero());
    stalls = false; // what landed late is given back
    threads.advance(TTL.duration().multipliedBy(4));
    assertThat(calls)
        .contains("load", "compareAndExchange", "record", "renewed", "ended", "location");
    assertThat(callsOnTimer).isEmpty();
  }
}
