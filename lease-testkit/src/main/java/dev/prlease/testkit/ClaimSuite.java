package dev.prlease.testkit;

import static dev.prlease.testkit.SampleClaims.DAEMON;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.core.Claims;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.LeaseStore;
import java.util.List;
import java.util.Map;

/** The ground of the suites about claims: probes on which, to begin with, all is well. */
abstract class ClaimSuite extends ManagerSuite {
  final ScriptedClaimProbes probes = new ScriptedClaimProbes(clock).allIsWell(TERMS, DAEMON, HEAD);

  /** Claims on an opening of their own, as another process has them. */
  final Claims claims() {
    return manager().claims(probes);
  }

  /** Claims on {@code store}. */
  final Claims claims(LeaseStore store) {
    return manager(store).claims(probes);
  }

  /** What Alice asks for. */
  static ClaimRequest alices() {
    return request(ISSUE, ALICE);
  }

  static ClaimRequest request(LeaseKey issue, SessionId session) {
    return new ClaimRequest(issue, session, TERMS, DAEMON, ClaimRequest.DEFAULT_TTL);
  }

  /** Alice takes the claim, and its time passes. */
  final LeaseRecord expiredOfAlice() {
    LeaseRecord taken = granted(ClaimResult.Outcome.TAKEN, claims().take(alices()));
    pass(ClaimRequest.DEFAULT_TTL.duration());
    return taken;
  }

  /** What is in the slot of the sample issue. */
  final LeaseSlot issueSlot() {
    return store().load(ISSUE);
  }

  /** The record in the slot of the sample issue. */
  final LeaseRecord issueRecord() {
    return recordIn(issueSlot());
  }

  /** Demands a grant. */
  static LeaseRecord granted(ClaimResult.Outcome outcome, ClaimResult result) {
    assertThat(result)
        .as("a claim that is granted")
        .isInstanceOfSatisfying(
            ClaimResult.Granted.class, granted -> assertThat(granted.outcome()).isEqualTo(outcome));
    return ((ClaimResult.Granted) result).record();
  }

  /** Demands a refusal for exactly {@code codes}, in whatever order. */
  static ClaimRefusal refused(ClaimResult result, ClaimReason.Code... codes) {
    assertThat(result).as("a claim that is refused").isInstanceOf(ClaimResult.Refused.class);
    ClaimRefusal refusal = ((ClaimResult.Refused) result).refusal();
    assertThat(refusal.codes()).as("%s", refusal.reasons()).containsExactlyInAnyOrder(codes);
    return refusal;
  }

  /** The details of the last event of {@code type}. */
  final Map<String, String> lastDetails(AuditEvent.Type type) {
    List<AuditEvent> events =
        audit.events().stream().filter(event -> event.type() == type).toList();
    assertThat(events).as("events %s", type.text()).isNotEmpty();
    return events.get(events.size() - 1).details();
  }
}
