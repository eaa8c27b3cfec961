package dev.prlease.cli.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.output.ClaimJson;
import dev.prlease.cli.output.ClaimLines;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.json.JsonText;
import java.util.Optional;

/** What {@code prlease claim} answers: for people, or as one JSON object. */
final class Answer {
  private final Call call;
  private final Console console;
  private final Desk desk;

  Answer(Call call, World world, Desk desk) {
    this.call = call;
    this.console = world.console();
    this.desk = desk;
  }

  /** The claim is the session's. */
  int granted(LeaseRecord record, ClaimResult.Outcome outcome) {
    if (call.has("json")) {
      console.json(
          JsonText.object(
              o -> {
                LeaseJson.held(o, record.key(), record, desk.store());
                o.put("outcome", word(outcome));
                ClaimJson.claim(o, record.claim());
              }));
    } else {
      console.out(heading(outcome) + " " + record.key());
      ClaimLines.of(record).forEach(console::out);
      LeaseLines.of(record, desk.clock().now(), desk.store()).forEach(console::out);
    }
    return ExitCode.DONE;
  }

  /** It was given back, freed, put back, or not there. */
  int ended(LeaseKey issue, SessionId session, ClaimEnding ending) {
    Optional<LeaseRecord> before = before(ending);
    if (call.has("json")) {
      console.json(
          JsonText.object(
              o -> {
                o.put("key", issue.toString());
                o.put("outcome", word(ending));
                o.put("session", session.value());
                ClaimJson.record(o, "before", before);
                o.put("store", desk.store());
              }));
    } else if (ending instanceof ClaimEnding.NothingHeld) {
      console.err("prlease claim: nothing to free: nobody has claimed " + issue);
    } else {
      console.out(text(ending) + " " + issue);
      before.ifPresent(record -> ClaimLines.of(record).forEach(console::out));
    }
    return ExitCode.DONE;
  }

  /** Whose it is, and how it came to be. */
  int show(LeaseStatus status) {
    Optional<Claim> claim = status.record().flatMap(LeaseRecord::claim);
    if (call.has("json")) {
      console.json(
          JsonText.object(
              o -> {
                LeaseJson.status(o, status);
                ClaimJson.claim(o, claim);
              }));
      return ExitCode.DONE;
    }
    console.raw(ClaimLines.heading(console.palette(), status));
    status
        .record()
        .ifPresent(
            record -> {
              ClaimLines.of(record).forEach(console::out);
              LeaseLines.of(record, status.judgedAt(), status.store()).forEach(console::out);
            });
    claim.ifPresent(known -> ClaimLines.story(known).forEach(console::out));
    ClaimLines.outlook(status).ifPresent(line -> console.out(LeaseLines.line("note", line)));
    return ExitCode.DONE;
  }

  private String word(ClaimEnding ending) {
    if (ending instanceof ClaimEnding.Freed) {
      return isRelease() ? "released" : "reclaimed";
    }
    return ending instanceof ClaimEnding.PutBack ? "put-back" : "nothing-held";
  }

  private String text(ClaimEnding ending) {
    if (ending instanceof ClaimEnding.PutBack) {
      return "a grant was never confirmed, and what was there before it is there again:";
    }
    return isRelease() ? "released" : "freed, since its process is dead or its worktree is gone:";
  }

  private boolean isRelease() {
    return call.operands().contains(Step.RELEASE.word());
  }

  private static Optional<LeaseRecord> before(ClaimEnding ending) {
    if (ending instanceof ClaimEnding.Freed freed) {
      return Optional.of(freed.before());
    }
    return ending instanceof ClaimEnding.PutBack back
        ? Optional.of(back.pending())
        : Optional.empty();
  }

  private static String word(ClaimResult.Outcome outcome) {
    return switch (outcome) {
      case TAKEN -> "taken";
      case KEPT -> "kept";
      case RENEWED -> "renewed";
      case TAKEN_OVER -> "taken-over";
      case ADOPTED -> "adopted";
      case VERIFIED -> "verified";
    };
  }

  private static String heading(ClaimResult.Outcome outcome) {
    return switch (outcome) {
      case TAKEN -> "claimed";
      case KEPT -> "claimed already, kept,";
      case RENEWED -> "renewed, as its exact owner,";
      case TAKEN_OVER -> "taken over";
      case ADOPTED -> "adopted";
      case VERIFIED -> "this session may act on";
    };
  }
}
