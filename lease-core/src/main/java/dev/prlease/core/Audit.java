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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells every sink what happened. A sink that fails is logged loudly, keeps no other from being
 * told, and never changes who owns what.
 */
final class Audit {
  private final List<AuditSink> sinks;
  private final Clock clock;

  Audit(List<AuditSink> sinks, Clock clock) {
    this.sinks = List.copyOf(sinks);
    this.clock = clock;
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
    if (!sinks.isEmpty()) {
      tell(
          new AuditEvent(
              type, LeaseRecord.cut(clock.now()), key, session, fence, grantId, details));
    }
  }

  void tell(AuditEvent event) {
    for (AuditSink sink : sinks) {
      tell(sink, event);
    }
  }

  /** What kept {@code sink} from taking the event down; empty if nothing did. */
  private static Optional<Throwable> tell(AuditSink sink, AuditEvent event) {
    try {
      sink.record(event);
      return Optional.empty();
    } catch (RuntimeException | Error failed) {
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
        new AuditEvent(
            AuditEvent.Type.ADMIN_BYPASS,
            LeaseRecord.cut(clock.now()),
            record.key(),
            record.owner(),
            record.fence(),
            record.grantId(),
            details);
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
