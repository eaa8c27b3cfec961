package dev.prlease.cli.command;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.World;
import dev.prlease.cli.session.Sessions;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import java.util.Optional;

/** The lease that the session of a call holds already. */
final class OwnLease {
  private OwnLease() {}

  /**
   * A handle on it; detach it, so that it stays held.
   *
   * @throws dev.prlease.api.LeaseException if the session does not hold it live
   * @throws NotHeldException if there is no session
   */
  static PrLease attach(Call call, World world, Desk desk, LeaseKey key) {
    SessionId session =
        session(call, world)
            .orElseThrow(
                () ->
                    new NotHeldException(
                        key,
                        "this worktree has no session, so it does not hold " + key,
                        "Acquire first, or give --session ID."));
    Optional<Inherited> inherited = Inherited.of(call, world, key);
    PrLease lease;
    try {
      lease = desk.attach(key, session);
    } catch (NotOwnerException | LeaseExpiredException notHere) {
      Optional<NotHeldException> elsewhere =
          inherited.flatMap(environment -> environment.elsewhere(key, desk));
      throw elsewhere.isPresent() ? elsewhere.get() : notHere;
    }
    if (inherited.isPresent() && !inherited.get().matches(lease.record())) {
      lease.detach();
      throw NotOwnerException.superseded(key, session, lease.record());
    }
    Optional<NotHeldException> left =
        inherited.flatMap(environment -> environment.leftBehind(lease.record()));
    if (left.isPresent()) {
      lease.detach();
      throw left.get();
    }
    return lease;
  }

  /**
   * Who acts; empty in a worktree in which nobody acquired yet.
   *
   * @throws UsageException outside a worktree if no session is named
   */
  static Optional<SessionId> session(Call call, World world) {
    Sessions sessions = CallOptions.sessions(call, world);
    Optional<SessionId> session = sessions.find();
    if (session.isEmpty() && !sessions.isInWorktree()) {
      throw new UsageException(
          "which session? None is named, and this is no git worktree with one of its own",
          "Give --session ID or set PRLEASE_SESSION.");
    }
    return session;
  }
}
