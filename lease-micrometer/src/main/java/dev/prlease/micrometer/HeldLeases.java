package dev.prlease.micrometer;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which leases are held, as their audit tells. A lease that nobody ends, since its holder forgot
 * it, is not held any more once it has lapsed; so what is kept here is bounded by what can be held.
 * Thread-safe.
 */
final class HeldLeases {
  /** How many lapsed ones may lie about before they are looked for. */
  private static final int SWEEP_AT = 1_024;

  private final LongSupplier millis;
  private final Map<LeaseKey, Holding> holdings = new ConcurrentHashMap<>();

  private record Holding(Fence fence, long until) {}

  /** With the wall time that {@code millis} gives. */
  HeldLeases(LongSupplier millis) {
    this.millis = millis;
  }

  /** Takes {@code event} into account. */
  void add(AuditEvent event) {
    switch (event.type()) {
      case ACQUIRED, RECLAIMED, ADOPTED -> begin(event);
      case RENEWED -> {
        if (event.details().containsKey("handed_over_to")) {
          end(event);
        } else {
          renew(event);
        }
      }
      case RELEASED, LOST -> end(event);
      default -> {
        // Changes nothing about who holds what, or is told by the holder as well.
      }
    }
  }

  private void begin(AuditEvent event) {
    if (holdings.size() >= SWEEP_AT) {
      sweep();
    }
    holdings.put(event.key(), new Holding(event.fence(), until(event)));
  }

  private void renew(AuditEvent event) {
    holdings.computeIfPresent(
        event.key(),
        (key, now) ->
            now.fence().equals(event.fence()) ? new Holding(now.fence(), until(event)) : now);
  }

  /** Of an end that is told late, a later holding of the key is none of it. */
  private void end(AuditEvent event) {
    holdings.computeIfPresent(
        event.key(), (key, now) -> now.fence().equals(event.fence()) ? null : now);
  }

  /** How many there are. */
  int count() {
    sweep();
    return holdings.size();
  }

  private void sweep() {
    long now = millis.getAsLong();
    holdings.values().removeIf(holding -> holding.until() <= now);
  }

  private static long until(AuditEvent event) {
    String end = event.details().getOrDefault("expires_at", "");
    try {
      return Instant.parse(end).toEpochMilli();
    } catch (DateTimeParseException notAsTheCoreWritesIt) {
      return event.at().plus(Ttl.MAX).toEpochMilli();
    }
  }
}
