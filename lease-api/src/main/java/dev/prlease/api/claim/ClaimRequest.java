package dev.prlease.api.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.Objects;

/**
 * What a session wants of a claim. It declares nothing about ownership: whatever it says is
 * compared with the record and with evidence.
 *
 * @param key the issue
 * @param session who asks
 * @param terms what for, and as whom
 * @param process the process that the claim is for; it must be alive
 * @param ttl how long
 */
public record ClaimRequest(
    LeaseKey key, SessionId session, ClaimTerms terms, ClaimProcess process, Ttl ttl) {
  /** Four hours. */
  public static final Ttl DEFAULT_TTL = Ttl.of(Duration.ofHours(4));

  /**
   * Refuses null, and a pull request.
   *
   * @throws IllegalArgumentException if {@code key} is no issue's
   */
  public ClaimRequest {
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(ttl, "ttl");
    if (key.kind() != LeaseKey.Kind.ISSUE) {
      throw new IllegalArgumentException(key + " is no issue: claims are leases on issues");
    }
  }
}
