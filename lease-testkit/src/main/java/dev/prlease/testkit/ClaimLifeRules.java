package dev.prlease.testkit;

import static dev.prlease.api.claim.ClaimReason.Code.BRANCH_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_A_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.NO_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.OTHER_SESSION;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_PROCESS_NOT_DEAD;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_WORKTREE_NOT_GONE;
import static dev.prlease.testkit.SampleClaims.DAEMON;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.OTHER_ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.WaitOptions;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.core.claim.ClaimResult.Outcome;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** A claim from taking to its end, and that it is a lease like any other to all the rest. */
@DisplayNameGeneration(RuleNames.class)
abstract class ClaimLifeRules extends ClaimSuite {
  private static final ClaimTerms BOBS =
      new ClaimTerms(
          TERMS.remote(), TERMS.operation(), "fix/by-bob", "/home/bob/work", TERMS.claimant());

  private ClaimRequest bobs() {
    probes.allIsWell(BOBS, SampleClaims.process(5), HEAD);
    return new ClaimRequest(ISSUE, BOB, BOBS, SampleClaims.process(5), ClaimRequest.DEFAULT_TTL);
  }

  @Test
  void a_free_issue_is_taken_and_taking_it_again_keeps_it() {
    LeaseRecord taken = granted(Outcome.TAKEN, claims().take(alices()));
    assertThat(taken.claim().flatMap(Claim::lastGrant).orElseThrow().kind())
        .isEqualTo(ClaimGrant.Kind.FRESH);
    pass(Duration.ofHours(1));
    LeaseRecord again = granted(Outcome.KEPT, claims().take(alices()));
    assertThat(again.fence()).isEqualTo(taken.fence());
    assertThat(again.grantedAt()).isEqualTo(taken.grantedAt());
  }

  @Test
  void a_heartbeat_keeps_what_is_live_and_ours_and_asks_no_probe() {
    LeaseRecord taken = granted(Outcome.TAKEN, claims().take(alices()));
    int looks = probes.looks();
    pass(Duration.ofHours(3));
    LeaseRecord kept = granted(Outcome.KEPT, claims().heartbeat(alices()));
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
    assertThat(probes.looks()).isEqualTo(looks);
    assertThat(kept.fence()).isEqualTo(taken.fence());
    assertThat(kept.expiresAt()).isEqualTo(taken.expiresAt().plus(Duration.ofHours(3)));
    pass(Duration.ofHours(2));
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
    refused(claims().renewExpired(alices()), NOT_EXPIRED);
  }

  @Test
  void nobody_elses_heartbeat_keeps_it_and_none_revives_it() {
    refused(claims().heartbeat(alices()), NO_CLAIM);
    granted(Outcome.TAKEN, claims().take(alices()));
    refused(claims().heartbeat(request(ISSUE, BOB)), OTHER_SESSION);
    ClaimTerms other =
        new ClaimTerms(
            TERMS.remote(), TERMS.operation(), "other", TERMS.worktree(), TERMS.claimant());
    ClaimRequest elsewhere =
        new ClaimRequest(ISSUE, ALICE, other, DAEMON, ClaimRequest.DEFAULT_TTL);
    refused(claims().heartbeat(elsewhere), BRANCH_DIFFERS);
    refused(claims().verifyForMutation(elsewhere), BRANCH_DIFFERS);
    pass(ClaimRequest.DEFAULT_TTL.duration());
    refused(claims().heartbeat(alices()), EXPIRED);
  }

