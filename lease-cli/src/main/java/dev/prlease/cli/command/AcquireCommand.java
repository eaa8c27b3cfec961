package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
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
    Ttl ttl = CallOptions.ttl(call, world).orElse(Ttl.DEFAULT);
    Optional<WaitOptions> wait = CallOptions.waiting(call);
    if (call.has("export") && call.has("json")) {
      throw new UsageException("--export and --json are two answers", "Leave one of them out.");
    }
    AcquireAnswer answer = new AcquireAnswer(call, world);
    try (Desk desk = Desk.open(call, world)) {
      Taking taking = new Taking(call, desk, world.console());
      Optional<Inherited> inherited = Inherited.of(call, world, key);
      if (inherited.isPresent()) {
        return underInherited(inherited.get(), key, ttl, taking, desk, answer);
      }
      Sessions.Made made = CallOptions.sessions(call, world).findOrCreate();
      return take(key, made, ttl, wait, taking, desk, answer);
    }
  }

  @Override
  public void describe(Throwable failure, ObjectFields to) {
    if (failure instanceof AlreadyHeldException || failure instanceof WaitTimeoutException) {
      to.put("outcome", "held");
    }
  }

  /** The lease of the environment: joined where a run keeps it, and refreshed where nobody does. */
  private static int underInherited(
      Inherited inherited, LeaseKey key, Ttl ttl, Taking taking, Desk desk, AcquireAnswer answer)
      throws InterruptedException {
    PrLease lease = inherited.attach(desk, key);
    if (inherited.isKept(lease.record(), desk) || inherited.isAtWork(lease.record(), desk)) {
      return answer.joined(lease, desk);
    }
    lease.detach();
    PrLease taken =
        taking.onceQuiet(
            lease.ownerSessionId(), () -> inherited.takeUp(desk, key, Optional.of(ttl)));
    return answer.refreshed(taken, desk);
  }

  private static int take(
      LeaseKey key,
      Sessions.Made made,
      Ttl ttl,
      Optional<WaitOptions> wait,
      Taking taking,
      Desk desk,
      AcquireAnswer answer)
      throws InterruptedException {
    SessionId session = made.session();
    try {
      return answer.taken(taking.acquire(key, session, ttl), made, desk);
    } catch (AlreadyHeldException held) {
      if (held.owner().equals(session)) {
        // A command of this session is at work and keeps the lease: it is held, as asked for.
        try {
          return answer.joined(desk.manager().attach(key, session), desk);
        } catch (NotOwnerException | LeaseExpiredException endedMeanwhile) {
          return take(key, made, ttl, wait, taking, desk, answer);
        }
      }
      if (wait.isEmpty()) {
        throw held;
      }
    }
    return answer.taken(taking.acquire(key, session, ttl, wait.get()), made, desk);
  }
}
