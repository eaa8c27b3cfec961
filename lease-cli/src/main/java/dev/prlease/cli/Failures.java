package dev.prlease.cli;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ClaimRefusedException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.cli.output.ClaimJson;
import dev.prlease.cli.output.ClaimLines;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.output.StoreText;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes words, JSON if it was asked for, and an exit code of whatever stood in the way. */
final class Failures {
  private final World world;
  private final Console console;
  private final String name;
  private final AnswerForm form;
  private final Optional<Call> call;
  private final Consumer<ObjectFields> more;

  /**
   * For one call.
   *
   * @param name what was called, as typed: {@code prlease run}
   * @param form who reads the answer
   * @param call its options, once they are known
   * @param more adds what the subcommand tells of every refusal
   */
  Failures(
      World world, String name, AnswerForm form, Optional<Call> call, Consumer<ObjectFields> more) {
    this.world = world;
    this.console = world.console();
    this.name = name;
    this.form = form;
    this.call = call;
    this.more = more;
  }

  /** Tells of {@code failure}, and returns the exit code. */
  int report(Throwable failure) {
    if (!world.variable("PRLEASE_DEBUG").isEmpty()) {
      trace(failure);
    }
    Refusal refusal = Refusal.of(failure);
    if (failure instanceof AlreadyHeldException held) {
      return conflict(refusal.withExitCode(conflictCode()), held, "");
    }
    if (failure instanceof WaitTimeoutException timeout) {
      return conflict(refusal, timeout.lastSeen(), "timed out waiting: ");
    }
    if (failure instanceof ClaimRefusedException claim) {
      return claimRefused(refusal, claim.refusal());
    }
    console.err(name + ": " + refusal.message());
    if (!refusal.next().isEmpty()) {
      console.next(refusal.next());
    }
    answer(
        refusal,
        to -> to.putOrNull("key", refusal.key().map(LeaseKey::toString), ObjectFields::put));
    return refusal.exitCode();
  }

  /** Every reason, not the first; for programs as fields, too. */
  private int claimRefused(Refusal refusal, ClaimRefusal claim) {
    String next = ClaimOutcome.next(claim, storeOption());
    console.err(
        name
            + ": "
            + claim.step().text()
            + " of "
            + claim.key()
            + " by session "
            + claim.session()
            + " is refused");
    ClaimLines.reasons(claim).forEach(console::err);
    console.next(next);
    answer(refusal.saying(refusal.message(), next), to -> ClaimJson.refusal(to, claim));
    return refusal.exitCode();
  }

  /** Everything that somebody who stands down needs, the next command to type at the end. */
  private int conflict(Refusal refusal, AlreadyHeldException held, String prefix) {
    LeaseKey key = held.record().key();
    String message =
        prefix
            + (isOwn(held)
                ? "another command of this session is at work on "
                    + key
                    + ": "
                    + held.record().holder().map(LeaseLines::holder).orElse("")
                : String.valueOf(held.getMessage()));
    String next =
        "prlease status --key "
            + ShellQuote.word(held.key().map(LeaseKey::toString).orElse(""))
            + storeOption();
    console.err(name + ": " + message + "; standing down");
    if (isOwn(held)) {
      console.err(LeaseLines.line("session", held.owner().value()));
    }
    for (String line : LeaseLines.of(held.record(), world.clock().now(), held.store())) {
      console.err(line);
    }
    Orphan.note(held.record(), world.clock().now(), world.processes()).ifPresent(console::err);
    console.err("  next:   " + next);
    answer(
        refusal.saying(message, next), to -> LeaseJson.held(to, key, held.record(), held.store()));
    return refusal.exitCode();
  }

  /** Adds the answer for programs, unless one was given before it went wrong. */
  private void answer(Refusal refusal, Consumer<ObjectFields> details) {
    if (form == AnswerForm.SHELL) {
      // A shell would take an empty answer for success, and go on to act.
      console.out("(exit " + refusal.exitCode() + ")");
    } else if (form == AnswerForm.JSON && !console.hasAnswered()) {
      console.json(
          JsonText.object(
              to -> {
                more.accept(to);
                to.put("error", refusal.error())
                    .put("message", refusal.message())
                    .put("next", refusal.next())
                    .put("more", "prlease help " + refusal.error());
                details.accept(to);
              }));
    }
  }

  /** Whether the lease is held by the very session that is refused. */
  private boolean isOwn(AlreadyHeldException held) {
    try {
      Optional<String> named = call.flatMap(given -> given.value("session"));
      return new Sessions(named, world.directory(), world.environment())
          .find()
          .filter(held.owner()::equals)
          .isPresent();
    } catch (UsageException | LeaseException unknown) {
      return false;
    }
  }

  private String storeOption() {
    return call.flatMap(given -> given.value("store"))
        .map(location -> " --store " + ShellQuote.word(StoreText.shown(location)))
        .orElse("");
  }

  private int conflictCode() {
    return call.flatMap(given -> given.value("conflict-exit-code"))
        .map(Integer::parseInt)
        .orElse(ExitCode.HELD);
  }

  private void trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    text.toString().lines().forEach(console::err);
  }
}
