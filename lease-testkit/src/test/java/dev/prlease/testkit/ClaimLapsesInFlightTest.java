package dev.prlease.testkit;

import static dev.prlease.testkit.SampleClaims.DAEMON;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.OTHER_ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.core.Claims;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * A claim that lapses while a write that is to keep it is on its way: by then another session may
 * have a claim on the same branch, who saw that this one was over. Both would act.
 */
final class ClaimLapsesInFlightTest {
  /** What a write may take. */
  private static final Duration LATE = Duration.ofSeconds(2);

  /** A process that stops between its look at the time and its write. */
  private static final Duration STOPPED = Duration.ofMinutes(10);

  /** What the store promises. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  private static final SessionId HEIR = SessionId.of("alice-resumed");

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final ReferenceStore store = new ReferenceStore(new ReferenceStore.Place());
  private final FaultyLeaseStore slow = new FaultyLeaseStore(store, scheduler, BOUND);
  private final ScriptedClaimProbes probes =
      new ScriptedClaimProbes(clock).allIsWell(TERMS, DAEMON, HEAD);
  private final Claims alice = on(slow);
  private final Claims bob = on(store);

  private Claims on(LeaseStore some) {
    return LeaseManager.on(some)
        .clock(clock)
        .scheduler(scheduler)
        .audit(new RecordingAuditSink())
        .random(new Random(7))
        .build()
        .claims(probes);
  }

  private static ClaimRequest request(LeaseKey issue, SessionId session) {
    return new ClaimRequest(issue, session, TERMS, DAEMON, ClaimRequest.DEFAULT_TTL);
  }

  /** Bob takes the other issue of the branch while the write is held up. */
  private ClaimResult keepsWhileHeldUp(
      Duration left, Duration heldUp, Function<Claims, ClaimResult> keep) {
    alice.take(request(ISSUE, ALICE)).orThrow();
    scheduler.advance(ClaimRequest.DEFAULT_TTL.duration().minus(left));
    List<ClaimResult> bobs = new ArrayList<>();
    slow.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              scheduler.advance(heldUp);
              bobs.add(bob.take(request(OTHER_ISSUE, BOB)));
            }));
    ClaimResult told = keep.apply(alice);
    if (bobs.isEmpty()) {
      scheduler.advance(heldUp);
      bobs.add(bob.take(request(OTHER_ISSUE, BOB)));
    }
    assertThat(bobs.get(0)).isInstanceOf(ClaimResult.Granted.class);
    return told;
  }

  private void assertOnlyBobMayAct(SessionId other) {
    assertThat(bob.verifyForMutation(request(OTHER_ISSUE, BOB)))
        .isInstanceOf(ClaimResult.Granted.class);
    assertThat(alice.verifyForMutation(request(ISSUE, other)))
        .isInstanceOf(ClaimResult.Refused.class);
  }

  private static void assertRefused(ClaimResult told) {
    assertThat(told).isInstanceOf(ClaimResult.Refused.class);
  }

  @Test
  void P4_a_heartbeat_that_lands_late_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(
            LATE.minusSeconds(1), LATE, claims -> claims.heartbeat(request(ISSUE, ALICE)));

    assertRefused(told);
    assertOnlyBobMayAct(ALICE);
  }

  @Test
  void P4_a_heartbeat_after_a_stop_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(
            STOPPED.minusSeconds(1), STOPPED, claims -> claims.heartbeat(request(ISSUE, ALICE)));

    assertRefused(told);
    assertOnlyBobMayAct(ALICE);
  }

  @Test
  void P4_taking_it_again_that_lands_late_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(LATE.minusSeconds(1), LATE, claims -> claims.take(request(ISSUE, ALICE)));

    assertRefused(told);
    assertOnlyBobMayAct(ALICE);
  }

  @Test
  void P4_taking_it_again_after_a_stop_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(
            STOPPED.minusSeconds(1), STOPPED, claims -> claims.take(request(ISSUE, ALICE)));

    assertRefused(told);
    assertOnlyBobMayAct(ALICE);
  }

  @Test
  void P4_adopting_it_that_lands_late_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(
            LATE.minusSeconds(1), LATE, claims -> claims.adopt(request(ISSUE, HEIR), ALICE));

    assertRefused(told);
    assertOnlyBobMayAct(HEIR);
  }

  @Test
  void P4_adopting_it_after_a_stop_does_not_revive_it() {
    ClaimResult told =
        keepsWhileHeldUp(
            STOPPED.minusSeconds(1), STOPPED, claims -> claims.adopt(request(ISSUE, HEIR), ALICE));

    assertRefused(told);
    assertOnlyBobMayAct(HEIR);
  }

  @Test
  void a_heartbeat_with_more_time_left_than_a_write_may_take_keeps_it() {
    alice.take(request(ISSUE, ALICE)).orThrow();
    scheduler.advance(ClaimRequest.DEFAULT_TTL.duration().minus(BOUND).minusSeconds(1));

    assertThat(alice.heartbeat(request(ISSUE, ALICE))).isInstanceOf(ClaimResult.Granted.class);
  }
}
