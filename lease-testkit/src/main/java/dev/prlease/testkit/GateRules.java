package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.testkit.StoreCall.Operation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P3 at the gate: what a gated action may rely on. */
@DisplayNameGeneration(RuleNames.class)
abstract class GateRules extends ManagerSuite {
  private final List<String> told = new ArrayList<>();

  private GatedAction<String> action(Consumer<Gate> work) {
    return new GatedAction<>() {
      @Override
      public String name() {
        return "test-action";
      }

      @Override
      public String run(Gate gate) {
        work.accept(gate);
        return "done";
      }
    };
  }

  @Test
  void P3_the_action_starts_right_after_the_assertion_with_nothing_between() throws Exception {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.forgetCalls();
    List<Operation> before = new ArrayList<>();
    int[] audited = new int[1];
    String result =
        lease.run(
            action(
                gate -> {
                  store.calls().forEach(call -> before.add(call.operation()));
                  audited[0] = audit.ofType(AuditEvent.Type.GATE_PASSED).size();
                  assertThat(gate.key()).isEqualTo(KEY);
                  assertThat(gate.session()).isEqualTo(ALICE);
                  assertThat(gate.fence()).isEqualTo(lease.fence());
                  assertThat(gate.deadline()).isEqualTo(lease.expiresAt());
                }));
    assertThat(result).isEqualTo("done");
    assertThat(before).as("calls before the action").containsExactly(Operation.LOAD);
    assertThat(audited[0]).as("gate-passed is recorded afterwards").isZero();
    assertThat(audit.types())
        .containsSubsequence(AuditEvent.Type.GATE_PASSED, AuditEvent.Type.ACTION_SUCCEEDED);
  }

  @Test
  void P3_L11_who_does_not_own_the_lease_does_not_act() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    assertThatThrownBy(() -> lease.run(action(gate -> told.add("acted"))))
        .isInstanceOf(NotOwnerException.class);
    assertThat(told).isEmpty();
    assertThat(audit.types())
        .contains(AuditEvent.Type.GATE_REFUSED)
        .doesNotContain(AuditEvent.Type.GATE_PASSED);
  }

  @Test
  void P3_an_expired_lease_lets_nobody_act() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    assertThatThrownBy(() -> lease.run(action(gate -> told.add("acted"))))
        .isInstanceOf(LeaseExpiredException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void P3_a_store_that_cannot_be_reached_lets_nobody_act() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.unreachable();
    assertThatThrownBy(() -> lease.run(action(gate -> told.add("acted"))))
        .isInstanceOf(LeaseStoreException.class);
    assertThat(told).isEmpty();
    store.heal();
  }

  @Test
  void P3_a_lease_with_too_little_left_is_renewed_before_the_action() throws Exception {
    for (int seconds : new int[] {900, 30}) {
      Ttl ttl = Ttl.ofSeconds(seconds);
      PrLease lease = manager().acquire(KEY, ALICE, ttl);
      long needed = Math.min(60, seconds / 3);
      pass(ttl.duration().minusSeconds(needed));
      Instant before = lease.expiresAt();
      lease.run(action(gate -> assertThat(gate.deadline()).isEqualTo(before)));
      pass(Duration.ofMillis(1));
      lease.run(
          action(gate -> assertThat(gate.deadline()).isEqualTo(clock.now().plus(ttl.duration()))));
      lease.release();
    }
  }

  @Test
  void P3_a_lease_that_cannot_be_renewed_in_time_lets_nobody_act() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusSeconds(30));
    store.next(Operation.EXCHANGE, Fault.delayAfter(Duration.ofSeconds(40)));
    assertThatThrownBy(() -> lease.run(action(gate -> told.add("acted"))))
        .isInstanceOf(LeaseExpiredException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void P3_the_gate_tells_of_the_loss_at_the_deadline_and_asserts_no_more() throws Exception {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Instant deadline = lease.expiresAt();
    List<Instant> lost = new ArrayList<>();
    lease.run(
        action(
            gate -> {
              gate.listen(
                  new Gate.Listener() {
                    @Override
                    public void renewed() {
                      told.add("renewed");
                    }

                    @Override
                    public void lost() {
                      lost.add(clock.now());
                    }
                  });
              pass(TTL.duration().minusMillis(1));
              gate.assertOwned();
              assertThat(lost).isEmpty();
              pass(Duration.ofMillis(1));
              assertThat(gate.remaining()).isZero();
              assertExpired(gate::assertOwned);
            }));
    pass(Duration.ofSeconds(1));
    assertThat(lost).as("when the loss was told").containsExactly(deadline);
  }

  @Test
  void P12_L20_a_gate_without_a_keeper_is_told_within_a_second_that_the_clock_ran_past_its_end()
      throws Exception {
    for (Duration step : List.of(TTL.duration(), Duration.ofHours(-25))) {
      PrLease lease = manager().acquire(KEY, ALICE, TTL);
      List<String> lost = new ArrayList<>();
      lease.run(
          action(
              gate -> {
                gate.listen(
                    new Gate.Listener() {
                      @Override
                      public void renewed() {}

                      @Override
                      public void lost() {
                        lost.add("lost");
                      }
                    });
                pass(Duration.ofSeconds(10));
                assertThat(lost).isEmpty();
                clock.stepWall(step);
                pass(Duration.ofSeconds(1));
              }));
      assertThat(lost).as("after a step of %s", step).containsExactly("lost");
      manager().releaseSession(KEY, ALICE);
    }
    assertThat(scheduler.plannedTimers()).as("timers of gates that are closed").isZero();
  }

  @Test
  void P11_L27_a_long_action_under_a_keeper_keeps_its_gate_open() throws Exception {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    lease.run(
        action(
            gate -> {
              gate.listen(
                  new Gate.Listener() {
                    @Override
                    public void renewed() {
                      told.add("renewed");
                    }

                    @Override
                    public void lost() {
                      told.add("lost");
                    }
                  });
              pass(Duration.ofHours(3));
              gate.assertOwned();
              assertThat(gate.deadline()).isAfter(clock.now());
            }));
    assertThat(told).contains("renewed").doesNotContain("lost");
  }

  @Test
  void an_action_that_fails_is_recorded_and_its_exception_passes() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    IOException failure = new IOException("the push was rejected");
    GatedAction<String> failing =
        new GatedAction<>() {
          @Override
          public String name() {
            return "test-action";
          }

          @Override
          public String run(Gate gate) throws IOException {
            throw failure;
          }
        };
    assertThatThrownBy(() -> lease.run(failing)).isSameAs(failure);
    assertThat(audit.types())
        .containsSubsequence(AuditEvent.Type.GATE_PASSED, AuditEvent.Type.ACTION_FAILED);
    lease.assertOwned();
  }
}
