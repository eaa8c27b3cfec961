package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.Provenance;
import dev.prlease.api.claim.Remote;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Values that tests of claims are about. */
final class SampleClaims {
  /** An issue. */
  static final LeaseKey ISSUE = LeaseKey.issue("rysweet/amplihack-rs", 31);

  /** An issue beside it. */
  static final LeaseKey OTHER_ISSUE = LeaseKey.issue("rysweet/amplihack-rs", 32);

  /** What the claim is for. */
  static final ClaimTerms TERMS =
      new ClaimTerms(
          Remote.of("origin", "https://github.com/rysweet/amplihack-rs.git"),
          "author_issue_work",
          "fix/issue-31",
          "/home/alice/work/fix-31",
          new Claimant("alice", "author"));

  /** A server that outlives its tasks. */
  static final ClaimProcess DAEMON = process(3543);

  /** A commit. */
  static final String HEAD = "0123456789abcdef0123456789abcdef01234567";

  /** A commit after it. */
  static final String OTHER_HEAD = "89abcdef0123456789abcdef0123456789abcdef";

  private SampleClaims() {}

  /** A process of the sample host. */
  static ClaimProcess process(long pid) {
    return new ClaimProcess(
        "build-7",
        new ProcessIdentity(
            pid, OptionalLong.of(pid * 10), Optional.of("boot-1"), OptionalLong.of(4026531836L)));
  }

  /** A claim that is confirmed. */
  static LeaseRecord confirmed(LeaseKey issue, SessionId owner) {
    return SampleLeases.holding(issue, owner, 10).withClaim(Claim.of(TERMS, DAEMON));
  }

  /** A claim that waits for its confirmation, and has all that a record of one can have. */
  static LeaseRecord rich(LeaseKey issue, SessionId owner, long fence) {
    LeaseRecord prior =
        SampleLeases.rich(issue, SampleLeases.BOB, fence).withClaim(Claim.of(TERMS, DAEMON));
    LeaseRecord record = SampleLeases.rich(issue, owner, fence + 1);
    ClaimGrant grant =
        new ClaimGrant(
            ClaimGrant.Kind.TAKEN_OVER,
            ClaimGrant.Prior.of(prior),
            TERMS.claimant(),
            owner,
            DAEMON,
            record.acquiredAt(),
            record.acquiredAt().plusSeconds(ClaimRequest.DEFAULT_TTL.seconds()),
            List.of(new Provenance("worktree", "gone: \"/ü\" 深夜\n", "git", record.acquiredAt())));
    PendingClaim pending =
        new PendingClaim(
            record.acquiredAt(), record.acquiredAt().plusSeconds(300), Optional.of(prior));
    return record.withClaim(Claim.of(TERMS, DAEMON).pending(pending, grant));
  }
}
