package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import java.time.Instant;
import java.util.Optional;

/**
 * What makes a record a handle's own: key, session and fence (rule P2).
 *
 * @param begunBy for a holding whose fence an older program dropped: it had begun by then, so that
 *     one that began later is another
 */
record Identity(LeaseKey key, SessionId session, Fence fence, Optional<Instant> begunBy) {
  Identity(LeaseKey key, SessionId session, Fence fence) {
    this(key, session, fence, Optional.empty());
  }

  /** The holding that {@code record} shows. */
  static Identity of(LeaseRecord record) {
    return new Identity(
        record.key(),
        record.owner(),
        record.fence(),
        record.fence().isPresent() ? Optional.empty() : Optional.of(record.acquiredAt()));
  }

  /** Whatever {@code session} holds. */
  static Identity anyHolding(LeaseKey key, SessionId session) {
    return new Identity(key, session, Fence.NONE);
  }

  /** Whether handles of both are handles of one holding. */
  boolean isCountedWith(Identity other) {
    return key.equals(other.key) && session.equals(other.session) && fence.equals(other.fence);
  }

  /** Whether {@code record}, of this session, is of this holding, or may be (rule P14). */
  boolean mayBeOf(LeaseRecord record) {
    if (!record.fence().isPresent()) {
      return true;
    }
    if (fence.isPresent()) {
      return fence.equals(record.fence());
    }
    return begunBy.isEmpty()
        || record.grantedAt().map(start -> !start.isAfter(begunBy.get())).orElse(true);
  }
}
