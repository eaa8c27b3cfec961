package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.spi.ClaimProbes;
import java.util.List;
import java.util.Optional;

/**
 * Takes, keeps, renews and ends claims: leases on issues, for which expired is not free. Whatever a
 * request says is compared with the record, and with evidence that is collected here; nothing that
 * a caller could declare makes it an owner.
 *
 * <p>A claim has no handle and no keeper: it is held by a session, kept by {@link #heartbeat}, and
 * acted on after {@link #verifyForMutation}. Each call stands for itself, in this process or
 * another. Refusals are values with every reason, recorded in the audit.
 *
 * <p>All methods throw {@link dev.prlease.api.LeaseStoreException} if the store failed, {@link
 * dev.prlease.api.ContentionException} if others kept writing the slot, {@link
 * IllegalArgumentException} for a session or terms that no record may have, and {@link
 * dev.prlease.api.LeaseConfigurationException} for a TTL that the clock cannot keep. Thread-safe.
 */
public final class Claims {
  private final Core core;
  private final LeaseManager manager;
  private final Acquiring acquiring;
  private final ClaimCollecting collecting;
  private final ClaimConfirming confirming;
  private final ClaimMoves moves;

  Claims(
      Core core,
      LeaseManager manager,
      Acquiring acquiring,
      Operating operating,
      ClaimProbes probes) {
    this.core = core;
    this.manager = manager;
    this.acquiring = acquiring;
    this.collecting = new ClaimCollecting(core, probes);
    this.confirming = new ClaimConfirming(core, collecting);
    this.moves = new ClaimMoves(core, operating, collecting);
  }

  /**
   * Takes the claim on whatever ground there is: it is free; the session has it live, which keeps
   * it; it has expired, and the request is its exact owner's; or it has expired, and its process is
   * dead or its worktree gone.
   */
  public ClaimResult take(ClaimRequest request) {
    return grant(request, ClaimRefusal.Step.TAKE);
  }

  /**
   * Keeps a claim that the session has, live and confirmed, on the same terms. Asks no probe: what
   * is live and ours needs no evidence.
   */
  public ClaimResult heartbeat(ClaimRequest request) {
    return grant(request, ClaimRefusal.Step.HEARTBEAT);
  }

  /**
   * Renews an expired claim as its exact owner, on evidence that the work stands as it was pushed.
   */
  public ClaimResult renewExpired(ClaimRequest request) {
    return grant(request, ClaimRefusal.Step.RENEW);
  }

  /**
   * Takes over an expired claim whose process is proven dead, or whose worktree is proven gone. For
   * its exact owner this is a renewal, if it may renew it.
   */
  public ClaimResult takeOver(ClaimRequest request) {
    return grant(request, ClaimRefusal.Step.TAKE_OVER);
  }

  /** Moves the live claim of {@code from} to the request's session, on the same terms. */
  public ClaimResult adopt(ClaimRequest request, SessionId from) {
    if (from.equals(request.session())) {
      throw new IllegalArgumentException("a session cannot adopt its own claim: " + from);
    }
    begin(request);
    return moves.adopt(request, from);
  }

  /**
   * Whether the session may act on the issue: the claim is its own, live, confirmed, and on the
   * request's terms. Reads, decides, returns; nothing stands between it and the action.
   */
  public ClaimResult verifyForMutation(ClaimRequest request) {
    begin(request);
    return moves.verify(request);
  }

  /**
   * Gives back what {@code session} has on {@code issue}, live, expired or pending. What was there
   * before a pending claim is put back.
   */
  public ClaimEnding release(LeaseKey issue, SessionId session) {
    begin(issue, session);
    return moves.release(issue, session);
  }

  /**
   * Frees an expired claim whose process is proven dead, or whose worktree is proven gone, without
   * taking it; puts back what was there before a pending one that was abandoned.
   *
   * @param session who asks, for the audit
   */
  public ClaimEnding reclaimExpired(LeaseKey issue, SessionId session) {
    begin(issue, session);
    return moves.reclaim(issue, session);
  }

  private void begin(ClaimRequest request) {
    Limits.check(request.terms());
    begin(request.key(), request.session());
  }

  private void begin(LeaseKey issue, SessionId session) {
    if (issue.kind() != LeaseKey.Kind.ISSUE) {
      throw new IllegalArgumentException(issue + " is no issue: claims are leases on issues");
    }
    Limits.check(session);
    manager.beginUse();
  }

  private ClaimResult grant(ClaimRequest request, ClaimRefusal.Step step) {
    begin(request);
    return manager.whileOpen(() -> granted(request, step));
  }

  private ClaimResult granted(ClaimRequest request, ClaimRefusal.Step step) {
    Acquiring.Result result =
        acquiring.acquire(
            request.key(),
            request.session(),
            request.ttl(),
            new ClaimPolicy(collecting, request, step, core.store().lateWriteBound()));
    if (result instanceof Acquiring.Result.Granted granted) {
      return granted(request, step, granted.slot(), granted.plan());
    }
    ClaimRefusal refusal =
        result instanceof Acquiring.Result.Refused refused
            ? refused.refusal()
            : atWork(request, step, (Acquiring.Result.Held) result);
    ClaimAudits.refused(core.audit(), refusal);
    return new ClaimResult.Refused(refusal);
  }

  private ClaimResult granted(
      ClaimRequest request, ClaimRefusal.Step step, LeaseSlot.Held slot, Acquiring.Plan plan) {
    if (plan.replaces() instanceof Disposition.Claimable) {
      return confirming.confirm(request, step, slot, plan);
    }
    ClaimAudits.kept(core.audit(), slot.record());
    return new ClaimResult.Granted(slot.record(), ClaimResult.Outcome.KEPT);
  }

  private static ClaimRefusal atWork(
      ClaimRequest request, ClaimRefusal.Step step, Acquiring.Result.Held held) {
    return new ClaimRefusal(
        request.key(),
        request.session(),
        step,
        List.of(ClaimPolicy.atWork(held.refusal())),
        Optional.of(held.refusal().record()),
        ClaimRefusal.Aftermath.NOTHING_WRITTEN);
  }
}
