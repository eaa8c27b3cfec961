package dev.prlease.testkit;

import static dev.prlease.api.claim.ClaimReason.Code.BRANCH_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_PULL_REQUEST;
import static dev.prlease.api.claim.ClaimReason.Code.HEADS_DIFFER;
import static dev.prlease.api.claim.ClaimReason.Code.LIVE;
import static dev.prlease.api.claim.ClaimReason.Code.NO_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.OPERATION_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.PROFILE_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.PULL_REQUEST_HEAD_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_PROCESS_NOT_DEAD;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_WORKTREE_NOT_GONE;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.USER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_NOT_CLEAN;
import static dev.prlease.testkit.SampleClaims.DAEMON;
import static dev.prlease.testkit.SampleClaims.HEAD;
import static dev.prlease.testkit.SampleClaims.ISSUE;
import static dev.prlease.testkit.SampleClaims.OTHER_HEAD;
import static dev.prlease.testkit.SampleClaims.OTHER_ISSUE;
import static dev.prlease.testkit.SampleClaims.TERMS;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Claimant;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.Remote;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.core.claim.ClaimResult.Outcome;
import dev.prlease.spi.AuditEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** AC1 to AC17 of exact-owner renewals, as far as a store and scripted evidence can show them. */
@DisplayNameGeneration(RuleNames.class)
abstract class ClaimRenewalRules extends ClaimSuite {
  @Test
  void AC1_AC2_AC15_an_exact_owner_renews_an_expired_claim_whose_process_lives() {
    LeaseRecord before = expiredOfAlice();
    LeaseRecord renewed = granted(Outcome.RENEWED, claims().renewExpired(request(ISSUE, BOB)));
    assertThat(issueRecord()).isEqualTo(renewed);
    assertThat(renewed.owner()).isEqualTo(BOB);
    assertThat(renewed.fence()).isGreaterThan(before.fence());
    assertThat(renewed.expiresAt())
        .isEqualTo(clock.now().plus(ClaimRequest.DEFAULT_TTL.duration()));
  }