  @Test
  void AC11_AC15_an_expired_foreign_claim_takes_a_dead_process_or_a_worktree_that_is_gone() {
    expiredOfAlice();
    ClaimRequest bobs = bobs();
    ClaimReason.Code[] living = {
      BRANCH_DIFFERS,
      ClaimReason.Code.WORKTREE_DIFFERS,
      RECORDED_PROCESS_NOT_DEAD,
      RECORDED_WORKTREE_NOT_GONE
    };
    refused(claims().takeOver(bobs), living);
    probes.process(DAEMON.identity().pid(), Optional.empty());
    probes.worktree(TERMS.worktree(), Optional.empty());
    refused(claims().takeOver(bobs), living);
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.DEAD));
    LeaseRecord taken = granted(Outcome.TAKEN_OVER, claims().takeOver(bobs));
    assertThat(taken.claim().orElseThrow().terms()).isEqualTo(BOBS);
    assertThat(taken.claim().orElseThrow().grants()).hasSize(2);
    granted(Outcome.VERIFIED, claims().verifyForMutation(bobs));
    assertThat(lastDetails(AuditEvent.Type.RECLAIMED)).containsEntry("prior_pid", "3543");
  }

  @Test
  void AC11_a_worktree_that_is_gone_is_ground_enough_while_the_process_lives() {
    expiredOfAlice();
    ClaimRequest bobs = bobs();
    probes.worktree(TERMS.worktree(), Optional.of(new WorktreeState.Gone()));
    granted(Outcome.TAKEN_OVER, claims().take(bobs));
  }

  @Test
  void L35_a_claimant_goes_on_in_another_session_that_names_the_one_before() {
    granted(Outcome.TAKEN, claims().take(alices()));
    ClaimRequest resumed = request(ISSUE, BOB);
    refused(claims().take(resumed), OTHER_SESSION);
    refused(claims().adopt(resumed, SessionId.of("somebody")), OTHER_SESSION);
    LeaseRecord adopted = granted(Outcome.ADOPTED, claims().adopt(resumed, ALICE));
    assertThat(adopted.claim().flatMap(Claim::lastGrant).orElseThrow().kind())
        .isEqualTo(ClaimGrant.Kind.ADOPTED);
    granted(Outcome.VERIFIED, claims().verifyForMutation(resumed));
    refused(claims().verifyForMutation(alices()), OTHER_SESSION);
    assertThat(audit.events().stream().filter(event -> event.type() == AuditEvent.Type.ADOPTED))
        .hasSize(1);
  }

  @Test
  void nobody_adopts_another_claimants_claim_nor_one_that_is_over_or_not_there() {
    refused(claims().adopt(request(ISSUE, BOB), ALICE), NO_CLAIM);
    granted(Outcome.TAKEN, claims().take(alices()));
    refused(claims().adopt(bobs(), ALICE), BRANCH_DIFFERS, ClaimReason.Code.WORKTREE_DIFFERS);
    probes.user(Optional.of("mallory"));
    refused(claims().adopt(request(ISSUE, BOB), ALICE), ClaimReason.Code.USER_NOT_LOGGED_IN);
    probes.allIsWell(TERMS, DAEMON, HEAD);
    pass(ClaimRequest.DEFAULT_TTL.duration());
    refused(claims().adopt(request(ISSUE, BOB), ALICE), EXPIRED);
  }

  @Test
  void a_claim_is_released_by_its_session_and_by_no_other() {
    assertThat(claims().release(ISSUE, ALICE)).isInstanceOf(ClaimEnding.NothingHeld.class);
    granted(Outcome.TAKEN, claims().take(alices()));
    assertThat(claims().release(ISSUE, BOB))
        .isInstanceOfSatisfying(
            ClaimEnding.Refused.class,
            refused -> assertThat(refused.refusal().codes()).containsExactly(OTHER_SESSION));
    assertThat(claims().release(ISSUE, ALICE)).isInstanceOf(ClaimEnding.Freed.class);
    assertThat(issueSlot()).isInstanceOf(LeaseSlot.Vacant.class);
    refused(claims().verifyForMutation(alices()), NO_CLAIM);
  }

  @Test
  void an_expired_claim_is_freed_on_evidence_only() {
    granted(Outcome.TAKEN, claims().take(alices()));
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.DEAD));
    assertThat(claims().reclaimExpired(ISSUE, BOB)).isInstanceOf(ClaimEnding.Refused.class);
    pass(ClaimRequest.DEFAULT_TTL.duration());
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.ALIVE));
    assertThat(claims().reclaimExpired(ISSUE, BOB)).isInstanceOf(ClaimEnding.Refused.class);
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.DEAD));
    assertThat(claims().reclaimExpired(ISSUE, BOB)).isInstanceOf(ClaimEnding.Freed.class);
    assertThat(issueSlot()).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(claims().reclaimExpired(ISSUE, BOB)).isInstanceOf(ClaimEnding.NothingHeld.class);
  }

  @Test
  void no_other_door_goes_around_the_evidence() {
    expiredOfAlice();
    LeaseSlot before = issueSlot();
    LeaseManager manager = manager();
    List<ThrowingCallable> doors =
        List.of(
            () -> manager.acquire(ISSUE, BOB, TTL),
            () -> manager.tryAcquire(ISSUE, ALICE, TTL),
            () -> manager.acquire(ISSUE, BOB, TTL, WaitOptions.upTo(Duration.ofSeconds(1))),
            () -> manager.adopt(ISSUE, ALICE, BOB, TTL),
            () -> manager.attach(ISSUE, ALICE));
    for (ThrowingCallable door : doors) {
      assertThatThrownBy(door)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining(ISSUE.toString());
    }
    assertThat(manager.releaseSession(ISSUE, BOB)).isFalse();
    assertThat(issueSlot()).isEqualTo(before);
  }

  @Test
  void a_claim_is_listed_shown_and_broken_like_any_lease() {
    granted(Outcome.TAKEN, claims().take(alices()));
    assertThat(manager().list(LeaseFilter.ALL.ofKind(LeaseKey.Kind.ISSUE))).hasSize(1);
    assertThat(manager().find(ISSUE).state()).isEqualTo(LeaseStatus.State.HELD);
    pass(ClaimRequest.DEFAULT_TTL.duration());
    assertThat(manager().find(ISSUE).state()).isEqualTo(LeaseStatus.State.EXPIRED);
    manager().breakLease(ISSUE, BOB, "the work was given up");
    assertThat(manager().find(ISSUE).state()).isEqualTo(LeaseStatus.State.FREE);
    granted(Outcome.TAKEN, claims().take(alices()));
  }

  @Test
  void a_lease_under_an_issues_key_that_is_no_claim_is_refused_by_every_door_but_break() {
    for (LeaseRecord odd :
        List.of(
            SampleLeases.holding(ISSUE, ALICE, 10),
            SampleLeases.plain(ISSUE, BOB).refreshed(clock.now().minusSeconds(90_000), TTL))) {
      LeaseSlot slot =
          swap(store(), ISSUE, Expected.exactly(issueSlot().version()), Change.hold(odd));
      for (ClaimResult result :
          List.of(
              claims().take(alices()),
              claims().renewExpired(alices()),
              claims().takeOver(alices()),
              claims().heartbeat(alices()),
              claims().adopt(request(ISSUE, SessionId.of("new")), ALICE),
              claims().verifyForMutation(alices()))) {
        refused(result, NOT_A_CLAIM);
      }
      assertThat(claims().reclaimExpired(ISSUE, ALICE)).isInstanceOf(ClaimEnding.Refused.class);
      assertThat(issueSlot()).isEqualTo(slot);
      manager().breakLease(ISSUE, BOB, "no claim");
    }
    granted(Outcome.TAKEN, claims().take(alices()));
  }

  @Test
  void P8_another_keys_record_in_the_slot_is_never_had() {
    LeaseRecord stranger =
        SampleLeases.plain(LeaseKey.pullRequest(ISSUE.repo(), ISSUE.number()), ALICE)
            .refreshed(clock.now().minusSeconds(90_000), TTL);
    LeaseRecord expired =
        SampleClaims.confirmed(OTHER_ISSUE, ALICE).refreshed(clock.now().minusSeconds(90_000), TTL);
    for (LeaseRecord odd : List.of(stranger, expired)) {
      swap(store(), ISSUE, Expected.exactly(issueSlot().version()), Change.hold(odd));
      LeaseSlot before = issueSlot();
      for (ClaimResult result :
          List.of(claims().take(alices()), claims().verifyForMutation(alices()))) {
        assertThat(result).isInstanceOf(ClaimResult.Refused.class);
      }
      assertThat(claims().release(ISSUE, ALICE)).isInstanceOf(ClaimEnding.Refused.class);
      assertThat(claims().reclaimExpired(ISSUE, ALICE)).isInstanceOf(ClaimEnding.Refused.class);
      assertThat(issueSlot()).isEqualTo(before);
    }
  }
}
