package dev.prlease.api;

import dev.prlease.api.claim.Claim;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The persisted form of a lease, schema version {@value #SCHEMA_VERSION}.
 *
 * <p>The first four components are those of every version-1 program. The rest is additive: older
 * programs ignore it and drop it whenever they write (rule P14), so it may be missing from any
 * record that is read.
 *
 * @param key what is leased
 * @param owner the session that holds it
 * @param acquiredAt when it was last acquired or renewed; ours in whole milliseconds, a foreign one
 *     in its own precision
 * @param ttl how long it lasts from then
 * @param fence the holding's fencing token, or {@link Fence#NONE}
 * @param grantId the acquisition it comes from
 * @param grantedAt when the holding started
 * @param holder where the owner runs
 * @param head the commit SHA that this session last certified or pushed
 * @param claim what makes it a claim: there on an issue, and nowhere else
 */
public record LeaseRecord(
    LeaseKey key,
    SessionId owner,
    Instant acquiredAt,
    Ttl ttl,
    Fence fence,
    Optional<GrantId> grantId,
    Optional<Instant> grantedAt,
    Optional<Holder> holder,
    Optional<String> head,
    Optional<Claim> claim) {
  /** The only schema version that we write. Older programs reclaim what has another. */
  public static final int SCHEMA_VERSION = 1;

  /** A record of the version-1 fields alone. */
  public static LeaseRecord of(LeaseKey key, SessionId owner, Instant acquiredAt, Ttl ttl) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        Fence.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Cuts a time of our own to the precision that we write (lesson L22). */
  public static Instant cut(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  /** The instant from which the lease is expired; {@link Instant#MAX} rather than an overflow. */
  public Instant expiresAt() {
    try {
      return acquiredAt.plusSeconds(ttl.seconds());
    } catch (DateTimeException | ArithmeticException tooFar) {
      return Instant.MAX;
    }
  }

  /** Whether {@code now >= expiresAt()}: the reference's rule, for a clock without uncertainty. */
  public boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt());
  }

  /** This record with a fence. */
  public LeaseRecord withFence(Fence newFence) {
    return new LeaseRecord(
        key, owner, acquiredAt, ttl, newFence, grantId, grantedAt, holder, head, claim);
  }

  /** This record as of another acquisition. */
  public LeaseRecord withGrantId(GrantId newGrantId) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        fence,
        Optional.of(newGrantId),
        grantedAt,
        holder,
        head,
        claim);
  }

  /** This record as of a holding that started at {@code newGrantedAt}. */
  public LeaseRecord withGrantedAt(Instant newGrantedAt) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        fence,
        grantId,
        Optional.of(newGrantedAt),
        holder,
        head,
        claim);
  }

  /** This record held from elsewhere. */
  public LeaseRecord withHolder(Holder newHolder) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        fence,
        grantId,
        grantedAt,
        Optional.of(newHolder),
        head,
        claim);
  }

  /** This record with the commit that its session last certified or pushed. */
  public LeaseRecord withHead(String newHead) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        fence,
        grantId,
        grantedAt,
        holder,
        Optional.of(newHead),
        claim);
  }

  /** This record as a claim. */
  public LeaseRecord withClaim(Claim newClaim) {
    return new LeaseRecord(
        key,
        owner,
        acquiredAt,
        ttl,
        fence,
        grantId,
        grantedAt,
        holder,
        head,
        Optional.of(newClaim));
  }

  /** This record refreshed: acquired again at {@code newAcquiredAt} for {@code newTtl}. */
  public LeaseRecord refreshed(Instant newAcquiredAt, Ttl newTtl) {
    return new LeaseRecord(
        key, owner, newAcquiredAt, newTtl, fence, grantId, grantedAt, holder, head, claim);
  }
}
