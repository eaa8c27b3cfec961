package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.LeaseInterruptedException;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.output.LeaseJson;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.cli.output.ShellQuote;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.json.JsonText;

/** What {@code acquire} answers: for people, as JSON, or as lines for a shell. */
final class AcquireAnswer {
  private final Call call;
  private final World world;
  private final Console console;

  AcquireAnswer(Call call, World world) {
    this.call = call;
    this.world = world;
    this.console = world.console();
  }

  /**
   * The lease was taken; it stays held once the answer has arrived. A signal that came before or
   * while it was given makes the call fail, and a call that fails leaves nothing held that was not
   * held before.
   */
  int taken(PrLease lease, Sessions.Made made, Desk desk) throws InterruptedException {
    return taken(lease, lease.origin(), made.keeping(), desk);
  }

  /** The same of the lease of the environment, taken up again. */
  int refreshed(PrLease lease, Desk desk) throws InterruptedException {
    return taken(lease, Origin.AGAIN, Sessions.Keeping.KNOWN, desk);
  }

  private int taken(PrLease lease, Origin origin, Sessions.Keeping keeping, Desk desk)
      throws InterruptedException {
    giveBackIfInterrupted(lease, origin);
    print(lease, desk, heading(origin), name(origin));
    boolean arrived = console.flush();
    giveBackIfInterrupted(lease, origin);
    if (!arrived && keeping == Sessions.Keeping.UNKNOWN) {
      // Nobody learned the session's id, so nobody could ever release it.
      lease.release();
      return ExitCode.DONE;
    }
    lease.detach();
    if (keeping == Sessions.Keeping.UNKNOWN && !call.has("export")) {
      console.err(
          call.name()
              + ": this is no git worktree, which would keep the session: to renew, assert or"
              + " release, add --session "
              + lease.ownerSessionId());
    }
    return ExitCode.DONE;
  }

  private static void giveBackIfInterrupted(PrLease lease, Origin origin)
      throws InterruptedException {
    if (!Thread.interrupted()) {
      return;
    }
    if (origin == Origin.AGAIN) {
      lease.detach();
      throw new LeaseInterruptedException(
          lease.key(),
          "interrupted: the lease on " + lease.key() + " stays held, as it was before");
    }
    lease.release();
    throw new LeaseInterruptedException(
        lease.key(), "interrupted: the lease on " + lease.key() + " is given back");
  }

  /** The lease is held by this session already, and another command of it keeps it. */
  int joined(PrLease lease, Desk desk) {
    CallOptions.tellIfIgnored(call, world);
    desk.recordJoined(lease);
    print(lease, desk, "joined", "joined");
    lease.detach();
    return ExitCode.DONE;
  }

  private void print(PrLease lease, Desk desk, String heading, String origin) {
    if (call.has("json")) {
      console.json(
          JsonText.object(
              o -> {
                o.put("outcome", "acquired");
                LeaseJson.held(o, lease.key(), lease.record(), desk.store());
                o.put("grant_id", lease.grantId().value());
                o.put("origin", origin);
                lease
                    .takenFrom()
                    .ifPresent(former -> o.put("former_holder_may_act_until", former.expiresAt()));
              }));
    } else if (call.has("export")) {
      export(Inherited.KEY, lease.key().toString());
      export(Inherited.SESSION, lease.ownerSessionId().value());
      export(Inherited.GRANT, lease.grantId().value());
      export(Inherited.FENCE, Long.toString(lease.fence().value()));
    } else {
      console.out(heading + " " + lease.key());
      console.out(LeaseLines.line("session", lease.ownerSessionId().value()));
      LeaseLines.of(lease.record(), desk.clock().now(), desk.store()).forEach(console::out);
      lease
          .takenFrom()
          .ifPresent(former -> console.out(LeaseLines.mayActUntil(former.expiresAt())));
    }
  }

  private void export(String name, String value) {
    console.out("export " + name + "=" + ShellQuote.always(value));
  }

  private static String heading(Origin origin) {
    return switch (origin) {
      case FRESH -> "acquired";
      case AGAIN -> "held already, refreshed";
      case RECLAIMED -> "acquired, reclaimed from an expired or unreadable record,";
      case ADOPTED -> "adopted";
      case ATTACHED -> "joined";
    };
  }

  static String name(Origin origin) {
    return switch (origin) {
      case FRESH -> "fresh";
      case AGAIN -> "again";
      case RECLAIMED -> "reclaimed";
      case ADOPTED -> "adopted";
      case ATTACHED -> "joined";
    };
  }
}
