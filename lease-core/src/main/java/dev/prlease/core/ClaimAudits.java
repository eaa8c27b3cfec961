package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Provenance;
import dev.prlease.spi.AuditEvent;
import java.util.Locale;
import java.util.Map;

/** What the audit says of claims: all of it, since a record keeps the last grants only. */
final class ClaimAudits {
  private ClaimAudits() {}

  /** How sure it is that what is told has happened. */
  enum Certainty {
    /** It has. */
    CERTAIN,
    /** It may have: the store did not answer. */
    UNKNOWN
  }

  /** A grant was confirmed. */
  static void granted(Audit audit, LeaseRecord record, Certainty certainty) {
    Claim claim = record.claim().orElseThrow();
    ClaimGrant grant = claim.lastGrant().orElseThrow();
    Map<String, String> details = Audit.details("kind", grant.kind().text());
    if (certainty != Certainty.CERTAIN) {
      details.put("certainty", certainty.name().toLowerCase(Locale.ROOT));
    }
    describe(claim.terms(), details);
    grant
        .prior()
        .ifPresent(
            prior -> {
              details.put("prior_claimant", prior.claimant().toString());
              details.put("prior_session", prior.session().value());
              describe("prior", prior.process(), details);
              details.put("prior_expiry", Times.text(prior.expiresAt()));
            });
    describe("replacement", grant.process(), details);
    details.put("renewed_at", Times.text(grant.at()));
    details.put("new_expiry", Times.text(grant.expiresAt()));
    for (Provenance piece : grant.evidence()) {
      details.put(
          "evidence_" + piece.piece().replace('-', '_'),
          piece.found() + " (" + piece.source() + ", " + Times.text(piece.at()) + ")");
    }
    audit.record(type(grant.kind()), record, details);
  }

  private static AuditEvent.Type type(ClaimGrant.Kind kind) {
    return switch (kind) {
      case FRESH -> AuditEvent.Type.ACQUIRED;
      case EXACT_OWNER -> AuditEvent.Type.EXACT_OWNER_RENEWAL;
      case TAKEN_OVER -> AuditEvent.Type.RECLAIMED;
      case ADOPTED -> AuditEvent.Type.ADOPTED;
    };
  }

  private static void describe(ClaimTerms terms, Map<String, String> details) {
    details.put("claimant", terms.claimant().toString());
    details.put("operation", terms.operation());
    details.put("branch", terms.branch());
    details.put("worktree", terms.worktree());
    details.put("remote", terms.remote().name() + " at " + terms.remote().url());
  }

  private static void describe(String which, ClaimProcess process, Map<String, String> details) {
    details.put(which + "_pid", Long.toString(process.identity().pid()));
    details.put(which + "_process", process.toString());
  }

  /** A live claim was kept. */
  static void kept(Audit audit, LeaseRecord record) {
    audit.record(
        AuditEvent.Type.RENEWED,
        record,
        Audit.details(
            "expires_at",
            Times.text(record.expiresAt()),
            "ttl_secs",
            Long.toString(record.ttl().seconds())));
  }

  /** A request was refused. */
  static void refused(Audit audit, ClaimRefusal refusal) {
    Map<String, String> details =
        Audit.details(
            "step",
            refusal.step().text(),
            "aftermath",
            refusal.aftermath().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    int number = 1;
    for (ClaimReason reason : refusal.reasons()) {
      details.put("reason_" + number++, reason.toString());
    }
    refusal.found().ifPresent(record -> details.putAll(Audit.describe(record)));
    audit.record(AuditEvent.Type.CLAIM_REFUSED, refusal.key(), refusal.session(), details);
  }

  /** A grant that was abandoned before it was confirmed is gone. */
  static void putBack(Audit audit, LeaseRecord pending) {
    audit.record(
        AuditEvent.Type.RELEASED,
        pending,
        Audit.details("how", "a grant that was never confirmed was put back"));
  }

  /** An expired claim was freed by somebody. */
  static void freed(Audit audit, LeaseRecord before, SessionId by, String ground) {
    Map<String, String> details = Audit.details("how", "freed after it expired", "ground", ground);
    details.putAll(Audit.describe(before));
    audit.record(AuditEvent.Type.RECLAIMED, before.key(), by, details);
  }
}
