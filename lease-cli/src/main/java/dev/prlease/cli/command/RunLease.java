package dev.prlease.cli.command;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Durations;
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
public final class RunLease {
  private enum Afterwards {
    /** It was taken for this run alone. */
    RELEASE,
    /** The session held it before: it stays held, and nobody is at work under it. */
    LEAVE_IDLE,
    /** Another run keeps it. */
    LEAVE
  }

  private final Desk desk;
  private final String name;
  private final Console console;
  private final PrLease lease;
  private final Afterwards afterwards;

  private RunLease(Desk desk, String name, Console console, PrLease lease, Afterwards afterwards) {
    this.desk = desk;
    this.name = name;
    this.console = console;
    this.lease = lease;
    this.afterwards = afterwards;
  }

  /** What the user asked for; without a TTL that of the lease that is there, or the default. */
  public record Wish(LeaseKey key, Optional<Ttl> ttl, Optional<WaitOptions> waiting) {
    /** What {@code call} asks for. */
    public static Wish of(Call call, World world, LeaseKey key) {
      return new Wish(key, CallOptions.ttl(call, world), CallOptions.waiting(call));
    }
  }

  /**
   * Takes it.
   *
   * @throws InterruptedException if a signal asks to stop; nothing is held then
   */
  public static RunLease take(Wish wish, Call call, World world, Desk desk)
      throws InterruptedException {
    return new Way(wish, call, world, desk).take();
  }

  /** Finds out which of the ways to the lease is this call's. */
  private record Way(Wish wish, Call call, World world, Desk desk) {
    RunLease take() throws InterruptedException {
      Optional<Inherited> inherited = Inherited.of(call, world, wish.key());
      if (inherited.isPresent()) {
        return inherit(inherited.get());
      }
      Optional<SessionId> asked = CallOptions.sessions(call, world).find();
      if (asked.isPresent()) {
        Optional<LeaseRecord> own = desk.heldBy(wish.key(), asked.get());
        if (own.isPresent()) {
          return acquire(own.get().owner(), notShorter(own.get()).orElse(own.get().ttl()));
        }
      }
      return acquire(
          SessionId.random(), wish.ttl().isPresent() ? wish.ttl().get() : desk.usualTtl());
    }

    /**
     * The TTL that was asked for, unless the lease that the session holds lasts longer: it stays
     * held after the run, and whoever acquired it counts on it.
     */
    private Optional<Ttl> notShorter(LeaseRecord own) {
      Optional<Ttl> asked = wish.ttl();
      if (asked.isEmpty() || asked.get().duration().compareTo(own.ttl().duration()) >= 0) {
        return asked;
      }
      console()
          .err(
              call.name()
                  + ": this session holds "
                  + own.key()
                  + " for "
                  + Durations.show(own.ttl().duration())
                  + ", which stays: a shorter --ttl changes nothing");
      return Optional.empty();
    }

    private RunLease inherit(Inherited inherited) throws InterruptedException {
      PrLease found = inherited.attach(desk, wish.key());
      if (inherited.isKept(found.record(), desk)) {
        CallOptions.tellIfIgnored(call, world);
        desk.recordJoined(found);
        return new RunLease(desk, call.name(), console(), found, Afterwards.LEAVE);
      }
      found.detach();
      Optional<Ttl> ttl = notShorter(found.record());
      PrLease lease =
          taking()
              .inTurn(
                  found.ownerSessionId(),
                  wish.waiting(),
                  () -> inherited.takeUp(desk, wish.key(), ttl));
      return new RunLease(desk, call.name(), console(), lease, Afterwards.LEAVE_IDLE);
    }

    private RunLease acquire(SessionId session, Ttl ttl) throws InterruptedException {
      PrLease lease =
          wish.waiting().isPresent()
              ? taking()
                  .acquire(
                      wish.key(), session, ttl, wish.waiting().get(), Taking.OwnWork.IS_WAITED_FOR)
              : taking().acquire(wish.key(), session, ttl, Taking.OwnWork.IS_WAITED_FOR);
      return new RunLease(
          desk,
          call.name(),
          console(),
          lease,
          lease.origin() == Origin.AGAIN ? Afterwards.LEAVE_IDLE : Afterwards.RELEASE);
    }

    private Taking taking() {
      return new Taking(call, desk, console());
    }

    private Console console() {
      return world.console();
    }
  }

  /** The lease itself. */
  public PrLease lease() {
    return lease;
  }

  /** The run is over. Failures are told of: the lease then ends with its TTL. */
  public void giveUp() {
    switch (afterwards) {
      case RELEASE -> lease.close();
      case LEAVE -> lease.detach();
      case LEAVE_IDLE -> leaveIdle();
    }
  }

  /**
   * The run is over, and so is the pull request: the lease is given back even if the session held
   * it before. Not where another run keeps it.
   */
  public void release() {
    if (afterwards == Afterwards.LEAVE) {
      lease.detach();
    } else {
      lease.close();
    }
  }

  private void leaveIdle() {
    try {
      desk.leaveIdle(lease);
    } catch (NotOwnerException | LeaseExpiredException over) {
      // It is not this session's any more, or another command of it acts under it by now.
    } catch (LeaseException failed) {
      console.err(
          name
              + ": the lease on "
              + lease.key()
              + " stays held, but could not be handed back: "
              + failed.getMessage());
    } finally {
      lease.detach();
    }
  }

  /** What becomes of the lease when a signal ends the call. */
  public String fate() {
    return switch (afterwards) {
      case RELEASE -> "the lease on " + lease.key() + " is given back";
      case LEAVE_IDLE -> "the lease on " + lease.key() + " stays held, as it was before";
      case LEAVE -> "the prlease run around this keeps the lease on " + lease.key();
    };
  }
}
