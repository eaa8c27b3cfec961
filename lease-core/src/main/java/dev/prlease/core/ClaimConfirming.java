package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.core.claim.ClaimReasons;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.core.claim.ClaimTime;
import dev.prlease.core.claim.ConfirmationRules;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The second half of a grant: collects the evidence again, now that the grant is written for others
 * to see, and confirms it, or puts back what was there before. Why two grants with one branch never
 * both pass is told at {@link ConfirmationRules}.
 *
 * <p>Whatever ends this in the middle leaves a pending claim: nobody may act on it, its exact owner
 * may take it again at once, and after {@link ClaimPolicy#TIME_TO_CONFIRM} whoever meets it puts
 * back what was there before. A confirmation that is late all the same expects a version that is
 * gone by then.
 */
final class ClaimConfirming {
  /** How long one waits for another to give up that comes after it. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  /** Another may come after the one that was waited for; to be fair to all there is an end. */
  private static final int MOST_ROUNDS = 3;

  private final Core core;
  private final ClaimCollecting collecting;

  ClaimConfirming(Core core, ClaimCollecting collecting) {
    this.core = core;
    this.collecting = collecting;
  }

  /** One grant on its way. */
  private record Grant(
      ClaimRequest request,
      ClaimRefusal.Step step,
      LeaseSlot.Held slot,
      PendingClaim pending,
      Disposition.Claimable claimable,
      Moment writtenAt) {
    LeaseRecord record() {
      return slot.record();
    }
  }

  ClaimResult confirm(
      ClaimRequest request, ClaimRefusal.Step step, LeaseSlot.Held slot, Acquiring.Plan plan) {
    Grant grant =
        new Grant(
            request,
            step,
            slot,
            GivingUp.pending(slot.record()).orElseThrow(),
            (Disposition.Claimable) plan.replaces(),
            plan.at());
    List<ClaimReason> against;
    try {
      against = against(grant);
    } catch (RuntimeException failed) {
      putBack(grant);
      throw failed;
    }
    return against.isEmpty() ? write(grant) : refused(grant, against, putBack(grant));
  }

  private List<ClaimReason> against(Grant grant) {
    for (int rounds = 1; ; rounds++) {
      ClaimEvidence again =
          collecting.collect(grant.request(), grant.pending().prior().flatMap(LeaseRecord::claim));
      if (rounds < MOST_ROUNDS && othersWillGiveUp(grant, again.competingClaims())) {
        awaitOthers(grant);
        continue;
      }
      Moment now = core.now();
      List<ClaimReason> reasons =
          new ArrayList<>(
              ConfirmationRules.againstConfirming(
                  grant.pending(),
                  grant.claimable().kind(),
                  grant.request(),
                  grant.claimable().evidence(),
                  again,
                  time(now)));
      if (reasons.isEmpty() && isTooLate(grant, now)) {
        reasons.add(tooLate(grant, now));
      }
      return reasons;
    }
  }

  private static boolean othersWillGiveUp(Grant grant, Evidence<List<LeaseRecord>> others) {
    return others
        .value()
        .filter(known -> !known.isEmpty())
        .filter(
            known ->
                known.stream()
                    .allMatch(other -> ConfirmationRules.isAheadOf(grant.record(), other)))
        .isPresent();
  }

  private void awaitOthers(Grant grant) {
    Moment since = core.now();
    for (int pauses = 0; core.now().since(since).compareTo(PATIENCE) < 0; pauses++) {
      core.pauses().pause(Jitter.ceiling(pauses, FIRST_PAUSE, LONGEST_PAUSE));
      Evidence<List<LeaseRecord>> others =
          collecting.competitors().find(grant.request().key(), grant.request().terms());
      if (!othersWillGiveUp(grant, others)) {
        return;
      }
    }
  }

  private ClaimResult write(Grant grant) {
    Conversation<Write> conversation = new Conversation<>(core, grant.request().key());
    LeaseSlot.Held current = grant.slot();
    LeaseRecord confirmed = confirmed(current.record());
    try {
      for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
        core.pauseAfterRefusals(refusals);
        Moment now = core.now();
        if (isTooLate(grant, now)) {
          return refused(grant, List.of(tooLate(grant, now)), putBack(grant));
        }
        confirmed = confirmed(current.record());
        Conversation.Answer<Write> answer =
            conversation.exchange(
                new Write.Plain(Expected.exactly(current.version()), Change.hold(confirmed), now));
        if (answer instanceof Conversation.Answer.Swapped<Write>
            && answer.slot() instanceof LeaseSlot.Held held) {
          ClaimAudits.granted(core.audit(), held.record(), ClaimAudits.Certainty.CERTAIN);
          return new ClaimResult.Granted(held.record(), outcome(grant));
        }
        Optional<LeaseSlot.Held> still = stillPending(grant, answer.slot());
        if (still.isEmpty()) {
          return refused(grant, List.of(overtaken(answer.slot())), ClaimRefusal.Aftermath.REPLACED);
        }
        current = still.get();
      }
    } catch (LeaseStoreException failed) {
      LeaseStoreException told = conversation.unknownIfLoose(failed);
      if (told.outcome() == LeaseStoreException.Outcome.UNKNOWN) {
        ClaimAudits.granted(core.audit(), confirmed, ClaimAudits.Certainty.UNKNOWN);
      } else {
        putBack(grant);
      }
      throw told;
    }
    putBack(grant);
    throw Contention.after(Core.MOST_REFUSALS, grant.request().key(), current);
  }

  private static LeaseRecord confirmed(LeaseRecord record) {
    return record.claim().map(Claim::confirmed).map(record::withClaim).orElse(record);
  }

  private ClaimResult.Outcome outcome(Grant grant) {
    return switch (grant.claimable().kind()) {
      case FRESH -> ClaimResult.Outcome.TAKEN;
      case EXACT_OWNER -> ClaimResult.Outcome.RENEWED;
      case TAKEN_OVER -> ClaimResult.Outcome.TAKEN_OVER;
      case ADOPTED -> ClaimResult.Outcome.ADOPTED;
    };
  }

  /** Puts back what was there before the grant, unless somebody else has replaced it. */
  private ClaimRefusal.Aftermath putBack(Grant grant) {
    Conversation<Write> conversation = new Conversation<>(core, grant.request().key());
    LeaseSlot.Held current = grant.slot();
    try {
      for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
        core.pauseAfterRefusals(refusals);
        Moment now = core.now();
        Conversation.Answer<Write> answer =
            conversation.exchange(
                new Write.Plain(
                    Expected.exactly(current.version()),
                    GivingUp.change(current.record(), now),
                    now));
        if (answer instanceof Conversation.Answer.Swapped<Write>) {
          return ClaimRefusal.Aftermath.PUT_BACK;
        }
        Optional<LeaseSlot.Held> still = stillPending(grant, answer.slot());
        if (still.isEmpty()) {
          return conversation.mayHaveLanded()
              ? ClaimRefusal.Aftermath.PUT_BACK
              : ClaimRefusal.Aftermath.REPLACED;
        }
        current = still.get();
      }
    } catch (LeaseStoreException failed) {
      Log.CORE.warn(
          "the claim on {} by session {} could not be put back: it stays pending, and nobody may"
              + " act on it",
          grant.request().key(),
          grant.request().session(),
          failed);
    }
    return ClaimRefusal.Aftermath.LEFT_PENDING;
  }

  /** The slot, if it shows the very grant, pending still. */
  private static Optional<LeaseSlot.Held> stillPending(Grant grant, LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held
            && held.record().grantId().equals(grant.record().grantId())
            && GivingUp.pending(held.record()).isPresent()
        ? Optional.of(held)
        : Optional.empty();
  }

  private static ClaimReason overtaken(LeaseSlot slot) {
    return new ClaimReason(
        ClaimReason.Code.OVERTAKEN,
        "the grant that was written",
        ClaimPolicy.recordIn(slot).map(ClaimReasons::describe).orElse("no claim"));
  }

  private static boolean isTooLate(Grant grant, Moment now) {
    return time(now).isPerhapsPast(grant.pending().until())
        || now.since(grant.writtenAt()).compareTo(ClaimPolicy.TIME_TO_CONFIRM) >= 0
        || Judge.isOverForOwner(grant.record(), now);
  }

  private static ClaimReason tooLate(Grant grant, Moment now) {
    return new ClaimReason(
        ClaimReason.Code.CONFIRMED_TOO_LATE,
        "a confirmation before " + grant.pending().until(),
        Times.text(now.wall()));
  }

  private ClaimResult refused(
      Grant grant, List<ClaimReason> reasons, ClaimRefusal.Aftermath aftermath) {
    ClaimRefusal refusal =
        new ClaimRefusal(
            grant.request().key(),
            grant.request().session(),
            grant.step(),
            reasons,
            grant.pending().prior(),
            aftermath);
    ClaimAudits.refused(core.audit(), refusal);
    return new ClaimResult.Refused(refusal);
  }

  private static ClaimTime time(Moment now) {
    return new ClaimTime(now.wall(), now.uncertainty());
  }
}
