package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Holder;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.NotRecordedException;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** L16: what bypasses branch protection is recorded durably first, or does not happen. */
final class BypassTest {
  private final World world = new World();
  private final List<String> story = new ArrayList<>();

  /** A sink that tells what it was told, and fails if it should. */
  private final class Sink implements AuditSink {
    private final Durability durability;
    private final Optional<RuntimeException> failure;
    private final List<AuditEvent> taken = new ArrayList<>();

    Sink(Durability durability, Optional<RuntimeException> failure) {
      this.durability = durability;
      this.failure = failure;
    }

    @Override
    public void record(AuditEvent event) {
      story.add(event.type().text());
      if (event.type() == AuditEvent.Type.ADMIN_BYPASS) {
        failure.ifPresent(
            thrown -> {
              throw thrown;
            });
      }
      taken.add(event);
    }

    @Override
    public Durability durability() {
      return durability;
    }

    @Override
    public void close() {}
  }

  private Sink durable() {
    return new Sink(AuditSink.Durability.DURABLE, Optional.empty());
  }

  private Sink failing() {
    return new Sink(
        AuditSink.Durability.DURABLE, Optional.of(new IllegalStateException("disk full")));
  }

  private Sink bestEffort() {
    return new Sink(AuditSink.Durability.BEST_EFFORT, Optional.empty());
  }

  private LeaseManager manager(Sink... sinks) {
    LeaseManagerBuilder builder =
        LeaseManager.on(world.store).clock(world.clock).scheduler(world.scheduler);
    for (Sink sink : sinks) {
      builder.audit(sink);
    }
    return builder.holder(new Holder("build-7", Optional.empty(), "prlease merge", "kim")).build();
  }

  private final class Admin implements GatedAction<String> {
    @Override
    public String name() {
      return "merge";
    }

    @Override
    public Optional<Bypass> bypass() {
      return Optional.of(new Bypass("hotfix", Map.of("head", "abc")));
    }

    @Override
    public String run(Gate gate) {
      story.add("run after call " + world.store.calls());
      return "";
    }
  }

  @Test
  void L16_it_is_recorded_of_a_lease_that_is_owned_and_nothing_but_the_assertion_follows()
      throws Exception {
    Sink sink = durable();
    PrLease lease = manager(sink).acquire(KEY, A, TTL);
    int before = world.store.calls();
    lease.run(new Admin());
    assertThat(story.subList(0, 3))
        .containsExactly("acquired", "admin-bypass", "run after call " + (before + 2));
    AuditEvent event = sink.taken.get(1);
    assertThat(event.session()).isEqualTo(A);
    assertThat(event.grantId()).contains(lease.grantId());
    assertThat(event.fence()).isEqualTo(lease.fence());
    assertThat(event.details())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "action", "merge",
                "pull_request", "acme/app#42",
                "asked_by", A.value(),
                "asked_as", "kim",
                "asked_with", "prlease merge",
                "asked_on", "build-7",
                "reason", "hotfix",
                "head", "abc"));
  }

  @Test
  void one_durable_sink_is_enough() throws Exception {
    manager(failing(), durable(), bestEffort()).acquire(KEY, A, TTL).run(new Admin());
    assertThat(story.stream().filter("admin-bypass"::equals)).hasSize(3);
    assertThat(story).anyMatch(line -> line.startsWith("run"));
  }

  @Test
  void without_a_durable_sink_it_does_not_happen() {
    PrLease lease = manager(bestEffort()).acquire(KEY, A, TTL);
    assertThatThrownBy(() -> lease.run(new Admin()))
        .isInstanceOf(NotRecordedException.class)
        .hasMessageContaining("merge on acme/app#42")
        .hasMessageContaining("no audit sink here is durable");
    assertThat(story).containsExactly("acquired", "admin-bypass", "gate-refused");
    assertThatThrownBy(() -> manager().acquire(KEY, A, TTL).run(new Admin()))
        .isInstanceOf(NotRecordedException.class);
  }

  @Test
  void when_the_durable_sink_fails_it_does_not_happen() {
    PrLease lease = manager(failing(), bestEffort()).acquire(KEY, A, TTL);
    assertThatThrownBy(() -> lease.run(new Admin()))
        .isInstanceOf(NotRecordedException.class)
        .hasMessageContaining("disk full");
    assertThat(story).noneMatch(line -> line.startsWith("run"));
  }

  @Test
  void without_the_lease_nothing_is_recorded_as_bypassed() {
    PrLease lease = manager(durable()).acquire(KEY, A, TTL);
    world.manager.breakLease(KEY, B, "test");
    assertThatThrownBy(() -> lease.run(new Admin())).isInstanceOf(NotOwnerException.class);
    assertThat(story).doesNotContain("admin-bypass").contains("gate-refused");
  }

  @Test
  void a_bypass_needs_a_reason() {
    assertThatThrownBy(() -> new GatedAction.Bypass(" ", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("reason");
  }
}
