package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import java.util.Locale;
import java.util.Map;

/** What the audit says of acquisitions. */
final class Audits {
  private Audits() {}

  static void stoodDown(
      Audit audit, LeaseKey key, SessionId session, AlreadyHeldException refusal) {
    Map<String, String> details = Audit.describe(refusal.record());
    details.put("store", refusal.store());
    audit.record(AuditEvent.Type.STOOD_DOWN, key, session, details);
  }

  static void granted(Audit audit, LeaseRecord record, Acquiring.Plan plan) {
    Map<String, String> details =
        Audit.details(
            "origin",
            plan.origin().name().toLowerCase(Locale.ROOT),
            "ttl_secs",
            Long.toString(record.ttl().seconds()),
            "expires_at",
            Times.text(record.expiresAt()));
    if (plan.replaces() instanceof Disposition.ReclaimUnreadable reclaim) {
      audit.record(
          AuditEvent.Type.UNREADABLE_ARCHIVED,
          record,
          Audit.details("reason", reclaim.slot().reason()));
      details.put("replaced", "unreadable");
    }
    if (plan.replaces() instanceof Disposition.ReclaimExpired reclaim) {
      details.put("replaced", "expired");
      details.putAll(Audit.describe(reclaim.record()));
    }
    audit.record(
        plan.origin() == Origin.RECLAIMED ? AuditEvent.Type.RECLAIMED : AuditEvent.Type.ACQUIRED,
        record,
        details);
  }
}