  @Test
  void AC2_the_exact_owner_comes_before_the_takeover_also_if_the_process_is_dead() {
    expiredOfAlice();
    ClaimRequest successor =
        new ClaimRequest(ISSUE, BOB, TERMS, SampleClaims.process(4), ClaimRequest.DEFAULT_TTL);
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.DEAD));
    probes.process(4, Optional.of(ProcessState.ALIVE));
    granted(Outcome.RENEWED, claims().take(successor));
    assertThat(lastGrant().kind()).isEqualTo(ClaimGrant.Kind.EXACT_OWNER);
  }

  @Test
  void AC3_AC15_whoever_differs_in_anything_is_refused_and_told_in_what() {
    expiredOfAlice();
    LeaseSlot before = issueSlot();
    Map<ClaimReason.Code, ClaimTerms> different =
        Map.of(
            REMOTE_DIFFERS,
            terms(
                new Remote("origin", "https://github.com/x/y.git"),
                TERMS.operation(),
                TERMS.branch(),
                TERMS.worktree(),
                TERMS.claimant()),
            OPERATION_DIFFERS,
            terms(TERMS.remote(), "review", TERMS.branch(), TERMS.worktree(), TERMS.claimant()),
            BRANCH_DIFFERS,
            terms(TERMS.remote(), TERMS.operation(), "other", TERMS.worktree(), TERMS.claimant()),
            WORKTREE_DIFFERS,
            terms(
                TERMS.remote(),
                TERMS.operation(),
                TERMS.branch(),
                "/home/alice/work/other",
                TERMS.claimant()),
            USER_DIFFERS,
            terms(
                TERMS.remote(),
                TERMS.operation(),
                TERMS.branch(),
                TERMS.worktree(),
                new Claimant("mallory", "author")),
            PROFILE_DIFFERS,
            terms(
                TERMS.remote(),
                TERMS.operation(),
                TERMS.branch(),
                TERMS.worktree(),
                new Claimant("alice", "reviewer")));
    different.forEach(
        (code, terms) -> {
          probes.allIsWell(terms, DAEMON, HEAD);
          ClaimRequest request =
              new ClaimRequest(ISSUE, ALICE, terms, DAEMON, ClaimRequest.DEFAULT_TTL);
          ClaimRefusal refusal = refused(claims().renewExpired(request), code);
          assertThat(refusal.reasons().get(0).expected()).isNotEmpty();
          refused(
              claims().take(request), code, RECORDED_PROCESS_NOT_DEAD, RECORDED_WORKTREE_NOT_GONE);
        });
    assertThat(issueSlot()).as("nothing was written").isEqualTo(before);
    assertThat(lastDetails(AuditEvent.Type.CLAIM_REFUSED)).containsKey("reason_1");
  }

  private static ClaimTerms terms(
      Remote remote, String operation, String branch, String worktree, Claimant claimant) {
    return new ClaimTerms(remote, operation, branch, worktree, claimant);
  }

  @Test
  void AC3_another_number_repository_owner_or_host_has_no_such_claim() {
    expiredOfAlice();
    for (LeaseKey other :
        List.of(
            LeaseKey.issue(ISSUE.repo(), ISSUE.number() + 1),
            LeaseKey.issue("rysweet/other", ISSUE.number()),
            LeaseKey.issue("someone/amplihack-rs", ISSUE.number()),
            LeaseKey.parse("issue:ghe.example.com/" + ISSUE.repo() + "#" + ISSUE.number()))) {
      refused(claims().renewExpired(request(other, ALICE)), NO_CLAIM);
      assertThat(store().load(other)).isInstanceOf(LeaseSlot.Vacant.class);
    }
  }

  @Test
  void AC3_what_forges_fold_is_folded() {
    expiredOfAlice();
    ClaimTerms shouted =
        terms(
            TERMS.remote(),
            TERMS.operation(),
            TERMS.branch(),
            TERMS.worktree(),
            new Claimant("ALICE", "author"));
    LeaseKey key = LeaseKey.issue("RySweet/AMPLIHACK-rs", ISSUE.number());
    granted(
        Outcome.RENEWED,
        claims()
            .renewExpired(new ClaimRequest(key, BOB, shouted, DAEMON, ClaimRequest.DEFAULT_TTL)));
  }

  @Test
  void AC4_AC15_a_worktree_that_is_not_clean_is_refused() {
    expiredOfAlice();
    probes.worktree(TERMS.worktree(), Optional.of(dirty()));
    ClaimRefusal refusal = refused(claims().renewExpired(alices()), WORKTREE_NOT_CLEAN);
    assertThat(refusal.aftermath()).isEqualTo(ClaimRefusal.Aftermath.NOTHING_WRITTEN);
  }

  static WorktreeState dirty() {
    return new WorktreeState.Present(
        TERMS.worktree(),
        Optional.of(TERMS.worktree()),
        WorktreeState.Registration.REGISTERED,
        WorktreeState.Changes.SOME,
        Optional.of(TERMS.branch()));
  }

  @Test
  void AC5_AC15_heads_that_differ_are_refused() {
    expiredOfAlice();
    probes.remoteHead(Optional.of(Optional.of(OTHER_HEAD)));
    refused(claims().renewExpired(alices()), HEADS_DIFFER);
  }

  @Test
  void AC6_AC15_a_pull_request_with_another_head_is_refused_and_one_with_the_same_is_fine() {
    expiredOfAlice();
    probes.pullRequests(Optional.of(List.of(pullRequest(9, OTHER_HEAD, true))));
    refused(claims().renewExpired(alices()), PULL_REQUEST_HEAD_DIFFERS);
    probes.pullRequests(Optional.of(List.of(pullRequest(9, HEAD, true))));
    granted(Outcome.RENEWED, claims().renewExpired(alices()));
  }

  private static OwningPullRequest pullRequest(long number, String head, boolean own) {
    return new OwningPullRequest(
        LeaseKey.pullRequest(ISSUE.repo(), number),
        own ? OwningPullRequest.Relation.OWN_BRANCH : OwningPullRequest.Relation.OTHER_BRANCH,
        head,
        own ? TERMS.branch() : "other");
  }

  @Test
  void AC7_AC15_another_claim_or_pull_request_for_the_same_work_is_refused() {
    expiredOfAlice();
    probes.pullRequests(Optional.of(List.of(pullRequest(9, HEAD, false))));
    refused(claims().renewExpired(alices()), COMPETING_PULL_REQUEST);
    probes.pullRequests(Optional.of(List.of()));
    granted(Outcome.TAKEN, claims().take(request(OTHER_ISSUE, BOB)));
    ClaimRefusal refusal = refused(claims().renewExpired(alices()), COMPETING_CLAIM);
    assertThat(refusal.reasons().get(0).found()).contains(BOB.value());
  }

  @Test
  void AC8_whatever_is_not_known_is_refused() {
    expiredOfAlice();
    LeaseSlot before = issueSlot();
    List<Runnable> gaps =
        List.of(
            () -> probes.user(Optional.empty()),
            () -> probes.profile(Optional.empty()),
            () -> probes.process(DAEMON.identity().pid(), Optional.empty()),
            () -> probes.worktree(TERMS.worktree(), Optional.empty()),
            () -> probes.remoteUrl(Optional.empty()),
            () -> probes.localHead(Optional.empty()),
            () -> probes.remoteHead(Optional.empty()),
            () -> probes.pullRequests(Optional.empty()));
    List<ClaimReason.Code> told = new ArrayList<>();
    for (Runnable gap : gaps) {
      probes.allIsWell(TERMS, DAEMON, HEAD);
      gap.run();
      ClaimRefusal refusal = ((ClaimResult.Refused) claims().renewExpired(alices())).refusal();
      assertThat(refusal.codes()).hasSize(1);
      told.addAll(refusal.codes());
    }
    assertThat(told).doesNotHaveDuplicates().allMatch(code -> code.text().endsWith("-unknown"));
    assertThat(issueSlot()).as("nothing was written").isEqualTo(before);
  }

  @Test
  void AC9_the_renewal_tells_its_whole_story_in_record_and_audit() {
    LeaseRecord before = expiredOfAlice();
    ClaimRequest next =
        new ClaimRequest(ISSUE, BOB, TERMS, SampleClaims.process(4), ClaimRequest.DEFAULT_TTL);
    probes.process(4, Optional.of(ProcessState.ALIVE));
    LeaseRecord renewed = granted(Outcome.RENEWED, claims().renewExpired(next));
    ClaimGrant grant = lastGrant();
    ClaimGrant.Prior prior = grant.prior().orElseThrow();
    assertThat(prior.process()).isEqualTo(DAEMON);
    assertThat(prior.session()).isEqualTo(ALICE);
    assertThat(prior.expiresAt()).isEqualTo(before.expiresAt());
    assertThat(grant.process()).isEqualTo(SampleClaims.process(4));
    assertThat(grant.at()).isEqualTo(clock.now());
    assertThat(grant.expiresAt()).isEqualTo(renewed.expiresAt());
    assertThat(grant.claimant()).isEqualTo(TERMS.claimant());
    assertThat(grant.evidence())
        .hasSize(11)
        .allSatisfy(
            piece -> {
              assertThat(piece.source()).isNotEmpty();
              assertThat(piece.at()).isEqualTo(clock.now());
            });
    assertThat(lastDetails(AuditEvent.Type.EXACT_OWNER_RENEWAL))
        .containsEntry("prior_pid", "3543")
        .containsEntry("replacement_pid", "4")
        .containsEntry("prior_expiry", before.expiresAt().toString())
        .containsEntry("new_expiry", renewed.expiresAt().toString())
        .containsEntry("renewed_at", grant.at().toString())
        .containsEntry("claimant", "alice / author")
        .containsKey("evidence_worktree")
        .containsKey("evidence_competing_claims");
  }

  @Test
  void AC9_the_record_keeps_the_last_grants_and_the_audit_keeps_all() {
    granted(Outcome.TAKEN, claims().take(alices()));
    for (int i = 0; i < 11; i++) {
      pass(ClaimRequest.DEFAULT_TTL.duration());
      granted(Outcome.RENEWED, claims().renewExpired(alices()));
    }
    Claim claim = issueRecord().claim().orElseThrow();
    assertThat(claim.grants()).hasSize(Claim.MOST_GRANTS);
    assertThat(claim.grantCount()).isEqualTo(12);
    assertThat(
            audit.events().stream()
                .filter(event -> event.type() == AuditEvent.Type.EXACT_OWNER_RENEWAL))
        .hasSize(11);
  }

  @Test
  void AC10_AC15_a_renewed_claim_is_verified_at_once_and_an_expired_one_is_not() {
    expiredOfAlice();
    refused(claims().verifyForMutation(alices()), ClaimReason.Code.EXPIRED);
    granted(Outcome.RENEWED, claims().renewExpired(alices()));
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
  }

  @Test
  void AC12_AC15_a_live_foreign_claim_is_nobody_elses_whatever_the_evidence() {
    granted(Outcome.TAKEN, claims().take(alices()));
    ClaimTerms foreign =
        terms(
            TERMS.remote(),
            TERMS.operation(),
            "other",
            "/home/bob/work",
            new Claimant("bob", "author"));
    probes.allIsWell(foreign, SampleClaims.process(5), HEAD);
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.DEAD));
    probes.worktree(TERMS.worktree(), Optional.of(new WorktreeState.Gone()));
    ClaimRequest bobs =
        new ClaimRequest(ISSUE, BOB, foreign, SampleClaims.process(5), ClaimRequest.DEFAULT_TTL);
    ClaimReason.Code[] all = {LIVE, BRANCH_DIFFERS, WORKTREE_DIFFERS, USER_DIFFERS};
    refused(claims().take(bobs), all);
    refused(claims().takeOver(bobs), all);
    refused(claims().renewExpired(bobs), all);
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
  }

  @Test
  void AC16_a_server_that_lives_on_is_no_evidence_of_a_task() {
    expiredOfAlice();
    probes.process(DAEMON.identity().pid(), Optional.of(ProcessState.ALIVE));
    refused(claims().verifyForMutation(alices()), ClaimReason.Code.EXPIRED);
    refused(claims().heartbeat(alices()), ClaimReason.Code.EXPIRED);
    probes.localHead(Optional.of(OTHER_HEAD));
    refused(claims().renewExpired(alices()), HEADS_DIFFER);
    assertThat(issueRecord().isExpired(clock.now())).isTrue();
  }

  @Test
  void AC13_taking_the_claim_is_all_that_its_exact_owner_has_to_do() {
    expiredOfAlice();
    granted(Outcome.RENEWED, claims().take(alices()));
    granted(Outcome.VERIFIED, claims().verifyForMutation(alices()));
    granted(Outcome.KEPT, claims().heartbeat(alices()));
  }

  private ClaimGrant lastGrant() {
    return issueRecord().claim().flatMap(Claim::lastGrant).orElseThrow();
  }
}
