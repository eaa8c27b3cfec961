package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.NotOwnerException;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GatingTest {
  private final World world = new World();
  private final List<String> heard = new ArrayList<>();

  private final Gate.Listener listener =
      new Gate.Listener() {
        @Override
        public void renewed() {
          heard.add("renewed");
        }

        @Override
        public void lost() {
          heard.add("lost");
        }
      };

  /** An action made of a function. */
  interface Body {
    String run(Gate gate) throws Exception;
  }

  private static GatedAction<String> action(Body body) {
    return new GatedAction<>() {
      @Override
      public String name() {
        return "test";
      }

      @Override
      public String run(Gate gate) throws Exception {
        return body.run(gate);
      }
    };
  }

  @Test
  void an_action_runs_right_after_the_assertion_and_the_audit_tells_of_it() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    int before = world.store.calls();
    String result =
        lease.run(
            action(
                gate -> {
                  assertThat(world.store.calls()).isEqualTo(before + 1);
                  assertThat(world.story()).containsExactly("acquired");
                  assertThat(gate.deadline()).isEqualTo(lease.expiresAt());
                  assertThat(gate.remaining()).isEqualTo(TTL.duration());
                  assertThat(gate.grantId()).isEqualTo(lease.grantId());
                  gate.assertOwned();
                  return "done";
                }));
    assertThat(result).isEqualTo("done");
    assertThat(world.story()).containsExactly("acquired", "gate-passed", "action-succeeded");
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void gate_passed_is_recorded_while_the_action_runs() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        action(
            gate -> {
              world.advance(Duration.ofSeconds(1));
              assertThat(world.story()).containsExactly("acquired", "gate-passed");
              return "";
            }));
  }

  @Test
  void P3_a_gate_renews_first_when_too_little_time_is_left() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(870));
    lease.run(
        action(
            gate -> {
              assertThat(gate.remaining()).isEqualTo(TTL.duration());
              return "";
            }));
    assertThat(world.story())
        .containsExactly("acquired", "renewed", "gate-passed", "action-succeeded");
  }

  @Test
  void an_action_without_the_lease_is_refused_and_not_started() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.manager.breakLease(KEY, B, "test");
    assertThatThrownBy(
            () ->
                lease.run(
                    action(
                        gate -> {
                          throw new AssertionError("started");
                        })))
        .isInstanceOf(NotOwnerException.class);
    assertThat(world.story()).containsExactly("acquired", "broken", "lost", "gate-refused");
  }

  @Test
  void a_failing_action_is_recorded_and_its_error_thrown_on() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThatThrownBy(
            () ->
                lease.run(
                    action(
                        gate -> {
                          throw new java.io.IOException("pipe broke");
                        })))
        .isInstanceOf(java.io.IOException.class);
    assertThat(world.story()).containsExactly("acquired", "gate-passed", "action-failed");
    assertThat(world.events().get(2).details())
        .containsEntry("action", "test")
        .containsEntry("reason", "pipe broke");
  }

  @Test
  void an_action_tells_its_own_outcome() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        new GatedAction<Integer>() {
          @Override
          public String name() {
            return "exec";
          }

          @Override
          public Integer run(Gate gate) {
            return 3;
          }

          @Override
          public Outcome outcome(Integer result) {
            return new Outcome(Status.FAILED, Map.of("exit_code", result.toString()));
          }
        });
    assertThat(world.story()).endsWith("action-failed");
    assertThat(world.events().get(2).details()).containsEntry("exit_code", "3");
  }

  @Test
  void without_a_keeper_the_loss_is_told_at_the_deadline_which_renewals_move() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        action(
            gate -> {
              gate.listen(listener);
              world.advance(Duration.ofSeconds(100));
              lease.renew();
              world.advance(TTL.duration().minusMillis(1));
              assertThat(heard).containsExactly("renewed");
              world.advance(Duration.ofMillis(1));
              assertThat(heard).containsExactly("renewed", "lost");
              assertThat(gate.remaining()).isZero();
              gate.listen(listener);
              world.advance(Duration.ofMillis(1));
              assertThat(heard).containsExactly("renewed", "lost", "lost");
              return "";
            }));
    assertThat(world.events().get(world.events().size() - 1).details())
        .containsEntry("lease_lost", "expired");
  }

  @Test
  void with_a_keeper_a_break_is_told_while_the_action_runs() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    lease.run(
        action(
            gate -> {
              gate.listen(listener);
              world.advance(Duration.ofSeconds(305));
              world.manager.breakLease(KEY, B, "test");
              world.advance(Duration.ofSeconds(10));
              return "";
            }));
    assertThat(heard).containsExactly("renewed", "lost");
  }

  @Test
  void a_handle_closed_while_the_action_runs_ends_the_action_too() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        action(
            gate -> {
              gate.listen(listener);
              lease.close();
              world.advance(Duration.ofMillis(1));
              return "";
            }));
    assertThat(heard).containsExactly("lost");
  }

  @Test
  void a_listener_that_was_closed_hears_nothing() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        action(
            gate -> {
              gate.listen(listener).close();
              lease.renew();
              world.advance(TTL.duration());
              return "";
            }));
    assertThat(heard).isEmpty();
  }
}
