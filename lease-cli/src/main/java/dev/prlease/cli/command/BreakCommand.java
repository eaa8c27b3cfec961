package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.BrokenLease;
import dev.prlease.json.JsonText;
import java.time.Instant;
import java.util.Optional;

/** {@code prlease break}: an operator ends somebody's lease. */
final class BreakCommand implements Subcommand {
  private static final int LONGEST_REASON = 1_000;

  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolveAny(call, world);
    String reason = reason(call);
    SessionId operator = CallOptions.sessions(call, world).find().orElseGet(() -> operator(world));
    try (Desk desk = Desk.open(call, world)) {
      BrokenLease broken = end(desk, key, operator, reason);
      if (call.has("json")) {
        world.console().json(json(key, broken));
      } else {
        print(world, key, broken);
      }
      return ExitCode.DONE;
    }
  }

  private static BrokenLease end(Desk desk, LeaseKey key, SessionId operator, String reason) {
    try {
      return desk.manager().breakLease(key, operator, reason);
    } catch (NotOwnerException free) {
      throw new NotHeldException(
          key,
          "nothing to break: " + key + " is free",
          "To take it: prlease "
              + (isClaim(key) ? "claim take" : "acquire")
              + " --key "
              + ShellQuote.word(key.toString()));
    }
  }

  private static boolean isClaim(LeaseKey key) {
    return key.kind() == LeaseKey.Kind.ISSUE;
  }

  private static String reason(Call call) {
    String reason = call.value("reason").orElse("").strip();
    if (reason.isEmpty()) {
      throw new UsageException(
          "--reason is missing: why?", "Give --reason TEXT; it is kept in the audit.");
    }
    if (reason.length() > LONGEST_REASON) {
      throw new UsageException(
          "--reason is longer than " + LONGEST_REASON + " characters", "Say it shorter.");
    }
    return reason;
  }

  /** Somebody who has no session is named by the login name. */
  static SessionId operator(World world) {
    try {
      return SessionId.of(("operator " + world.variable("USER")).strip());
    } catch (IllegalArgumentException unprintable) {
      return SessionId.of("operator");
    }
  }

  private static void print(World world, LeaseKey key, BrokenLease broken) {
    Console console = world.console();
    console.out("broke the " + (isClaim(key) ? "claim" : "lease") + " on " + key);
    broken
        .before()
        .record()
        .ifPresent(
            record -> {
              console.out(LeaseLines.line("session", record.owner().value()));
              LeaseLines.ofEnded(record, broken.before().judgedAt(), broken.before().store())
                  .forEach(console::out);
            });
    console.out(
        broken
            .formerHolderMayActUntil()
            .map(LeaseLines::mayActUntil)
            .orElse("Nobody acts under it any more."));
  }

  private static String json(LeaseKey key, BrokenLease broken) {
    return JsonText.object(
        o -> {
          o.put("key", key.toString()).put("broken", true);
          o.object("before", before -> LeaseJson.status(before, broken.before()));
          Optional<Instant> until = broken.formerHolderMayActUntil();
          if (until.isPresent()) {
            o.put("former_holder_may_act_until", until.get());
          } else {
            o.putNull("former_holder_may_act_until");
          }
        });
  }
}
