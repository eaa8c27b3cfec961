package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import dev.prlease.json.JsonText.ObjectFields;
import java.util.Optional;

/** {@code prlease acquire}: takes the lease and leaves it held. */
final class AcquireCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws InterruptedException {
    LeaseKey key = KeyResolver.resolve(call, world);
    Optional<Ttl> ttl = CallOptions.ttl(call, world);
    Optional<WaitOptions> wait = CallOptions.waiting(call);
    if (call.has("export") && call.has("json")) {
      throw new UsageException("--export and --json are two answers", "Leave one of them out.");
    }
    try (Desk desk = Desk.open(call, world)) {
      Taking taking = new Taking(call, desk, world.console());
      Attempt attempt = new Attempt(key, ttl, desk, taking, new AcquireAnswer(call, world));
      Optional<Inherited> inherited = Inherited.of(call, world, key);
      return inherited.isPresent()
          ? attempt.underInherited(inherited.get())
          : attempt.make(CallOptions.sessions(call, world).findOrCreate(), wait);
    }
  }

  @Override
  public void describe(Throwable failure, ObjectFields to) {
    if (failure instanceof AlreadyHeldException || failure instanceof WaitTimeoutException) {
      to.put("outcome", "held");
    }
  }

  /** What is to be acquired, and with what; either way leads to the exit code. */
  private record Attempt(
      LeaseKey key, Optional<Ttl> asked, Desk desk, Taking taking, AcquireAnswer answer) {
    /** The lease of the environment: joined where a run keeps it, else refreshed. */
    int underInherited(Inherited inherited) throws InterruptedException {
      PrLease lease = inherited.attach(desk, key);
      if (inherited.isKept(lease.record(), desk) || inherited.isAtWork(lease.record(), desk)) {
        return answer.joined(lease, desk);
      }
      lease.detach();
      PrLease taken =
          taking.onceQuiet(lease.ownerSessionId(), () -> inherited.takeUp(desk, key, asked));
      return answer.refreshed(taken, desk);
    }

    int make(Sessions.Made made, Optional<WaitOptions> wait) throws InterruptedException {
      SessionId session = made.session();
      // What the session holds already is refreshed, and not cut short unasked.
      Ttl ttl =
          asked.or(() -> desk.heldBy(key, session).map(LeaseRecord::ttl)).orElseGet(desk::usualTtl);
      PrLease lease;
      try {
        lease =
            wait.isPresent()
                ? taking.acquire(key, session, ttl, wait.get(), Taking.OwnWork.IS_REFUSED)
                : taking.acquire(key, session, ttl, Taking.OwnWork.IS_REFUSED);
      } catch (AlreadyHeldException held) {
        if (held.owner().equals(session)) {
          return joinOwn(made, wait);
        }
        throw held;
      }
      return answer.taken(lease, made, desk);
    }

    /** A command of this session is at work and keeps the lease: it is held, as asked for. */
    private int joinOwn(Sessions.Made made, Optional<WaitOptions> wait)
        throws InterruptedException {
      PrLease lease;
      try {
        lease = desk.attach(key, made.session());
      } catch (NotOwnerException | LeaseExpiredException endedMeanwhile) {
        return make(made, wait);
      }
      return answer.joined(lease, desk);
    }
  }
}
