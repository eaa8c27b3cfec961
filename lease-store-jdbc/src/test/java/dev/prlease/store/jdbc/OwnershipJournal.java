package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Clock;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * What sessions were told of their leases while the store failed, and what somebody saw who only
 * looked; and what must be true of it whatever failed. Safe for use by several threads at once.
 *
 * <ul>
 *   <li>Two owners: the spans in which sessions owned a key do not overlap, and fences grow with
 *       them.
 *   <li>Lost grants: nobody is told that a lease is not his before its time was over.
 *   <li>Resurrected grants: a holding that was over, because a later one was seen or because its
 *       release had returned, is never seen again.
 * </ul>
 */
final class OwnershipJournal {
  private final Clock clock = new SystemClock();
  private final List<Span> spans = new ArrayList<>(); // all guarded by this
  private final List<Release> releases = new ArrayList<>();
  private final List<Sight> sights = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  /** From when to when a session owned the key; ticks. */
  private record Span(LeaseKey key, SessionId session, Fence fence, long from, long to) {}

  /** When a release had returned. */
  private record Release(LeaseKey key, Fence fence, long at) {}

  /** What was seen by a look that began then. */
  private record Sight(LeaseKey key, LeaseSlot slot, long began, Instant time) {}

  /** The session has just been told that it owns the lease: it acts for so long, if it may. */
  void inside(PrLease lease, int millis) {
    Fence fence = lease.fence();
    long from = clock.ticks();
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
    long to = clock.ticks();
    if (lease.remaining().compareTo(Duration.ZERO) > 0) {
      synchronized (this) {
        spans.add(new Span(lease.key(), lease.ownerSessionId(), fence, from, to));
      }
    }
  }

  void released(PrLease lease) {
    long at = clock.ticks();
    synchronized (this) {
      releases.add(new Release(lease.key(), lease.fence(), at));
    }
    count("holdings released");
  }

  void lost(PrLease lease, NotOwnerException error) {
    if (lease.record().expiresAt().isAfter(clock.now())) {
      synchronized (this) {
        violations.add("lost: " + lease + " until " + lease.expiresAt() + ": " + error);
      }
    }
    count("holdings lost once their time was over");
  }

  void failed(LeaseStoreException error) {
    count(
        error.outcome() == LeaseStoreException.Outcome.UNKNOWN
            ? "calls of unknown outcome"
            : "calls that failed");
  }

  synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  /** What a look that began at {@code began} has seen. */
  synchronized void saw(LeaseKey key, LeaseSlot slot, long began) {
    sights.add(new Sight(key, slot, began, clock.now()));
  }

  long ticks() {
    return clock.ticks();
  }

  synchronized Map<String, Integer> counts() {
    Map<String, Integer> all = new TreeMap<>(counts);
    all.put("spans of ownership", spans.size());
    all.put("looks", sights.size());
    return all;
  }

  /** Demands all of the above. */
  synchronized void assertSound() {
    assertThat(violations).isEmpty();
    Map<LeaseKey, List<Span>> owned = new HashMap<>();
    spans.forEach(span -> owned.computeIfAbsent(span.key(), k -> new ArrayList<>()).add(span));
    owned.values().forEach(OwnershipJournal::assertOneOwner);
    Map<LeaseKey, List<Sight>> seen = new HashMap<>();
    sights.forEach(sight -> seen.computeIfAbsent(sight.key(), k -> new ArrayList<>()).add(sight));
    seen.values().forEach(this::assertNoneCameBack);
  }

  private static void assertOneOwner(List<Span> spans) {
    spans.sort(Comparator.comparingLong(Span::from));
    Span last = spans.get(0);
    for (Span next : spans.subList(1, spans.size())) {
      if (!next.session().equals(last.session())) {
        assertThat(next.from()).as("two owners: %s and %s", last, next).isGreaterThan(last.to());
        assertThat(next.fence())
            .as("fences grow: %s and %s", last, next)
            .isGreaterThan(last.fence());
      }
      last = next.to() > last.to() || !next.session().equals(last.session()) ? next : last;
    }
  }

  private void assertNoneCameBack(List<Sight> looks) {
    Map<Fence, Long> over = new HashMap<>();
    releases.stream()
        .filter(each -> each.key().equals(looks.get(0).key()))
        .forEach(each -> over.merge(each.fence(), each.at(), Math::min));
    Fence highest = Fence.NONE;
    boolean isVacant = true;
    for (Sight look : looks) { // in their order: one who looks
      Fence fence = look.slot().fence();
      assertThat(fence).as("a fence after %s: %s", highest, look).isGreaterThanOrEqualTo(highest);
      if (look.slot() instanceof LeaseSlot.Held held) {
        boolean isLater = fence.compareTo(highest) > 0;
        assertThat(isLater || !isVacant).as("held again, that was vacant: %s", look).isTrue();
        Long end = over.get(fence);
        boolean isOver = !held.record().expiresAt().isAfter(look.time());
        assertThat(end == null || look.began() <= end || isOver)
            .as(
                "held, though released %s ns before: %s",
                end == null ? 0 : look.began() - end, look)
            .isTrue();
        isVacant = false;
      } else {
        isVacant = true;
      }
      highest = fence;
    }
  }
}
