package dev.prlease.core;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs actions behind the gate.
 *
 * <p>Nothing stands between the assertion and the action, not even the audit: that the gate was
 * passed is recorded at the side, by a pool thread, while the action runs; or by this thread when
 * the action is over, if no pool thread came to it. So it is recorded before the outcome, and an
 * action whose program dies leaves its trace.
 */
final class Gating {
  private static final Duration MOST_NEEDED = Duration.ofSeconds(60);
  private static final int LONGEST_MESSAGE = 200;

  private final Core core;
  private final Looking looking;
  private final Renewing renewing;
  private final Ending ending;
  private final StepWatch steps;
  private final OpenGates gates;

  Gating(
      Core core,
      Looking looking,
      Renewing renewing,
      Ending ending,
      StepWatch steps,
      OpenGates gates) {
    this.core = core;
    this.looking = looking;
    this.renewing = renewing;
    this.ending = ending;
    this.steps = steps;
    this.gates = gates;
  }

  /** What a gate wants a lease of {@code ttl} to have left: min(60 s, TTL/3). */
  static Duration needed(Ttl ttl) {
    return Durations.min(MOST_NEEDED, ttl.duration().dividedBy(3));
  }

  <T> T run(GrantState grant, GatedAction<T> action) throws Exception {
    String name = nameOf(action);
    Optional<GatedAction.Bypass> bypass = action.bypass();
    try (LeaseGate gate = new LeaseGate(core, looking, renewing, ending, steps, gates, grant)) {
      gate.open();
      Passing passing = pass(grant, name, bypass);
      T result;
      try {
        result = action.run(gate);
      } catch (Throwable failed) {
        passing.recordOnce();
        record(AuditEvent.Type.ACTION_FAILED, grant, name, describe(failed));
        throw failed;
      }
      passing.recordOnce();
      recordOutcome(grant, name, action, result);
      return result;
    }
  }

  /**
   * Asserts with enough time left; a lease that has less is renewed first. A bypass of branch
   * protection is recorded in between: of a lease that is held and owned, and durably, or the gate
   * stays shut (lesson L16).
   */
  private Passing pass(GrantState grant, String name, Optional<GatedAction.Bypass> bypass) {
    try {
      Duration needed = needed(grant.known().record().ttl());
      Passing passing = new Passing(grant, name);
      if (grant.isOpen() && grant.known().validity().remaining(core.now()).compareTo(needed) < 0) {
        renewing.renew(grant, Optional.empty());
      }
      if (bypass.isPresent()) {
        looking.assertOwned(grant, Duration.ZERO);
        recordBypass(grant, name, bypass.get());
      }
      try {
        looking.assertOwned(grant, needed);
      } catch (LeaseExpiredException tooShort) {
        if (!grant.isOpen()) {
          throw tooShort;
        }
        renewing.renew(grant, Optional.empty());
        looking.assertOwned(grant, needed);
      }
      core.asideLane().offer(passing::recordOnce, Audit.MOST_WAITING);
      return passing;
    } catch (LeaseException refused) {
      record(
          AuditEvent.Type.GATE_REFUSED,
          grant,
          name,
          Audit.details("code", refused.code(), "reason", String.valueOf(refused.getMessage())));
      throw refused;
    }
  }

  private void recordBypass(GrantState grant, String name, GatedAction.Bypass bypass) {
    LeaseRecord record = grant.known().record();
    Map<String, String> details =
        Audit.details(
            "action", name,
            "pull_request", record.key().toString(),
            "asked_by", record.owner().value());
    record.holder().ifPresent(holder -> putHolder(details, holder));
    details.put("reason", bypass.reason());
    details.putAll(bypass.details());
    core.audit().recordBypass(record, name, details);
  }

  /** Who answers for a bypass is looked for long after the lease is over. */
  private static void putHolder(Map<String, String> details, Holder holder) {
    Map<String, String> known =
        Audit.details(
            "asked_as", holder.label(), "asked_with", holder.program(), "asked_on", holder.host());
    known.values().removeIf(String::isEmpty);
    details.putAll(known);
  }

  /**
   * The event that the gate was passed: recorded once, by whoever comes first; who comes second
   * waits until it is.
   */
  private final class Passing {
    private final GrantState grant;
    private final String name;
    private boolean recorded; // guarded by this

    Passing(GrantState grant, String name) {
      this.grant = grant;
      this.name = name;
    }

    synchronized void recordOnce() {
      if (!recorded) {
        recorded = true;
        record(
            AuditEvent.Type.GATE_PASSED,
            grant,
            name,
            Audit.details("expires_at", Times.text(grant.known().validity().expiresAt())));
      }
    }
  }

  private <T> void recordOutcome(GrantState grant, String name, GatedAction<T> action, T result) {
    AuditEvent.Type type;
    Map<String, String> details;
    try {
      GatedAction.Outcome outcome = action.outcome(result);
      type =
          outcome.status() == GatedAction.Status.SUCCEEDED
              ? AuditEvent.Type.ACTION_SUCCEEDED
              : AuditEvent.Type.ACTION_FAILED;
      details = outcome.details();
    } catch (RuntimeException broken) {
      Log.CORE.error("action {} cannot tell its outcome", name, broken);
      type = AuditEvent.Type.ACTION_FAILED;
      details = Audit.details("reason", "the action did not tell its outcome");
    }
    record(type, grant, name, details);
  }

  private void record(
      AuditEvent.Type type, GrantState grant, String name, Map<String, String> more) {
    Map<String, String> details = Audit.details("action", name);
    details.putAll(more);
    LeaseEnd end = grant.end();
    if (end instanceof LeaseEnd.Lost lost && type != AuditEvent.Type.GATE_REFUSED) {
      details.put("lease_lost", lost.why().code());
    }
    core.audit()
        .record(
            type,
            grant.identity().key(),
            grant.identity().session(),
            grant.identity().fence(),
            Optional.of(grant.grantId()),
            details);
  }

  private static Map<String, String> describe(Throwable failed) {
    Map<String, String> details = Audit.details("error", failed.getClass().getName());
    String message = failed.getMessage();
    if (message != null) {
      details.put("reason", message.substring(0, Math.min(message.length(), LONGEST_MESSAGE)));
    }
    return details;
  }

  private static String nameOf(GatedAction<?> action) {
    // An action is code of others, and may answer with null.
    String name = Objects.toString(action.name(), "");
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "the action " + action.getClass().getName() + " has no name");
    }
    return name;
  }
}
