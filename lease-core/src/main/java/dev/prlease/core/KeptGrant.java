package dev.prlease.core;

import dev.prlease.api.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One grant that is kept alive: when what is due, and how it ended (rule P11). What is done about
 * it, and by whom, is for {@link Keepers} to say.
 *
 * <p>It stands on the {@link Agenda} for whatever comes first: the deadline, the maximum hold, or
 * the next piece of work. When that time has come it declares the loss, or queues itself up for the
 * work; neither is I/O. While it waits there, or a call for it hangs, it stands on the agenda for
 * the deadline: so a loss is declared on time whatever the store does.
 *
 * <p>Its monitor is taken before the agenda's, and nothing else is called with it held.
 */
final class KeptGrant extends Agenda.Item implements GrantState.Observer {
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(10);
  private static final double LEAST_SHARE = 0.8;

  /**
   * Work is due at whole hundredths of the look interval only, the same for all grants of one TTL:
   * so what falls due at about the same time makes one batch.
   */
  private static final int GRAINS = 100;

  /** How the store has dealt with the grant so far. */
  enum Pace {
    /** As it should: the grant is worked on in batches. */
    SWIFT,
    /** A batch with the grant in it took too long, and nobody knows for which of them. */
    DOUBTFUL,
    /** A call for the grant alone took too long. */
    SLOW
  }

  private final Keepers keepers;
  private final GrantState grant;
  private final KeepAliveOptions options;
  private final LeaseListener listener;
  private final Mailbox mailbox;
  private final long start;

  // All guarded by this.
  private @Nullable LeaseEnd end;
  private @Nullable Instant lastRenewedAt;
  private @Nullable Object round;
  private boolean working;
  private boolean planned;
  private Pace pace = Pace.SWIFT;
  private int failures;
  private long lookAt;
  private long notBefore;
  private float renewShare;

  KeptGrant(Keepers keepers, GrantState grant, KeepAliveOptions options, LeaseListener listener) {
    this.keepers = keepers;
    this.grant = grant;
    this.options = options;
    this.listener = listener;
    this.mailbox = new Mailbox(keepers.core().listenerLane());
    this.start = keepers.core().clock().ticks();
    this.notBefore = start;
    this.renewShare = share();
    planNextLook(start);
  }

  GrantState grant() {
    return grant;
  }

  synchronized Optional<LeaseEnd> end() {
    return Optional.ofNullable(end);
  }

  synchronized Optional<Instant> lastRenewedAt() {
    return Optional.ofNullable(lastRenewedAt);
  }

  synchronized boolean isActive() {
    return end == null;
  }

  @Override
  void fallDue() {
    check();
  }

  /**
   * Sees what the time is, and what comes next. Quick, for any thread; called whenever something
   * changed. What is known may change while this looks at it: then it looks again, lest it stand on
   * the agenda for a deadline that is later than the new one.
   */
  void check() {
    long revision;
    do {
      revision = grant.revision();
    } while (plan() && grant.revision() != revision);
  }

  /** Returns whether there is anything left to be planned for. */
  private boolean plan() {
    Moment now = keepers.core().now();
    Duration grace = options.killGrace().of(ttl());
    Duration untilLoss = keepers.ending().loseIfOver(grant, grace, now);
    if (!Durations.isPositive(untilLoss)) {
      return false; // over() was called
    }
    Duration untilMaximum = options.maximumHold().minusNanos(now.ticks() - start);
    if (!Durations.isPositive(untilMaximum)) {
      stop(new LeaseEnd.MaximumHold(options.maximumHold()));
      return false;
    }
    if (isDueAfterPlanning(now.ticks(), Durations.min(untilLoss, untilMaximum))) {
      keepers.enqueue(this);
    }
    return true;
  }

  private synchronized boolean isDueAfterPlanning(long now, Duration untilEnd) {
    if (end != null) {
      return false;
    }
    long next = now + untilEnd.toNanos();
    boolean isDue = false;
    if (!working) {
      long workAt = workAt();
      isDue = workAt - now <= 0;
      working = isDue;
      next = isDue || workAt - next > 0 ? next : workAt;
    }
    keepers.agenda().put(this, next);
    return isDue;
  }

  private long workAt() {
    long next = lookAt;
    if (keepers.isMine(grant)) {
      long renewAt = renewAt();
      next = renewAt - next < 0 ? renewAt : next;
    }
    return next - notBefore < 0 ? notBefore : next;
  }

