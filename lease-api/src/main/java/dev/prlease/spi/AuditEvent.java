package dev.prlease.spi;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One line of the story of a lease.
 *
 * @param type what happened
 * @param at when, on the clock of the one who tells
 * @param key to which lease
 * @param session who did it, or to whom it happened
 * @param fence the holding's fence, or {@link Fence#NONE}
 * @param grantId the grant, if there is one
 * @param details what else an operator wants to know, in a fixed order; never a secret
 */
public record AuditEvent(
    Type type,
    Instant at,
    LeaseKey key,
    SessionId session,
    Fence fence,
    Optional<GrantId> grantId,
    Map<String, String> details) {
  /** What can happen. */
  public enum Type {
    /** A free lease was taken, or one's own taken again. */
    ACQUIRED,
    /** A process joined the grant that a parent process holds. */
    JOINED,
    /** Another session held the lease; nothing was written. */
    STOOD_DOWN,
    /** The lease was extended. */
    RENEWED,
    /** The owner gave the lease back. */
    RELEASED,
    /** An expired or unreadable lease was taken over. */
    RECLAIMED,
    /** A lease was moved to a new session. */
    ADOPTED,
    /** An operator ended somebody's lease. */
    BROKEN,
    /** The owner found that it holds the lease no more. */
    LOST,
    /** An action was let through the gate. */
    GATE_PASSED,
    /** An action was stopped at the gate. */
    GATE_REFUSED,
    /** A gated action did what it should. */
    ACTION_SUCCEEDED,
    /** A gated action failed, or its end is not known. */
    ACTION_FAILED,
    /** Branch protection is about to be bypassed: durable, or it does not happen. */
    ADMIN_BYPASS,
    /** What could not be read was put aside. */
    UNREADABLE_ARCHIVED,
    /** An expired claim was renewed by its exact owner, with evidence. */
    EXACT_OWNER_RENEWAL,
    /** A claim was refused, with every reason. */
    CLAIM_REFUSED;

    /** The name in files: lower-case words joined by hyphens. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Copies the details, keeping their order. Refuses null. */
  public AuditEvent {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(fence, "fence");
    Objects.requireNonNull(grantId, "grantId");
    for (Map.Entry<String, String> detail : details.entrySet()) {
      Objects.requireNonNull(detail.getKey(), "a detail's name");
      Objects.requireNonNull(detail.getValue(), detail.getKey());
    }
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }
}
