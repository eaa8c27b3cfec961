package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.Holder;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.spi.SharedSlots;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** P8 where keys share slots: a record of another key blocks as long as it lives. */
final class SharedSlotsTest {
  private static final LeaseKey STRANGER = LeaseKey.pullRequest("acme_app/x", 42);

  private static final class SharingStore extends TestStore implements SharedSlots {}

  private final World world = new World(new SharingStore());

  /** Another key's record is in the slot of the sample key, for a second. */
  private void putStranger() {
    LeaseRecord record =
        LeaseRecord.of(STRANGER, B, LeaseRecord.cut(world.clock.now()), Ttl.ofSeconds(1));
    world.store.put(KEY, version -> new LeaseSlot.Held(version, record, Optional.empty()));
  }

  private List<ThrowingCallable> acts(PrLease lease) {
    return List.of(
        lease::renew,
        lease::assertOwned,
        () -> lease.handOver(Holder.ofProgram("heir")),
        () -> world.manager.attach(KEY, A),
        () -> world.manager.adopt(KEY, A, B, TTL));
  }

  @Test
  void P8_an_expired_record_of_another_key_is_as_good_as_none() {
    for (int act = 0; act < 5; act++) {
      PrLease lease = world.manager.acquire(KEY, A, TTL);
      putStranger();
      world.advance(Duration.ofSeconds(1));
      NotOwnerException refused =
          catchThrowableOfType(NotOwnerException.class, acts(lease).get(act));
      assertThat(refused).as("act %s", act).isNotNull();
      assertThat(refused.reason()).isEqualTo(NotOwnerException.Reason.NONE);
      lease.release();
      assertThat(world.manager.releaseSession(KEY, A)).isFalse();
      assertThat(world.manager.find(KEY).state()).isEqualTo(LeaseStatus.State.EXPIRED);
    }
  }

  @Test
  void P8_a_live_record_of_another_key_is_a_mismatch() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    putStranger();
    for (ThrowingCallable act : acts(lease)) {
      assertThatThrownBy(act).isInstanceOf(KeyMismatchException.class);
    }
    assertThatThrownBy(() -> world.manager.releaseSession(KEY, A))
        .isInstanceOf(KeyMismatchException.class);
  }
}
