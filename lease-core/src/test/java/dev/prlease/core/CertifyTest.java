package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commit that a session last certified or pushed, kept in the record. */
final class CertifyTest {
  private static final String HEAD = "0123456789abcdef0123456789abcdef01234567";
  private static final String NEXT = "f".repeat(64);

  private final World world = new World();

  @Test
  void it_is_written_by_one_exchange_which_extends_the_lease() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(100));
    int before = world.store.calls();
    lease.certify(HEAD);
    assertThat(world.store.calls()).isEqualTo(before + 1);
    assertThat(world.record().head()).contains(HEAD);
    assertThat(lease.record().head()).contains(HEAD);
    assertThat(lease.remaining()).isEqualTo(TTL.duration());
    assertThat(world.story()).containsExactly("acquired", "renewed");
  }

  @Test
  void renewals_and_acquiring_again_keep_it_and_another_takes_its_place() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.certify(HEAD);
    lease.renew();
    assertThat(world.record().head()).contains(HEAD);
    try (PrLease again = world.manager.acquire(KEY, A, TTL)) {
      assertThat(world.record().head()).contains(HEAD);
      again.certify(NEXT);
    }
    assertThat(world.record().head()).contains(NEXT);
  }

  @Test
  void P14_what_an_older_program_dropped_the_next_renewal_restores() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.certify(HEAD);
    LeaseRecord written = world.record();
    world.store.put(
        KEY,
        version ->
            new LeaseSlot.Held(
                version,
                LeaseRecord.of(KEY, A, written.acquiredAt(), written.ttl()),
                Optional.empty()));
    lease.renew();
    assertThat(world.record().head()).contains(HEAD);
  }

  @Test
  void another_holding_starts_without_it() {
    world.manager.acquire(KEY, A, TTL).certify(HEAD);
    world.advance(TTL.duration());
    world.manager.acquire(KEY, B, TTL);
    assertThat(world.record().head()).isEmpty();
  }

  @Test
  void who_lost_the_lease_certifies_nothing() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.manager.breakLease(KEY, B, "test");
    world.manager.acquire(KEY, B, TTL);
    assertThatThrownBy(() -> lease.certify(HEAD)).isInstanceOf(NotOwnerException.class);
    assertThat(world.record().head()).isEmpty();
  }

  @Test
  void an_action_reads_and_writes_it_through_its_gate() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        action(
            gate -> {
              assertThat(gate.head()).isEmpty();
              gate.certify(HEAD);
              assertThat(gate.head()).contains(HEAD);
            }));
    assertThat(world.record().head()).contains(HEAD);
    assertThatThrownBy(() -> lease.run(action(gate -> gate.certify("HEAD"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                lease.run(
                    action(
                        gate -> {
                          world.manager.breakLease(KEY, B, "test");
                          gate.certify(NEXT);
                        })))
        .isInstanceOf(NotOwnerException.class);
  }

  private static GatedAction<String> action(Consumer<Gate> work) {
    return new GatedAction<>() {
      @Override
      public String name() {
        return "try";
      }

      @Override
      public String run(Gate gate) {
        work.accept(gate);
        return "";
      }
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456",
        "HEAD",
        "0123456789ABCDEF0123456789ABCDEF01234567",
        "0123456789abcdef0123456789abcdef0123456g"
      })
  void what_is_no_whole_commit_id_is_refused(String sha) {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThatThrownBy(() -> lease.certify(sha))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("40 or 64");
    assertThat(world.record().head()).isEmpty();
  }
}
