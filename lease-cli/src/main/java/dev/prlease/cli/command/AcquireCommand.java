package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
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
      Optional<PrLease> joined = join(call, world, desk, key);
      if (joined.isPresent()) {
        return answer.joined(joined.get(), desk);
      }
      Sessions.Made made = CallOptions.sessions(call, world).findOrCreate();
      try {
        return take(desk, key, made, ttl, wait, answer);
      } catch (AlreadyHeldException held) {
        answer.held(held);
        throw held;
      } catch (WaitTimeoutException timeout) {
        answer.held(timeout.lastSeen());
        throw timeout;
      }
    }
  }

  /** The lease of the run around this call, if there is one. */
  private static Optional<PrLease> join(Call call, World world, Desk desk, LeaseKey key) {
    Optional<Inherited> inherited = Inherited.of(call, world, key);
    if (inherited.isEmpty()) {
      return Optional.empty();
    }
    LeaseStatus status = desk.manager().find(key);
    inherited.get().checkAlive(status, key);
    boolean withinRun =
        inherited.get().withinRun()
            || status.record().map(record -> desk.occupation().isInUse(record)).orElse(false);
    return withinRun
        ? Optional.of(desk.manager().attach(key, SessionId.verbatim(inherited.get().session())))
        : Optional.empty();
  }

  private static int take(
      Desk desk,
      LeaseKey key,
      Sessions.Made made,
      Ttl ttl,
      Optional<WaitOptions> wait,
      AcquireAnswer answer)
      throws InterruptedException {
    LeaseManager manager = desk.manager();
    Acquisition acquisition = manager.tryAcquire(key, made.session(), ttl);
    if (acquisition instanceof Acquisition.Held held) {
      if (held.refusal().owner().equals(made.session())) {
        // A command of this session is at work and keeps the lease: it is held, as asked for.
        return answer.joined(manager.attach(key, made.session()), desk);
      }
      if (wait.isEmpty()) {
        throw held.refusal();
      }
      return answer.taken(manager.acquire(key, made.session(), ttl, wait.get()), made, desk);
    }
    return answer.taken(((Acquisition.Granted) acquisition).lease(), made, desk);
  }
}
