package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.WorktreeState;
import dev.prlease.spi.ClaimProbes;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Collects the evidence about a claim, all of it anew. Probes are code of others: one that fails,
 * or answers with null, knows nothing.
 */
final class ClaimCollecting {
  private final Core core;
  private final ClaimProbes probes;
  private final ClaimCompetitors competitors;

  ClaimCollecting(Core core, ClaimProbes probes) {
    this.core = core;
    this.probes = probes;
    this.competitors = new ClaimCompetitors(core);
  }

  ClaimCompetitors competitors() {
    return competitors;
  }

  /**
   * Everything. Competing claims come last: what the others take of time must not make them old.
   *
   * @param recorded the claim that is or was there, if there is one
   */
  ClaimEvidence collect(ClaimRequest request, Optional<Claim> recorded) {
    ClaimTerms terms = request.terms();
    LeaseKey key = request.key();
    Evidence<WorktreeState> worktree =
        ask("worktree probe", () -> probes.worktrees().look(terms.worktree(), request.process()));
    return new ClaimEvidence(
        recordedProcess(recorded),
        recorded.filter(claim -> isSameQuestion(claim, request)).isPresent()
            ? worktree
            : recordedWorktree(recorded),
        ask("process probe", () -> probes.processes().look(request.process())),
        worktree,
        ask(
            "worktree probe",
            () -> probes.worktrees().remoteUrl(terms.worktree(), terms.remote().name())),
        ask("identity probe", () -> probes.identity().user(key.host())),
        ask("identity probe", () -> probes.identity().profile()),
        ask("heads probe", () -> probes.heads().local(terms)),
        ask("heads probe", () -> probes.heads().remote(terms)),
        ask("competitors probe", () -> probes.competitors().pullRequests(key, terms)),
        competitors.find(key, terms));
  }

  /**
   * Whether to look at the recorded worktree is to look at the request's: the path is the same, and
   * it was called so in the same surroundings.
   */
  private static boolean isSameQuestion(Claim recorded, ClaimRequest request) {
    ClaimProcess then = recorded.process();
    ClaimProcess now = request.process();
    return recorded.terms().worktree().equals(request.terms().worktree())
        && then.host().equals(now.host())
        && then.identity().bootId().equals(now.identity().bootId())
        && then.identity().pidNamespace().equals(now.identity().pidNamespace());
  }

  /** What is known about {@code recorded} alone. */
  ClaimEvidence collectRecorded(Claim recorded) {
    return about(recordedProcess(Optional.of(recorded)), recordedWorktree(Optional.of(recorded)));
  }

  /** Nothing: where no evidence can make a difference. */
  ClaimEvidence none() {
    return about(notAsked(), notAsked());
  }

  private ClaimEvidence about(Evidence<ProcessState> process, Evidence<WorktreeState> worktree) {
    return new ClaimEvidence(
        process,
        worktree,
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked(),
        notAsked());
  }

  private <T> Evidence<T> notAsked() {
    return new Evidence.Unknown<>("not asked", "nobody", now());
  }

  private Evidence<ProcessState> recordedProcess(Optional<Claim> recorded) {
    return recorded
        .map(claim -> ask("process probe", () -> probes.processes().look(claim.process())))
        .orElseGet(this::notRecorded);
  }

  private Evidence<WorktreeState> recordedWorktree(Optional<Claim> recorded) {
    return recorded
        .map(
            claim ->
                ask(
                    "worktree probe",
                    () -> probes.worktrees().look(claim.terms().worktree(), claim.process())))
        .orElseGet(this::notRecorded);
  }

  private <T> Evidence<T> notRecorded() {
    return new Evidence.Unknown<>("nothing is recorded", core.store().location(), now());
  }

  private <T> Evidence<T> ask(String source, Supplier<Evidence<T>> probe) {
    Instant at = now();
    try {
      Evidence<T> answer = probe.get();
      return Objects.isNull(answer)
          ? new Evidence.Unknown<>("the probe returned null", source, at)
          : answer;
    } catch (RuntimeException | LinkageError failed) {
      return new Evidence.Unknown<>("the probe failed: " + failed, source, at);
    }
  }

  private Instant now() {
    return LeaseRecord.cut(core.now().wall());
  }
}
