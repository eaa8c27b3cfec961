package dev.prlease.api.claim;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * How a claim came to be held: who had it before and until when, who has it now, and on what
 * evidence.
 *
 * @param kind on what ground
 * @param prior who had it before; none for a free key
 * @param claimant whose claim it is now
 * @param session the session that holds it
 * @param process the process that it was granted for
 * @param at when it was granted
 * @param expiresAt until when, at first
 * @param evidence what was known, of what source and time
 */
public record ClaimGrant(
    Kind kind,
    Optional<Prior> prior,
    Claimant claimant,
    SessionId session,
    ClaimProcess process,
    Instant at,
    Instant expiresAt,
    List<Provenance> evidence) {
  /** On what ground a claim is granted. */
  public enum Kind {
    /** It was free. */
    FRESH,
    /** It had expired, and its exact owner goes on. */
    EXACT_OWNER,
    /** It had expired, and its process was dead or its worktree gone. */
    TAKEN_OVER,
    /** It was live, and its claimant goes on in another session. */
    ADOPTED;

    /** The name in files: lower-case words joined by hyphens. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Who had a claim before.
   *
   * @param claimant whose it was
   * @param session the session that held it
   * @param process the process that it was recorded for
   * @param expiresAt until when
   */
  public record Prior(
      Claimant claimant, SessionId session, ClaimProcess process, Instant expiresAt) {
    /** Refuses null. */
    public Prior {
      Objects.requireNonNull(claimant, "claimant");
      Objects.requireNonNull(session, "session");
      Objects.requireNonNull(process, "process");
      Objects.requireNonNull(expiresAt, "expiresAt");
    }

    /** Who has the claim {@code record}; empty if that is none. */
    public static Optional<Prior> of(LeaseRecord record) {
      return record
          .claim()
          .map(
              claim ->
                  new Prior(
                      claim.terms().claimant(),
                      record.owner(),
                      claim.process(),
                      LeaseRecord.cut(record.expiresAt())));
    }
  }

  /** Copies the evidence; refuses null. */
  public ClaimGrant {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(prior, "prior");
    Objects.requireNonNull(claimant, "claimant");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(expiresAt, "expiresAt");
    evidence = List.copyOf(evidence);
  }
}
