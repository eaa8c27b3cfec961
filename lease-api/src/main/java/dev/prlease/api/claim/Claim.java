package dev.prlease.api.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What makes the record of a lease a claim.
 *
 * @param terms what it is for and whose it is
 * @param process the process that it was last made or kept for
 * @param pending set from the write that grants it until that is confirmed; nobody may act on it
 * @param grants how it came to be held: the last {@value #MOST_GRANTS} at most, oldest first; the
 *     audit has them all
 * @param grantCount how often it was granted, those that are left out here included
 */
public record Claim(
    ClaimTerms terms,
    ClaimProcess process,
    Optional<PendingClaim> pending,
    List<ClaimGrant> grants,
    long grantCount) {
  /** As many grants are kept in a record. */
  public static final int MOST_GRANTS = 8;

  /** Copies the grants; refuses null. */
  public Claim {
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(pending, "pending");
    grants = List.copyOf(grants);
  }

  /** A claim that nobody was granted yet. */
  public static Claim of(ClaimTerms terms, ClaimProcess process) {
    return new Claim(terms, process, Optional.empty(), List.of(), 0);
  }

  /** Whether its last grant was confirmed. */
  public boolean isConfirmed() {
    return pending.isEmpty();
  }

  /** The last grant, if it is known. */
  public Optional<ClaimGrant> lastGrant() {
    return grants.isEmpty() ? Optional.empty() : Optional.of(grants.get(grants.size() - 1));
  }

  /** This claim granted, until that is confirmed. */
  public Claim pending(PendingClaim until, ClaimGrant grant) {
    Claim granted = granted(grant);
    return new Claim(terms, process, Optional.of(until), granted.grants(), granted.grantCount());
  }

  /** This claim granted once more. */
  public Claim granted(ClaimGrant grant) {
    List<ClaimGrant> all = new ArrayList<>(grants);
    all.add(grant);
    List<ClaimGrant> kept = all.subList(Math.max(0, all.size() - MOST_GRANTS), all.size());
    long count = grantCount == Long.MAX_VALUE ? grantCount : grantCount + 1;
    return new Claim(terms, process, pending, kept, count);
  }

  /** This claim with its last grant confirmed. */
  public Claim confirmed() {
    return new Claim(terms, process, Optional.empty(), grants, grantCount);
  }

  /** This claim, kept for another process. */
  public Claim withProcess(ClaimProcess other) {
    return new Claim(terms, other, pending, grants, grantCount);
  }
}
