package dev.prlease.cli.output;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.Provenance;
import dev.prlease.core.LeaseStatus;
import dev.prlease.json.Rfc3339;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What people want to know of a claim, one line each. */
public final class ClaimLines {
  private ClaimLines() {}

  /** Whose claim {@code record} is, and for what. */
  public static List<String> of(LeaseRecord record) {
    List<String> lines = new ArrayList<>();
    lines.add(LeaseLines.line("session", record.owner().value()));
    if (record.claim().isEmpty()) {
      return lines;
    }
    Claim claim = record.claim().get();
    ClaimTerms terms = claim.terms();
    lines.add(LeaseLines.line("user", terms.claimant().toString()));
    lines.add(LeaseLines.line("work", terms.operation()));
    lines.add(LeaseLines.line("branch", terms.branch()));
    lines.add(LeaseLines.line("remote", terms.remote().name() + " at " + terms.remote().url()));
    lines.add(LeaseLines.line("in", terms.worktree()));
    lines.add(LeaseLines.line("process", claim.process().toString()));
    return lines;
  }

  /** How it came to be held, oldest first, and what the last grant was based on. */
  public static List<String> story(Claim claim) {
    List<String> lines = new ArrayList<>();
    long left = claim.grantCount() - claim.grants().size();
    if (left > 0) {
      lines.add(
          "granted " + claim.grantCount() + " times; the last " + claim.grants().size() + ":");
    }
    for (ClaimGrant grant : claim.grants()) {
      lines.add(LeaseLines.line(grant.kind().text(), grant(grant)));
    }
    claim.lastGrant().stream()
        .flatMap(grant -> grant.evidence().stream())
        .forEach(piece -> lines.add("    " + Escape.clip(evidence(piece))));
    return lines;
  }

  private static String grant(ClaimGrant grant) {
    String prior =
        grant
            .prior()
            .map(
                before ->
                    ", after "
                        + before.claimant()
                        + " in session "
                        + before.session()
                        + ", "
                        + before.process()
                        + ", until "
                        + Rfc3339.format(before.expiresAt()))
            .orElse("");
    return Rfc3339.format(grant.at())
        + " to "
        + grant.claimant()
        + " in session "
        + grant.session()
        + ", "
        + grant.process()
        + prior;
  }

  private static String evidence(Provenance piece) {
    return piece.piece()
        + ": "
        + piece.found()
        + " ("
        + piece.source()
        + ", "
        + Rfc3339.format(piece.at())
        + ")";
  }

  /** How a claim stands, in a line that is all ours. */
  public static String heading(Palette palette, LeaseStatus status) {
    return Escape.line(status.key().map(Object::toString).orElse("") + ": ")
        + state(palette, status);
  }

  /** How it stands, for somebody who knows of which issue. */
  public static String state(Palette palette, LeaseStatus status) {
    String owner =
        status.record().map(record -> Escape.line(Escape.clip(record.owner().value()))).orElse("");
    return switch (status.state()) {
      case FREE -> palette.good("free");
      case HELD -> palette.busy(isPending(status) ? "pending" : "held") + " by session " + owner;
      case EXPIRED ->
          palette.busy("expired") + ", and not free; session " + owner + " held it last";
      case UNREADABLE -> palette.bad("unreadable") + ": " + Escape.line(LeaseLines.reason(status));
    };
  }

  /** What that means to others, if it is not clear. */
  public static Optional<String> outlook(LeaseStatus status) {
    Optional<LeaseRecord> record = status.record();
    if (status.state() == LeaseStatus.State.UNREADABLE) {
      return Optional.of("nobody is granted it: an operator ends it with prlease break");
    }
    if (record.isPresent() && record.get().claim().isEmpty()) {
      return Optional.of(
          "this is no claim, and nobody is granted one: an operator ends it with prlease break");
    }
    Optional<PendingClaim> pending = record.flatMap(LeaseRecord::claim).flatMap(Claim::pending);
    if (pending.isPresent()) {
      return Optional.of(
          "its grant is not confirmed, and nobody may act on it; it is put back from "
              + Rfc3339.format(pending.get().until()));
    }
    return status.state() == LeaseStatus.State.EXPIRED
        ? Optional.of(
            "its exact owner may renew it; others may take it over once its process is proven dead"
                + " or its worktree gone")
        : Optional.empty();
  }

  /** Whether it is a claim that was granted and not confirmed. */
  public static boolean isPending(LeaseStatus status) {
    return status.record().flatMap(LeaseRecord::claim).flatMap(Claim::pending).isPresent();
  }

  /** Every reason of {@code refusal}. */
  public static List<String> reasons(ClaimRefusal refusal) {
    List<String> lines = new ArrayList<>();
    for (ClaimReason reason : refusal.reasons()) {
      lines.add("  " + reason.code().text());
      lines.add("    expected  " + Escape.clip(reason.expected()));
      lines.add("    found     " + Escape.clip(reason.found()));
    }
    switch (refusal.aftermath()) {
      case NOTHING_WRITTEN -> {}
      case PUT_BACK -> lines.add("  It was written, and what was there before was put back.");
      case REPLACED -> lines.add("  It was written, and somebody else has replaced it since.");
      case LEFT_PENDING ->
          lines.add(
              "  It was written and stays pending: nobody may act on it before it is renewed.");
    }
    return lines;
  }
}
