package dev.prlease.micrometer;

import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts what happens to the leases of a manager, and how many it holds. Bind it beside other
 * sinks; or put it around one, and it also counts the events which that one failed to take down.
 *
 * <p>Meters, each tagged with the {@code store} that was named here:
 *
 * <ul>
 *   <li>{@code prlease.leases.events}, a counter for each {@code event}: {@code acquired}, {@code
 *       stood-down}, {@code lost}, {@code reclaimed} and the others of {@link AuditEvent.Type}; all
 *       are there from the start, at zero.
 *   <li>{@code prlease.leases.held}, a gauge: leases that were acquired here and have neither ended
 *       nor lapsed since. A lease that is broken counts until its holder finds out.
 *   <li>{@code prlease.audit.failures}, a counter: events that the sink inside did not take down.
 * </ul>
 *
 * <p>Keys and sessions are no tags: there would be a meter for each pull request. Alone, it keeps
 * no event and is no audit ({@link AuditSink.Durability#BEST_EFFORT}); around another sink it is as
 * durable as that one. Thread-safe.
 */
public final class MeteredAuditSink implements AuditSink {
  private final Map<AuditEvent.Type, Counter> events = new EnumMap<>(AuditEvent.Type.class);
  private final Counter failures;
  private final HeldLeases held;
  private final Optional<AuditSink> inner;

  /** Counts only. */
  public MeteredAuditSink(MeterRegistry registry, String store) {
    this(registry, store, Optional.empty());
  }

  /** Counts, and hands each event on to {@code inner}, which it closes when it is closed. */
  public MeteredAuditSink(MeterRegistry registry, String store, AuditSink inner) {
    this(registry, store, Optional.of(inner));
  }

  private MeteredAuditSink(MeterRegistry registry, String store, Optional<AuditSink> inner) {
    Objects.requireNonNull(store, "store");
    this.inner = inner;
    this.held = new HeldLeases(registry.config().clock()::wallTime);
    for (AuditEvent.Type type : AuditEvent.Type.values()) {
      events.put(
          type,
          Counter.builder("prlease.leases.events")
              .description("What happened to leases")
              .tag("store", store)
              .tag("event", type.text())
              .register(registry));
    }
    this.failures =
        Counter.builder("prlease.audit.failures")
            .description("Events that the audit did not take down")
            .tag("store", store)
            .register(registry);
    // The gauge keeps what it counts alive: a host need not hold on to the sink.
    Gauge.builder("prlease.leases.held", held, HeldLeases::count)
        .description("Leases that are held")
        .tag("store", store)
        .strongReference(true)
        .register(registry);
  }

  @Override
  public void record(AuditEvent event) {
    Counter counter = events.get(event.type());
    if (counter != null) {
      counter.increment();
    }
    held.add(event);
    if (inner.isPresent()) {
      try {
        inner.get().record(event);
      } catch (RuntimeException | Error failed) {
        failures.increment();
        throw failed;
      }
    }
  }

  @Override
  public Durability durability() {
    return inner.isPresent() ? inner.get().durability() : Durability.BEST_EFFORT;
  }

  /** Closes the sink inside, if there is one; the meters stay. */
  @Override
  public void close() {
    inner.ifPresent(AuditSink::close);
  }
}
