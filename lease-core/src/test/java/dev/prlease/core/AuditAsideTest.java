package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P11: an audit sink that hangs changes nothing about who owns what, and delays no deadline. */
final class AuditAsideTest {
  private static final int LEASES = 60;
  private static final Ttl TTL = Ttl.ofSeconds(60);
  private static final Duration SEVERAL_TTLS = TTL.duration().multipliedBy(3);

  /** Hangs in every call, for whatever happens, until it is let go. */
  private final class HangingSink implements AuditSink {
    final List<AuditEvent> events = new ArrayList<>(); // guarded by this

    @Override
    public void record(AuditEvent event) {
      if (hangs) {
        scheduler.standStill(() -> !hangs);
      }
      synchronized (this) {
        events.add(event);
      }
    }

    synchronized List<AuditEvent.Type> typesOf(LeaseKey key) {
      return events.stream()
          .filter(event -> event.key().equals(key))
          .map(AuditEvent::type)
          .distinct()
          .toList();
    }

    @Override
    public Durability durability() {
      return Durability.BEST_EFFORT;
    }

    @Override
    public void close() {}
  }

  private final class Ends implements LeaseListener {
    private final int number;

    Ends(int number) {
      this.number = number;
    }

    @Override
    public void ended(LeaseEnd end) {
      synchronized (told) {
        told.computeIfAbsent(number, first -> new ArrayList<>()).add(clock.now());
      }
    }
  }

  private final TestClock clock = new TestClock();
  private final ThreadedScheduler scheduler = new ThreadedScheduler(clock);
  private final TestStore store = new TestStore();
  private final HangingSink sink = new HangingSink();
  private final LeaseManager manager =
      LeaseManager.on(store)
          .clock(clock)
          .scheduler(scheduler)
          .random(new Random(1))
          .audit(sink)
          .build();
  private final List<PrLease> leases = new ArrayList<>();
  private final Map<Integer, List<Instant>> told = new HashMap<>();
  private volatile boolean hangs;

  @AfterEach
  void letGo() {
    hangs = false;
    scheduler.advance(Duration.ZERO);
    scheduler.close();
  }

  private static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/app", number + 1);
  }

  private void keepAllAndHang() {
    for (int i = 0; i < LEASES; i++) {
      PrLease lease = manager.acquire(key(i), A, TTL);
      var unused = lease.keepAlive(KeepAliveOptions.DEFAULTS, new Ends(i));
      leases.add(lease);
      clock.advance(Duration.ofMillis(7));
    }
    scheduler.advance(TTL.duration());
    hangs = true;
  }

  @Test
  void P11_a_sink_that_hangs_holds_up_no_renewal_no_deadline_and_no_listener() {
    keepAllAndHang();
    scheduler.advance(SEVERAL_TTLS);
    assertThat(told).isEmpty();
    leases.forEach(PrLease::assertOwned);

    LeaseManager operator = LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
    for (int i = 0; i < LEASES / 2; i++) {
      operator.breakLease(key(i), B, "a test");
    }
    scheduler.advance(Duration.ofSeconds(10));
    for (int i = 0; i < LEASES / 2; i++) {
      assertThat(told.get(i)).as("the break of lease %d", i).hasSize(1);
    }
    store.unreadable(true);
    scheduler.advance(TTL.duration());
    for (int i = LEASES / 2; i < LEASES; i++) {
      assertThat(told.get(i))
          .as("the end of lease %d", i)
          .containsExactly(leases.get(i).record().expiresAt());
    }
    assertThat(scheduler.mostAtOnce())
        .as("tasks at once")
        .isLessThanOrEqualTo(ThreadPoolScheduler.MIN_POOL_SIZE);
  }

  @Test
  void P11_what_waited_for_a_sink_is_recorded_when_it_goes_on() {
    keepAllAndHang();
    scheduler.advance(TTL.duration());
    store.unreadable(true);
    scheduler.advance(TTL.duration());
    hangs = false;
    scheduler.advance(Duration.ofSeconds(1));
    for (int i = 0; i < LEASES; i++) {
      assertThat(sink.typesOf(key(i)))
          .containsExactly(AuditEvent.Type.ACQUIRED, AuditEvent.Type.RENEWED, AuditEvent.Type.LOST);
    }
  }

  @Test
  void P11_the_own_renewal_of_a_caller_whom_a_sink_holds_up_keeps_no_keeper_from_renewing() {
    keepAllAndHang();
    PrLease lease = leases.get(0);
    scheduler.execute(lease::renew); // hangs in the sink
    scheduler.advance(SEVERAL_TTLS);
    assertThat(told).isEmpty();
    lease.assertOwned();
  }
}