  /**
   * A third of the TTL after the record's own time, less jitter; at once where an older program
   * dropped what a renewal restores: until then other processes of the session cannot see that one
   * is at work.
   */
  private long renewAt() {
    if (grant.hasLostFields()) {
      return start;
    }
    Known known = grant.known();
    long ttl = known.record().ttl().duration().toNanos();
    return onGrain(known.validity().ticksAtEnd() - ttl + (long) (ttl / 3.0 * renewShare));
  }

  /** Whether the grant is to be renewed by now, and may be. */
  synchronized boolean wantsRenewal(Moment now) {
    return end == null && now.ticks() - renewAt() >= 0 && keepers.isMine(grant);
  }

  /** The work was done and told what is so. */
  synchronized void succeeded(Moment now) {
    planned = true;
    failures = 0;
    notBefore = now.ticks();
    planNextLook(now.ticks());
  }

  /**
   * It was not done, since somebody else writes or the store failed: try again soon (lesson L26).
   *
   * @return whether it is the first failure in a row
   */
  synchronized boolean failed(Moment now) {
    planned = true;
    Duration pause = keepers.core().jitter().atLeast(0.5, retryAfter(failures, ttl()));
    notBefore = now.ticks() + pause.toNanos();
    failures++;
    return failures == 1;
  }

  /** From 10 ms up to the least of a second and a twentieth of the TTL. */
  static Duration retryAfter(int failures, Ttl ttl) {
    return Jitter.ceiling(
        failures, FIRST_RETRY, Durations.min(LONGEST_RETRY, Durations.share(ttl.duration(), 20)));
  }

  private void planNextLook(long now) {
    long interval = Keepers.lookInterval(ttl()).toNanos();
    lookAt = onGrain(now + (long) (interval * (double) share()));
  }

  private long onGrain(long ticks) {
    return ticks - Math.floorMod(ticks, Keepers.lookInterval(ttl()).toNanos() / GRAINS);
  }

  private float share() {
    return (float) keepers.core().jitter().share(LEAST_SHARE);
  }

  private Ttl ttl() {
    return grant.known().record().ttl();
  }

  synchronized Pace pace() {
    return pace;
  }

  synchronized void pace(Pace newPace) {
    pace = newPace;
  }

  /** {@code newRound} works on the grant from now on, and nobody else. */
  synchronized void begin(Object newRound) {
    round = newRound;
    planned = false;
  }

  /** Whether {@code aRound} still has the grant to work on. */
  synchronized boolean isIn(Object aRound) {
    return round == aRound;
  }

  /**
   * The round takes too long, and others are to work on the grant: whatever the round still learns
   * is of no interest.
   *
   * @return false if the round does not have it any more
   */
  synchronized boolean leave(Object aRound) {
    if (round != aRound) {
      return false;
    }
    round = null;
    pace = Pace.DOUBTFUL;
    return end == null;
  }

  /**
   * The round is done with the grant, if it still has it. One that planned nothing has done
   * nothing, as far as can be told; it would be due again at once, and again.
   */
  void worked(Object aRound) {
    synchronized (this) {
      if (round != aRound) {
        return;
      }
      if (!planned) {
        failed(keepers.core().now());
      }
      round = null;
      working = false;
    }
    check();
  }

  @Override
  public void renewed() {
    Known known = grant.known();
    Instant expiresAt = known.validity().expiresAt();
    synchronized (this) {
      lastRenewedAt = known.record().acquiredAt();
      renewShare = share();
    }
    if (listener != LeaseListener.NONE) {
      mailbox.post(Mailbox.Kind.REPLACEABLE, () -> listener.renewed(expiresAt));
    }
    check(); // the deadline may be nearer than before
  }

  @Override
  public void over(LeaseEnd how) {
    endWith(how);
  }

  /** Ends the keeper but not the grant. */
  void stop(LeaseEnd how) {
    grant.forget(this);
    endWith(how);
  }

  /** It could not be started: nobody is told. */
  void neverStarted() {
    grant.forget(this);
    end(new LeaseEnd.Closed());
  }

  private void endWith(LeaseEnd how) {
    keepers.core().listenerLane().hold();
    try {
      if (end(how)) {
        mailbox.post(Mailbox.Kind.LAST, () -> listener.ended(how));
      }
    } finally {
      keepers.core().listenerLane().letGo();
    }
  }

  private boolean end(LeaseEnd how) {
    synchronized (this) {
      if (end != null) {
        return false;
      }
      end = how;
      keepers.agenda().remove(this);
    }
    keepers.left();
    return true;
  }
}
