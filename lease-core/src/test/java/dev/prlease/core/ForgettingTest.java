package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.core.TestStore.Fault;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** L51: what is over is forgotten, while the manager and its other leases go on. */
final class ForgettingTest {
  private final World world = new World();
  private final List<WeakReference<GrantState>> grants = new ArrayList<>();
  private int number;

  private PrLease kept() {
    PrLease lease = world.manager.acquire(LeaseKey.pullRequest("acme/app", ++number), A, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    grants.add(new WeakReference<>(lease.grant()));
    return lease;
  }

  /** Ends one lease in each way. */
  private void endInEveryWay() throws Exception {
    kept().close();
    kept().detach();
    kept(); // abandoned
    PrLease broken = kept();
    world.manager.breakLease(broken.key(), B, "a test");
    PrLease tooLate = kept();
    world.store.afterNextExchange(() -> world.clock.step(Duration.ofDays(1)));
    assertThat(catchLost(tooLate)).isTrue();
    world.clock.step(Duration.ofDays(-1));
    PrLease unanswered = kept();
    world.store.next(Fault.LOSE_ANSWER);
    world.store.unreadable(true);
    assertThat(catchLost(unanswered)).isTrue();
    world.store.unreadable(false);
    PrLease attached = world.manager.attach(kept().key(), A);
    attached.close();
    kept().handOver(dev.prlease.api.Holder.ofProgram("heir"));
  }

  private static boolean catchLost(PrLease lease) {
    try {
      lease.renew();
      return false;
    } catch (RuntimeException lost) {
      return true;
    }
  }

  @Test
  void L51_grants_that_are_over_are_forgotten_while_others_are_kept() throws Exception {
    PrLease staying = world.manager.acquire(LeaseKey.pullRequest("acme/app", 99_999), A, TTL);
    staying.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    endInEveryWay();
    for (int tries = 0; tries < 200 && !allAreForgotten(); tries++) {
      System.gc();
      world.advance(Duration.ofSeconds(60));
    }
    assertThat(allAreForgotten()).isTrue();
    assertThat(world.manager.keepers().agenda().all()).hasSizeLessThanOrEqualTo(1);
    assertThat(staying.key().number()).isEqualTo(99_999);
  }

  private boolean allAreForgotten() {
    return grants.stream().allMatch(grant -> grant.get() == null);
  }
}
