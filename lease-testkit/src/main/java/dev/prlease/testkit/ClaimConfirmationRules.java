package dev.prlease.testkit;

import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.CONFIRMED_TOO_LATE;
import static dev.prlease.api.claim.ClaimReason.Code.EVIDENCE_CHANGED;
import static dev.prlease.api.claim.ClaimReason.Code.HEADS_DIFFER;
import static dev.prlease.api.claim.ClaimReason.Code.NO_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.OTHER_SESSION;
import static dev.prlease.api.claim.ClaimReason.Code.OVERTAKEN;
import static dev.prlease.api.claim.ClaimReason.Code.PENDING;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_NOT_CLEAN;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.OTHER_HEAD;
import static dev.prlease.testkit.SampleClaims.OTHER_ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRefusal.Aftermath;
import dev.prlease.core.Claims;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.core.claim.ClaimResult.Outcome;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/**
 * The two halves of a grant: pending, then confirmed or put back. What happens between evidence and
 * exchange is scripted as another session's act right before the exchange.
 */
@DisplayNameGeneration(RuleNames.class)
abstract class ClaimConfirmationRules extends ClaimSuite {
  private static final SessionId CAROL = SessionId.of("carol-77aa");

  /** Renews as Alice; {@code meanwhile} happens between her evidence and her exchange. */
  private ClaimResult renewWhile(Runnable meanwhile) {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.first(meanwhile));
    return claims(store).renewExpired(alices());
  }

  private void assertPutBack(LeaseRecord prior, ClaimRefusal refusal) {
    assertThat(refusal.aftermath()).isEqualTo(Aftermath.PUT_BACK);
    assertThat(issueRecord()).isEqualTo(prior);
    refused(claims().verifyForMutation(alices()), ClaimReason.Code.EXPIRED);
  }

  @Test
  void a_head_that_moves_between_evidence_and_exchange_is_put_back() {
    LeaseRecord prior = expiredOfAlice();
    ClaimResult result = renewWhile(() -> probes.remoteHead(Optional.of(Optional.of(OTHER_HEAD))));
    assertPutBack(prior, refused(result, HEADS_DIFFER, EVIDENCE_CHANGED));
  }

  @Test
  void heads_that_move_together_are_put_back_too() {
    LeaseRecord prior = expiredOfAlice();
    ClaimResult result =
        renewWhile(
            () ->
                probes
                    .localHead(Optional.of(OTHER_HEAD))
                    .remoteHead(Optional.of(Optional.of(OTHER_HEAD))));
    assertPutBack(prior, refused(result, EVIDENCE_CHANGED));
    granted(Outcome.RENEWED, claims().renewExpired(alices()));
  }

  @Test
  void a_worktree_that_turns_dirty_between_evidence_and_exchange_is_put_back() {
    LeaseRecord prior = expiredOfAlice();
    ClaimResult result =
        renewWhile(() -> probes.worktree(TERMS.worktree(), Optional.of(ClaimRenewalRules.dirty())));
    assertPutBack(prior, refused(result, WORKTREE_NOT_CLEAN));
  }

  @Test
  void AC7_a_competitor_that_appears_between_evidence_and_exchange_is_put_back() {
    LeaseRecord prior = expiredOfAlice();
    ClaimResult result =
        renewWhile(() -> granted(Outcome.TAKEN, claims().take(request(OTHER_ISSUE, BOB))));
    assertPutBack(prior, refused(result, COMPETING_CLAIM));
    granted(Outcome.VERIFIED, claims().verifyForMutation(request(OTHER_ISSUE, BOB)));
  }

  @Test
  void a_free_issue_whose_grant_is_put_back_is_free_again() {
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.first(() -> granted(Outcome.TAKEN, claims().take(request(OTHER_ISSUE, BOB)))));
    refused(claims(store).take(alices()), COMPETING_CLAIM);
    assertThat(issueSlot()).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void what_cannot_be_known_the_second_time_is_put_back() {
    LeaseRecord prior = expiredOfAlice();
    ClaimResult result = renewWhile(() -> probes.localHead(Optional.empty()));
    assertPutBack(prior, refused(result, ClaimReason.Code.LOCAL_HEAD_UNKNOWN));
  }

  @Test
  void a_confirmation_that_comes_too_late_is_put_back() {
    LeaseRecord prior = expiredOfAlice();
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.then(() -> stall(Duration.ofMinutes(5))));
    assertPutBack(prior, refused(claims(store).renewExpired(alices()), CONFIRMED_TOO_LATE));
  }

  @Test
  void of_two_exact_owners_that_renew_at_once_one_wins_and_the_other_learns_who_did() {
    expiredOfAlice();
    ClaimResult alices =
        renewWhile(() -> granted(Outcome.RENEWED, claims().renewExpired(request(ISSUE, BOB))));
    ClaimRefusal refusal = refused(alices, OTHER_SESSION);
    assertThat(refusal.reasons().get(0).found()).contains(BOB.value());
    assertThat(issueRecord().owner()).isEqualTo(BOB);
    granted(Outcome.VERIFIED, claims().verifyForMutation(request(ISSUE, BOB)));
  }

  @Test
  void an_exact_owner_that_comes_before_the_confirmation_wins_and_the_other_learns_who_did() {
    LeaseRecord prior = expiredOfAlice();
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.then(() -> granted(Outcome.RENEWED, claims().renewExpired(request(ISSUE, BOB)))));
    ClaimRefusal refusal = refused(claims(store).renewExpired(alices()), OVERTAKEN);
    assertThat(refusal.aftermath()).isEqualTo(Aftermath.REPLACED);
    assertThat(refusal.reasons().get(0).found()).contains(BOB.value());
    assertThat(issueRecord().owner()).isEqualTo(BOB);
    assertThat(issueRecord().claim().flatMap(Claim::lastGrant).orElseThrow().prior())
        .as("what it renewed is the expired claim, not the other's try")
        .map(before -> before.expiresAt())
        .contains(prior.expiresAt());
  }

  @Test
  void AC7_two_claims_that_are_granted_the_same_branch_at_once_never_both_confirm() {
    FaultyLeaseStore store = faulty();
    ClaimResult[] second = new ClaimResult[1];
    store.next(
        Operation.EXCHANGE, Fault.then(() -> second[0] = claims().take(request(OTHER_ISSUE, BOB))));
    granted(Outcome.TAKEN, claims(store).take(alices()));
    refused(second[0], COMPETING_CLAIM);
    assertThat(store().load(OTHER_ISSUE)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void AC7_of_two_pending_claims_with_one_branch_the_first_waits_until_the_second_gave_up() {
    FaultyLeaseStore bobs = faulty();
    FaultyLeaseStore alices = faulty();
    ClaimResult[] bob = new ClaimResult[1];
    // Bob has looked before Alice wrote, and writes after her.
    bobs.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              stall(Duration.ofMillis(1));
              alices.next(Operation.EXCHANGE, Fault.then(() -> stall(Duration.ofMillis(1))));
              granted(Outcome.TAKEN, claims(alices).take(alices()));
            }));
    bob[0] = claims(bobs).take(request(OTHER_ISSUE, BOB));
    refused(bob[0], COMPETING_CLAIM);
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
  }

  @Test
  void a_crash_before_the_confirmation_leaves_a_claim_that_its_exact_owner_renews_again() {
    LeaseRecord prior = expiredOfAlice();
    crashWhenConfirming(claims -> claims.renewExpired(request(ISSUE, BOB)));
    assertThat(issueRecord().claim().flatMap(Claim::pending)).isPresent();
    refused(claims().verifyForMutation(request(ISSUE, BOB)), PENDING);
    refused(claims().heartbeat(request(ISSUE, BOB)), PENDING);
    granted(Outcome.RENEWED, claims().renewExpired(request(ISSUE, CAROL)));
    assertThat(issueRecord().claim().flatMap(Claim::lastGrant).orElseThrow().prior())
        .map(before -> before.expiresAt())
        .contains(prior.expiresAt());
    granted(Outcome.VERIFIED, claims().verifyForMutation(request(ISSUE, CAROL)));
  }

  @Test
  void a_crash_of_a_take_before_its_confirmation_leaves_a_claim_that_is_taken_again() {
    crashWhenConfirming(claims -> claims.take(alices()));
    refused(claims().verifyForMutation(alices()), PENDING);
    probes.worktree(TERMS.worktree(), Optional.of(ClaimRenewalRules.dirty()));
    granted(Outcome.TAKEN, claims().take(alices()));
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
  }

  @Test
  void an_abandoned_grant_blocks_its_branch_no_longer_than_it_could_be_confirmed() {
    crashWhenConfirming(claims -> claims.take(alices()));
    refused(claims().take(request(OTHER_ISSUE, BOB)), COMPETING_CLAIM);
    pass(Duration.ofMinutes(5));
    granted(Outcome.TAKEN, claims().take(request(OTHER_ISSUE, BOB)));
    assertThat(issueSlot()).as("put back").isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void an_abandoned_grant_is_put_back_by_reclaiming_and_by_releasing_it() {
    LeaseRecord prior = expiredOfAlice();
    crashWhenConfirming(claims -> claims.renewExpired(request(ISSUE, BOB)));
    assertThat(claims().reclaimExpired(ISSUE, CAROL)).isInstanceOf(ClaimEnding.Refused.class);
    pass(Duration.ofMinutes(5));
    assertThat(claims().reclaimExpired(ISSUE, CAROL)).isInstanceOf(ClaimEnding.PutBack.class);
    assertThat(issueRecord()).isEqualTo(prior);
    crashWhenConfirming(claims -> claims.renewExpired(request(ISSUE, BOB)));
    assertThat(claims().release(ISSUE, BOB)).isInstanceOf(ClaimEnding.PutBack.class);
    assertThat(issueRecord()).isEqualTo(prior);
  }

  /** The store cannot be reached any more once the grant is written. */
  private void crashWhenConfirming(Consumer<Claims> grant) {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.then(store::unreachable));
    Claims crashing = claims(store);
    try {
      grant.accept(crashing);
    } catch (LeaseStoreException expected) {
      assertThat(expected).hasMessageContaining(ISSUE.toString());
    }
  }

  @Test
  void P7_answers_that_are_lost_are_settled_in_both_halves() {
    for (Fault fault :
        List.of(Fault.loseAnswer(), Fault.loseRequest(), Fault.landLate(Duration.ofSeconds(2)))) {
      for (boolean first : new boolean[] {true, false}) {
        FaultyLeaseStore store = faulty();
        if (!first) {
          store.next(Operation.EXCHANGE, Fault.none());
        }
        store.next(Operation.EXCHANGE, fault);
        granted(Outcome.TAKEN, claims(store).take(alices()));
        pass(Duration.ofSeconds(10));
        granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
        assertThat(claims().release(ISSUE, ALICE)).isInstanceOf(ClaimEnding.Freed.class);
      }
    }
  }

  @Test
  void P7_a_grant_that_stays_unknown_says_so_and_is_put_back_when_it_turns_up() {
    LeaseRecord prior = expiredOfAlice();
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.next(Operation.LOAD, Fault.none());
    store.plan(call -> call.operation() == Operation.LIST ? Fault.none() : Fault.failBefore());
    assertThatThrownBy(() -> claims(store).renewExpired(alices()))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            told -> assertThat(told.outcome()).isEqualTo(LeaseStoreException.Outcome.UNKNOWN));
    assertThat(issueRecord().claim().flatMap(Claim::pending)).isPresent();
    store.heal();
    pass(Duration.ofMinutes(1));
    assertThat(issueRecord()).isEqualTo(prior);
  }

  @Test
  void a_probe_that_throws_or_returns_null_knows_nothing() {
    expiredOfAlice();
    assertThat(HEAD).isNotEqualTo(OTHER_HEAD);
    refused(
        manager().claims(new ThrowingProbes(probes)).renewExpired(alices()),
        ClaimReason.Code.LOCAL_HEAD_UNKNOWN,
        ClaimReason.Code.USER_UNKNOWN);
    refused(claims().renewExpired(request(OTHER_ISSUE, BOB)), NO_CLAIM);
  }
}
