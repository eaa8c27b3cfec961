package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SlotVersion;
import org.junit.jupiter.api.Test;

final class EndingTest {
  private final World world = new World();

  /** Somebody else looks at the slot all the time, and sees something new each time. */
  private static Thread looking(GrantState grant) {
    Known known = grant.known();
    Thread thread =
        new Thread(
            () -> {
              for (int looks = 1; grant.isOpen(); looks++) {
                SlotVersion version = new SlotVersion("look " + looks);
                grant.observe(
                    grant.revision(),
                    new Look.Live(new Known(version, known.record(), known.validity())));
              }
            });
    thread.start();
    while (grant.revision() < 10) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void P4_a_renewal_that_is_answered_too_late_is_lost_whatever_is_learnt_meanwhile()
      throws Exception {
    for (int number = 1; number <= 100; number++) {
      GrantState grant =
          world.manager.acquire(LeaseKey.pullRequest("acme/app", number), A, TTL).grant();
      Known base = grant.known();
      Thread looking = looking(grant);
      world.manager.ending().landedTooLate(grant, base);
      boolean open = grant.isOpen();
      world.manager.ending().detach(grant); // so that the thread ends
      looking.join();
      assertThat(open).as("whether the grant is open").isFalse();
    }
  }
}
