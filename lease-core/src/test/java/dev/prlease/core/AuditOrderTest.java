package dev.prlease.core;

import static dev.prlease.core.World.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import dev.prlease.core.FussyScheduler.Refusing;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What keepers did is recorded at the side, and is there all the same, in order, when the lease or
 * the manager was closed: a program that ends then loses no line.
 */
final class AuditOrderTest {
  private static final Ttl TTL = Ttl.ofSeconds(300);

  /** Takes down what happened, and hangs for some keys until they are let go. */
  private static class Story implements AuditSink {
    private final List<AuditEvent> events = new ArrayList<>(); // guarded by this

    @Override
    public void record(AuditEvent event) {
      synchronized (this) {
        events.add(event);
      }
    }

    synchronized List<AuditEvent.Type> of(LeaseKey key) {
      return events.stream()
          .filter(event -> event.key().equals(key))
          .map(AuditEvent::type)
          .toList();
    }

    @Override
    public Durability durability() {
      return Durability.BEST_EFFORT;
    }

    @Override
    public void close() {}
  }

  private final TestClock clock = new TestClock();

  private static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/app", number);
  }

  @Test
  void P11_a_lease_that_is_closed_has_its_renewals_recorded_first_though_nothing_is_at_the_side() {
    ThreadedScheduler scheduler = new ThreadedScheduler(clock);
    Set<LeaseKey> hanging = new HashSet<>();
    Story story =
        new Story() {
          @Override
          public void record(AuditEvent event) {
            scheduler.standStill(
                () -> {
                  synchronized (hanging) {
                    return !hanging.contains(event.key());
                  }
                });
            super.record(event);
          }
        };
    LeaseManager manager =
        LeaseManager.on(new TestStore())
            .clock(clock)
            .scheduler(scheduler)
            .random(new Random(1))
            .audit(story)
            .build();
    List<PrLease> leases = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      PrLease lease = manager.acquire(key(number), A, TTL);
      var unused = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
      leases.add(lease);
      if (number == 2) {
        synchronized (hanging) {
          hanging.addAll(Set.of(key(1), key(2))); // both threads that are at the side
        }
        scheduler.advance(TTL.duration());
      }
    }
    scheduler.advance(TTL.duration());
    assertThat(story.of(key(3))).containsExactly(AuditEvent.Type.ACQUIRED);

    leases.get(2).close();
    assertThat(story.of(key(3)))
        .startsWith(AuditEvent.Type.ACQUIRED, AuditEvent.Type.RENEWED)
        .endsWith(AuditEvent.Type.RENEWED, AuditEvent.Type.RELEASED);
    leases.get(3).detach();
    assertThat(story.of(key(4)))
        .startsWith(AuditEvent.Type.ACQUIRED, AuditEvent.Type.RENEWED)
        .doesNotContain(AuditEvent.Type.RELEASED);
    synchronized (hanging) {
      hanging.clear();
    }
    scheduler.advance(Duration.ZERO);
    manager.close();
    scheduler.close();
  }

  @Test
  void P11_what_a_scheduler_that_takes_no_work_left_at_the_side_is_recorded_by_whoever_closes() {
    TestScheduler time = new TestScheduler(clock);
    FussyScheduler scheduler = new FussyScheduler(time);
    TestStore store = new TestStore();
    Story story = new Story();
    LeaseManager manager =
        LeaseManager.on(store).clock(clock).scheduler(scheduler).audit(story).build();
    PrLease lease = manager.acquire(key(1), A, TTL);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    store.unreadable(true);
    time.advance(TTL.duration().minusMillis(300));
    scheduler.refuse(Refusing.BOTH, Integer.MAX_VALUE, () -> new IllegalStateException("full"));
    time.advance(Duration.ofMillis(1300));
    assertThat(keeper.end()).containsInstanceOf(LeaseEnd.Lost.class);
    assertThat(story.of(key(1))).doesNotContain(AuditEvent.Type.LOST);

    manager.close();
    assertThat(story.of(key(1))).contains(AuditEvent.Type.LOST);
  }

  @Test
  void a_sink_that_uses_the_manager_waits_for_nobody() {
    TestScheduler time = new TestScheduler(clock);
    List<PrLease> leases = new ArrayList<>();
    Story story =
        new Story() {
          @Override
          public void record(AuditEvent event) {
            if (event.type() == AuditEvent.Type.RENEWED && leases.size() == 1) {
              leases.remove(0).close();
            }
            super.record(event);
          }
        };
    LeaseManager manager =
        LeaseManager.on(new TestStore()).clock(clock).scheduler(time).audit(story).build();
    leases.add(manager.acquire(key(1), A, TTL));
    Moment before = Moment.of(clock);
    leases.get(0).renew();
    assertThat(Moment.of(clock).since(before)).isZero();
    assertThat(story.of(key(1)))
        .containsExactly(
            AuditEvent.Type.ACQUIRED, AuditEvent.Type.RENEWED, AuditEvent.Type.RELEASED);
    manager.close();
  }
}
