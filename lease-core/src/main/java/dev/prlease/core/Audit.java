package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.NotRecordedException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells every sink what happened. A sink that fails is logged loudly, keeps no other from being
 * told, and never changes who owns what.
 *
 * <p>Whoever does something has it recorded on its own thread, and goes on when that is done. What
 * nobody waits for, and what happens on a lane or a timer, is recorded at the side, on a lane of
 * its own: a sink that hangs must neither hold up other calls of the store nor listeners, nor any
 * deadline (rule P11). While it hangs its events wait; renewals, of which there is no end, only up
 * to {@value #MOST_WAITING}, and how many were left out is logged.
 *
 * <p>Events of one key are told in order, see {@link Outbox}: what is recorded on a thread of its
 * own comes after what still waits at the side of that key, which that thread tells first.
 */
final class Audit {
  /** About one for each lease of the largest processes, so that one after an outage has room. */
  static final int MOST_WAITING = 100_000;

  /** A sink that holds up another thread for longer holds up this one no more. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final List<AuditSink> sinks;
  private final Clock clock;
  private final Pauses pauses;
  private final Lane aside;
  private final List<Lane> lanes;
  private final Outbox outbox = new Outbox(this::tell);
  private final AtomicLong leftOut = new AtomicLong();

  /**
   * @param aside where what happens on one of {@code lanes} is recorded, and here
   */
  Audit(List<AuditSink> sinks, Clock clock, Pauses pauses, Lane aside, List<Lane> lanes) {
    this.sinks = List.copyOf(sinks);
    this.clock = clock;
    this.pauses = pauses;
    this.aside = aside;
    this.lanes = List.copyOf(lanes);
  }

  void record(AuditEvent.Type type, LeaseRecord record, Map<String, String> details) {
    record(type, record.key(), record.owner(), record.fence(), record.grantId(), details);
  }

  void record(AuditEvent.Type type, LeaseKey key, SessionId session, Map<String, String> details) {
    record(type, key, session, Fence.NONE, Optional.empty(), details);
  }

  void record(
      AuditEvent.Type type,
      LeaseKey key,
      SessionId session,
      Fence fence,
      Optional<GrantId> grantId,
      Map<String, String> details) {
    post(type, key, session, fence, grantId, details);
    tell(key);
  }

  /**
   * Has it recorded by whoever {@linkplain #tell tells} of the key next, which the caller does
   * soon; on a lane, at the side. Quick: for whoever must wait for no sink, as with a turn held.
   */
  void post(AuditEvent.Type type, LeaseRecord record, Map<String, String> details) {
    post(type, record.key(), record.owner(), record.fence(), record.grantId(), details);
  }

  private void post(
      AuditEvent.Type type,
      LeaseKey key,
      SessionId session,
      Fence fence,
      Optional<GrantId> grantId,
      Map<String, String> details) {
    if (isOnLane()) {
      recordAside(type, key, session, fence, grantId, details);
    } else if (!sinks.isEmpty()) {
      outbox.post(event(type, key, session, fence, grantId, details));
    }
  }

  /** Returns when all that was posted of {@code key} is recorded; on a lane, at once. */
  void tell(LeaseKey key) {
    if (!sinks.isEmpty() && !isOnLane() && !pauses.until(() -> outbox.tell(key), LONGEST_WAIT)) {
      Log.CORE.error(
          "an audit sink takes longer than {} for an event of {}: what happens to that key is"
              + " recorded when the sink goes on",
          LONGEST_WAIT,
          key);
    }
  }

  /** Tells what no other thread is at. */
  void tellAll() {
    outbox.tellAll();
  }

  /** So many events are not recorded yet, but for those that are being recorded. */
  int waiting() {
    return outbox.size();
  }

  private boolean isOnLane() {
    if (aside.runsHere()) {
      return true;
    }
    for (Lane lane : lanes) {
      if (lane.runsHere()) {
        return true;
      }
    }
    return false;
  }

  /** Records it soon, on another thread: for timers. */
  void recordAside(
      AuditEvent.Type type,
      LeaseKey key,
      SessionId session,
      Fence fence,
      Optional<GrantId> grantId,
      Map<String, String> details) {
    if (!sinks.isEmpty()) {
      tellAside(event(type, key, session, fence, grantId, details));
    }
  }

  private AuditEvent event(
      AuditEvent.Type type,
      LeaseKey key,
      SessionId session,
      Fence fence,
      Optional<GrantId> grantId,
      Map<String, String> details) {
    return new AuditEvent(
        type, LeaseRecord.cut(clock.now()), key, session, fence, grantId, details);
  }

  private void tellAside(AuditEvent event) {
    if (event.type() == AuditEvent.Type.RENEWED) {
      if (outbox.size() >= MOST_WAITING) {
        leaveOut();
        return;
      }
      tellOfThoseLeftOut();
    }
    if (outbox.post(event)) {
      aside.submit(() -> outbox.tell(event.key()));
    }
  }

  private void leaveOut() {
    if (leftOut.getAndIncrement() == 0) {
      aside.submit(
          () ->
              Log.CORE.error(
                  "the audit was {} events behind: renewals are not recorded until it has caught up",
                  MOST_WAITING));
    }
  }

  private void tellOfThoseLeftOut() {
    long missing = leftOut.get() == 0 ? 0 : leftOut.getAndSet(0);
    if (missing > 0) {
      aside.submit(() -> Log.CORE.error("{} renewals were not recorded", missing));
    }
  }

  private void tell(AuditEvent event) {
    for (AuditSink sink : sinks) {
      tell(sink, event);
    }
  }

  /** What kept {@code sink} from taking the event down; empty if nothing did. */
  private static Optional<Throwable> tell(AuditSink sink, AuditEvent event) {
    try {
      sink.record(event);
      return Optional.empty();
    } catch (Throwable failed) {
      Log.CORE.error(
          "audit sink {} failed: the event {} of {} by session {} is not recorded there",
          sink,
          event.type().text(),
          event.key(),
          event.session(),
          failed);
      return Optional.of(failed);
    }
  }

  /**
   * Records that {@code action} is about to bypass branch protection. Returns once at least one
   * durable sink has it; sinks of best effort are told as well.
   *
   * @throws NotRecordedException if no durable sink is there, or none took it
   */
  void recordBypass(LeaseRecord record, String action, Map<String, String> details) {
    AuditEvent event =
        event(
            AuditEvent.Type.ADMIN_BYPASS,
            record.key(),
            record.owner(),
            record.fence(),
            record.grantId(),
            details);
    tell(record.key()); // what came before comes first
    boolean kept = false;
    Optional<Throwable> trouble = Optional.empty();
    for (AuditSink sink : sinks) {
      Optional<Throwable> failed = tell(sink, event);
      if (sink.durability() == AuditSink.Durability.DURABLE) {
        kept |= failed.isEmpty();
        trouble = failed.isPresent() ? failed : trouble;
      }
    }
    if (!kept) {
      throw trouble
          .map(why -> NotRecordedException.failed(record.key(), action, why))
          .orElseGet(() -> NotRecordedException.noDurableSink(record.key(), action));
    }
  }

  /** Details in order: names and values in turn. */
  static Map<String, String> details(String... namesAndValues) {
    Map<String, String> details = new LinkedHashMap<>();
    for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
      details.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return details;
  }

  /** What an operator wants to know of a lease that somebody else holds or held. */
  static Map<String, String> describe(LeaseRecord record) {
    return details(
        "owner",
        record.owner().value(),
        "since",
        Times.text(record.grantedAt().orElse(record.acquiredAt())),
        "until",
        Times.text(record.expiresAt()),
        "owner_fence",
        record.fence().toString());
  }
}
