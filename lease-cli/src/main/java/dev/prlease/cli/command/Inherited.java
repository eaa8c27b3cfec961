package dev.prlease.cli.command;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.World;
import dev.prlease.cli.output.StoreText;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.PrLease;
import java.util.Optional;

/**
 * The lease that a call finds in its environment: of the {@code run} around it, or exported by
 * {@code acquire}.
 *
 * @param session the owner's id, as exported
 * @param grant the grant's id, as exported
 * @param fence the holding's fence; none if it is missing or no fence
 * @param store the store that the environment names; empty if it names none
 * @param withinRun whether the environment is that of a {@code run} on the same key, as far as it
 *     tells
 */
record Inherited(String session, String grant, Fence fence, String store, boolean withinRun) {
  static final String KEY = "PRLEASE_KEY";
  static final String SESSION = "PRLEASE_SESSION";
  static final String GRANT = "PRLEASE_GRANT";
  static final String FENCE = "PRLEASE_FENCE";
  static final String STORE = "PRLEASE_STORE";

  /** Set by {@code run} alone, to the same key: an exported lease has nobody who keeps it. */
  static final String RUN = "PRLEASE_RUN";

  /** More processes than this do not take one lease up at the same time. */
  private static final int MOST_TRIES = 10;

  /** What the environment says about {@code key}, unless the call names another session. */
  static Optional<Inherited> of(Call call, World world, LeaseKey key) {
    String text = world.variable(KEY);
    String session = world.variable(SESSION);
    boolean means = call.value("session").map(session::equals).orElse(true);
    boolean whole =
        !session.isEmpty() && !(world.variable(GRANT) + world.variable(FENCE)).isEmpty();
    if (!whole || !means || !isKey(text, key)) {
      return Optional.empty();
    }
    return Optional.of(
        new Inherited(
            session,
            world.variable(GRANT),
            fence(world.variable(FENCE)),
            world.variable(STORE),
            isKey(world.variable(RUN), key)));
  }

  /**
   * A handle on that very lease, if it is still there: whoever acts under this environment must
   * learn that it is over before anything else is taken (lesson L34).
   *
   * @throws NotHeldException if it is not
   */
  PrLease attach(Desk desk, LeaseKey key) {
    PrLease lease;
    try {
      lease = desk.attach(key, SessionId.verbatim(session));
    } catch (NotOwnerException | LeaseExpiredException over) {
      throw elsewhere(key, desk).orElseGet(() -> over(key, String.valueOf(over.getMessage())));
    }
    if (!matches(lease.record())) {
      lease.detach();
      throw elsewhere(key, desk)
          .orElseGet(
              () -> over(key, "the session has acquired it again since, fence " + lease.fence()));
    }
    Optional<NotHeldException> left = leftBehind(lease.record());
    if (left.isPresent()) {
      lease.detach();
      throw left.get();
    }
    return lease;
  }

  /**
   * The same, if no process is at work under it.
   *
   * @throws AlreadyHeldException if one is
   */
  PrLease attachIdle(Desk desk, LeaseKey key) {
    PrLease lease = attach(desk, key);
    if (desk.occupation().test(lease.record())) {
      lease.detach();
      throw new AlreadyHeldException(key, lease.record(), desk.store());
    }
    return lease;
  }

  /**
   * Takes that very lease up, which nobody keeps: this process is its holder from now on. If
   * another process was quicker, and is not at work under it, takes it up after that one.
   *
   * @param ttl how long it is to last from now on; empty for as long as before
   * @throws NotHeldException if it is over
   * @throws AlreadyHeldException if a process acts under it, also if only since just now
   */
  PrLease takeUp(Desk desk, LeaseKey key, Optional<Ttl> ttl) {
    for (int tries = 1; ; tries++) {
      PrLease idle = attachIdle(desk, key);
      try {
        return handOver(idle, desk, ttl);
      } catch (NotOwnerException overtaken) {
        if (tries == MOST_TRIES || overtaken.found().filter(this::matches).isEmpty()) {
          throw over(key, String.valueOf(overtaken.getMessage()));
        }
      } catch (LeaseExpiredException gone) {
        throw over(key, String.valueOf(gone.getMessage()));
      } finally {
        idle.detach();
      }
    }
  }

  /**
   * A handle on the grant that this process got, and on no other: by the next look another process
   * of the session may have got one.
   */
  private static PrLease handOver(PrLease idle, Desk desk, Optional<Ttl> ttl) {
    GrantId own = idle.handOver(desk.holder());
    PrLease taken = desk.attach(idle.key(), idle.ownerSessionId(), own);
    try {
      if (ttl.isPresent() && !ttl.get().equals(taken.record().ttl())) {
        taken.renew(ttl.get());
      }
      return taken;
    } catch (RuntimeException failed) {
      taken.detach();
      throw failed;
    }
  }

  /** Whether the run that this environment comes from is at work under {@code record}. */
  boolean isKept(LeaseRecord record, Desk desk) {
    return withinRun
        || (record.grantId().filter(id -> id.value().equals(grant)).isPresent()
            && isAtWork(record, desk));
  }

  /**
   * The error for a call that a run left behind. A run's grant lasts as long as the run: afterwards
   * it is handed over, and so is what the next run of the session takes up, which must not be
   * joined. A record that lost its grant to an older program tells nothing about it (rule P14).
   */
  Optional<NotHeldException> leftBehind(LeaseRecord record) {
    boolean another = record.grantId().filter(id -> !id.value().equals(grant)).isPresent();
    return withinRun && another
        ? Optional.of(
            over(record.key(), "that run is over, and the session holds the lease on without it"))
        : Optional.empty();
  }

  /** Whether any process is at work under {@code record}. */
  boolean isAtWork(LeaseRecord record, Desk desk) {
    return desk.occupation().work(record) == Occupation.Work.GOING_ON;
  }

  /**
   * Whether {@code record} is of that holding. One that an older program rewrote has no fence, and
   * then the session decides (rule P14).
   */
  boolean matches(LeaseRecord record) {
    return record.owner().value().equals(session)
        && (!record.fence().isPresent() || record.fence().equals(fence));
  }

  /**
   * The error for a lease that was not found, if the call looks into another store than the one
   * that this environment names.
   */
  Optional<NotHeldException> elsewhere(LeaseKey key, Desk desk) {
    if (store.isEmpty() || desk.isAt(store)) {
      return Optional.empty();
    }
    return Optional.of(
        new NotHeldException(
            key,
            "this runs under a lease on "
                + key
                + " in "
                + StoreText.shown(store)
                + ", and the call names another store, where it is not: "
                + desk.store(),
            "Leave out --store to act under that lease. To begin anew in the other store: unset "
                + String.join(" ", KEY, SESSION, GRANT, FENCE, RUN)));
  }

  private NotHeldException over(LeaseKey key, String why) {
    return new NotHeldException(
        key,
        "this runs under a lease on "
            + key
            + " that is over (session "
            + session
            + ", fence "
            + fence
            + "): "
            + why,
        // PRLEASE_STORE may stay: it names the store that this lease was in, for the next one too.
        "Stop acting on it. To begin anew: unset "
            + String.join(" ", KEY, SESSION, GRANT, FENCE, RUN));
  }

  private static boolean isKey(String text, LeaseKey key) {
    try {
      return !text.isEmpty() && LeaseKey.parse(text).equals(key);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static Fence fence(String text) {
    try {
      return Fence.lenient(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Fence.NONE;
    }
  }
}
