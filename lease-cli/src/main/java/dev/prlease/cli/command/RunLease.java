package dev.prlease.cli.command;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import java.util.Optional;

/**
 * The lease that a {@code run} acts under.
 *
 * <p>Three ways lead to it. Inside another run on the same key it is that run's: joined, kept alive
 * by both, released by the outer one. Where the session that was asked for holds the key already,
 * the run acts under that holding and leaves it held. Otherwise the run is a session of its own, so
 * that two runs exclude each other whoever starts them, and releases what it took.
 */
final class RunLease {
  private enum Afterwards {
    /** It was taken for this run alone. */
    RELEASE,
    /** The session held it before: it stays held, and nobody is at work under it. */
    LEAVE_IDLE,
    /** Another run keeps it. */
    LEAVE
  }

  private final Desk desk;
  private final PrLease lease;
  private final Afterwards afterwards;

  private RunLease(Desk desk, PrLease lease, Afterwards afterwards) {
    this.desk = desk;
    this.lease = lease;
    this.afterwards = afterwards;
  }

  /** What the user asked for; without a TTL that of the lease that is there, or the default. */
  record Wish(LeaseKey key, Optional<Ttl> ttl, Optional<WaitOptions> waiting) {
    static Wish of(Call call, World world, LeaseKey key) {
      return new Wish(key, CallOptions.ttl(call, world), CallOptions.waiting(call));
    }
  }

  static RunLease take(Wish wish, Call call, World world, Desk desk) throws InterruptedException {
    Optional<Inherited> inherited = Inherited.of(call, world, wish.key());
    if (inherited.isPresent()) {
      return inherit(wish, inherited.get(), desk);
    }
    Optional<SessionId> asked = CallOptions.sessions(call, world).find();
    if (asked.isPresent()) {
      Optional<LeaseRecord> own = held(desk.manager().find(wish.key()), asked.get());
      if (own.isPresent()) {
        return acquire(wish, own.get().owner(), own.get().ttl(), desk);
      }
    }
    return acquire(wish, SessionId.random(), Ttl.DEFAULT, desk);
  }

  private static RunLease inherit(Wish wish, Inherited inherited, Desk desk)
      throws InterruptedException {
    LeaseStatus status = desk.manager().find(wish.key());
    inherited.checkAlive(status, wish.key());
    LeaseRecord record = status.record().orElseThrow();
    if (inherited.withinRun() || desk.occupation().isInUse(record)) {
      PrLease joined = desk.manager().attach(wish.key(), record.owner());
      desk.recordJoined(joined);
      return new RunLease(desk, joined, Afterwards.LEAVE);
    }
    return acquire(wish, record.owner(), record.ttl(), desk);
  }

  private static Optional<LeaseRecord> held(LeaseStatus status, SessionId session) {
    return status.state() == LeaseStatus.State.HELD
        ? status.record().filter(record -> record.owner().equals(session))
        : Optional.empty();
  }

  private static RunLease acquire(Wish wish, SessionId session, Ttl usual, Desk desk)
      throws InterruptedException {
    PrLease lease = acquireLease(wish, session, wish.ttl().orElse(usual), desk);
    return new RunLease(
        desk, lease, lease.origin() == Origin.AGAIN ? Afterwards.LEAVE_IDLE : Afterwards.RELEASE);
  }

  private static PrLease acquireLease(Wish wish, SessionId session, Ttl ttl, Desk desk)
      throws InterruptedException {
    if (wish.waiting().isPresent()) {
      return desk.manager().acquire(wish.key(), session, ttl, wish.waiting().get());
    }
    Acquisition acquisition = desk.manager().tryAcquire(wish.key(), session, ttl);
    if (acquisition instanceof Acquisition.Held held) {
      throw held.refusal();
    }
    return ((Acquisition.Granted) acquisition).lease();
  }

  PrLease lease() {
    return lease;
  }

  /** The run is over. Failures are told of: the lease then ends with its TTL. */
  void giveUp() {
    switch (afterwards) {
      case RELEASE -> lease.close();
      case LEAVE -> lease.detach();
      case LEAVE_IDLE -> leaveIdle();
    }
  }

  private void leaveIdle() {
    try {
      desk.leaveIdle(lease);
    } catch (LeaseException lost) {
      // It is not this session's any more, or the store failed: either way it ends with its TTL,
      // and
      // who acts under it next is told.
      lease.detach();
    }
  }
}
