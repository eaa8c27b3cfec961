package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import java.util.Optional;

/** {@code prlease adopt}: moves another session's live lease to this session. */
final class AdoptCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolve(call, world);
    Optional<Ttl> asked = CallOptions.ttl(call, world);
    SessionId from =
        call.value("from")
            .filter(text -> !text.isEmpty())
            .map(SessionId::verbatim)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--from is missing: which session's lease?",
                        "See who holds it: prlease status"));
    try (Desk desk = Desk.open(call, world)) {
      Sessions.Made made = CallOptions.sessions(call, world).findOrCreate();
      if (made.session().equals(from)) {
        throw new UsageException(
            "--from names this very session",
            "To refresh its own lease: prlease acquire, or prlease renew.");
      }
      Ttl ttl = asked.isPresent() ? asked.get() : desk.usualTtl();
      PrLease lease =
          new Taking(call, desk, world.console())
              .onceQuiet(from, () -> adopt(desk, key, from, made.session(), ttl));
      return new AcquireAnswer(call, world).taken(lease, made, desk);
    }
  }

  private static PrLease adopt(Desk desk, LeaseKey key, SessionId from, SessionId to, Ttl ttl) {
    try {
      return desk.manager().adopt(key, from, to, ttl);
    } catch (NotOwnerException notTheirs) {
      String option = " --key " + ShellQuote.word(key.toString());
      throw new NotHeldException(
          key,
          "nothing to adopt: " + notTheirs.getMessage(),
          notTheirs.reason() == NotOwnerException.Reason.NONE
              ? "It is free: prlease acquire" + option
              : "See who holds it: prlease status" + option);
    }
  }
}
