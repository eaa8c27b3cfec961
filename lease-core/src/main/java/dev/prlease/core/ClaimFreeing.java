package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimRules;
import dev.prlease.spi.Expected;
import java.util.List;
import java.util.Optional;

/**
 * Frees an expired claim without taking it, on the same evidence on which it could be taken over;
 * and puts back what was there before a grant that was abandoned unconfirmed. One exchange does it,
 * of exactly the version that the evidence was collected for.
 */
final class ClaimFreeing {
  private final Core core;
  private final ClaimCollecting collecting;
  private final ClaimMoves moves;

  ClaimFreeing(Core core, ClaimCollecting collecting, ClaimMoves moves) {
    this.core = core;
    this.collecting = collecting;
    this.moves = moves;
  }

  ClaimEnding free(LeaseKey issue, SessionId session) {
    Conversation<Write> conversation = new Conversation<>(core, issue);
    LeaseSlot slot = core.store().load(issue);
    Optional<LeaseRecord> last = Optional.empty();
    try {
      for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
        core.pauseAfterRefusals(refusals);
        Moment now = core.now();
        core.checkTimeIsKnown(issue, now);
        LeaseSlot seen = Judge.seen(slot, now);
        if (seen instanceof LeaseSlot.Vacant) {
          return last.isPresent() && conversation.mayHaveLanded()
              ? new ClaimEnding.Freed(last.get())
              : new ClaimEnding.NothingHeld();
        }
        Optional<LeaseRecord> record = ClaimPolicy.recordIn(seen);
        ClaimEvidence evidence =
            record
                .flatMap(LeaseRecord::claim)
                .map(collecting::collectRecorded)
                .orElseGet(collecting::none);
        List<ClaimReason> against = against(seen, issue, evidence, now);
        if (!against.isEmpty()) {
          return new ClaimEnding.Refused(
              moves.refused(issue, session, ClaimRefusal.Step.RECLAIM, against, record));
        }
        LeaseRecord before = record.orElseThrow();
        last = record;
        Conversation.Answer<Write> answer =
            conversation.exchange(
                new Write.Plain(
                    Expected.exactly(slot.version()), GivingUp.change(before, now), now));
        if (answer instanceof Conversation.Answer.Swapped<Write>) {
          return ended(before, session, evidence);
        }
        slot = answer.slot();
      }
      throw Contention.after(Core.MOST_REFUSALS, issue, slot);
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    }
  }

  private static List<ClaimReason> against(
      LeaseSlot seen, LeaseKey issue, ClaimEvidence evidence, Moment now) {
    if (seen instanceof LeaseSlot.Unreadable unreadable) {
      return List.of(ClaimPolicy.unreadable(unreadable));
    }
    LeaseRecord record = ((LeaseSlot.Held) seen).record();
    if (!record.key().equals(issue)) {
      return List.of(
          new ClaimReason(
              ClaimReason.Code.KEY_MISMATCH, issue.toString(), record.key().toString()));
    }
    if (ClaimCompetitors.isAbandoned(record, now)) {
      return List.of();
    }
    return ClaimRules.againstFreeing(record, evidence, ClaimMoves.time(now));
  }

  private ClaimEnding ended(LeaseRecord before, SessionId session, ClaimEvidence evidence) {
    if (before.claim().flatMap(Claim::pending).isPresent()) {
      ClaimAudits.putBack(core.audit(), before);
      return new ClaimEnding.PutBack(before);
    }
    ClaimAudits.freed(
        core.audit(),
        before,
        session,
        "process "
            + evidence.recordedProcess().describe()
            + ", worktree "
            + evidence.recordedWorktree().describe());
    return new ClaimEnding.Freed(before);
  }
}
