package dev.prlease.core;

import dev.prlease.api.Ttl;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One grant that is kept alive: when what is due, and how it ended (rule P11).
 *
 * <p>It has one timer, armed for whatever comes first: the deadline, the maximum hold, or the next
 * piece of work. The timer does no I/O; it queues the grant with the {@link Keepers}, whose tasks
 * do the work. While it waits there, or a call hangs, the timer stays armed for the deadline: so a
 * loss is declared on time whatever the store does.
 */
final class KeptGrant implements GrantState.Observer, StepWatch.Watcher {
  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(10);
  private static final double LEAST_SHARE = 0.8;

  private final Core core;
  private final Keepers keepers;
  private final GrantState grant;
  private final KeepAliveOptions options;
  private final LeaseListener listener;
  private final Mailbox mailbox;
  private final Moment start;

  // All guarded by this.
  private Scheduler.@Nullable Handle timer;
  private @Nullable LeaseEnd end;
  private @Nullable Instant lastRenewedAt;
  private boolean working;
  private long lookAt;
  private long notBefore;
  private int failures;
  private double renewShare;

  KeptGrant(
      Core core,
      Keepers keepers,
      GrantState grant,
      KeepAliveOptions options,
      LeaseListener listener) {
    this.core = core;
    this.keepers = keepers;
    this.grant = grant;
    this.options = options;
    this.listener = listener;
    this.mailbox = new Mailbox(core.listenerLane());
    this.start = core.now();
    this.notBefore = start.ticks();
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

  /**
   * Sees what the time is, and arms the timer for what comes next. Quick, for any thread; called
   * whenever something changed. What is known may change while this looks at it: then it looks
   * again, lest the timer be left armed for a deadline that is later than the new one.
   */
  @Override
  public void check() {
    long revision;
    do {
      revision = grant.revision();
    } while (arm() && grant.revision() != revision);
  }

  /** Returns whether there is anything left to be armed for. */
  private boolean arm() {
    Moment now = core.now();
    Duration grace = options.killGrace().of(grant.known().record().ttl());
    Duration untilLoss = keepers.ending().loseIfOver(grant, grace, now);
    if (!Durations.isPositive(untilLoss)) {
      return false; // over() was called
    }
    Duration untilMaximum = options.maximumHold().minus(now.since(start));
    if (!Durations.isPositive(untilMaximum)) {
      stop(new LeaseEnd.MaximumHold(options.maximumHold()));
      return false;
    }
    boolean isDue;
    synchronized (this) {
      Duration untilWork = Duration.ofNanos(workAt() - now.ticks());
      isDue = end == null && !working && !Durations.isPositive(untilWork);
      working |= isDue;
      Duration next = Durations.min(untilLoss, untilMaximum);
      arm(working ? next : Durations.min(next, untilWork));
    }
    if (isDue) {
      keepers.enqueue(this);
    }
    return true;
  }

  /** Call with the monitor held. */
  private void arm(Duration delay) {
    if (timer != null) {
      timer.cancel();
    }
    timer = end == null ? core.scheduler().after(delay, this::check) : null;
  }

  private long workAt() {
    long next = keepers.isMine(grant) && renewAt() - lookAt < 0 ? renewAt() : lookAt;
    return next - notBefore < 0 ? notBefore : next;
  }

  /**
   * A third of the TTL after the record's own time, less jitter; at once where an older program
   * dropped what a renewal restores: until then other processes of the session cannot see that one
   * is at work.
   */
  private long renewAt() {
    if (grant.hasLostFields()) {
      return start.ticks();
    }
    Known known = grant.known();
    long ttl = known.record().ttl().duration().toNanos();
    return known.validity().ticksAtEnd() - ttl + (long) (ttl / 3.0 * renewShare);
  }

  /** Whether the grant is to be renewed by now, and may be. */
  synchronized boolean wantsRenewal(Moment now) {
    return end == null && now.ticks() - renewAt() >= 0 && keepers.isMine(grant);
  }

  /** The work was done and told what is so. */
  void succeeded(Moment now) {
    synchronized (this) {
      failures = 0;
      notBefore = now.ticks();
      planNextLook(now);
    }
  }

  /** Somebody else wrote, or writes: try again soon (lesson L26). */
  synchronized void failed(Moment now) {
    notBefore = now.ticks() + core.jitter().atLeast(0.5, retryAfter(failures, ttl())).toNanos();
    failures++;
  }

  /** The same because the store failed; the first failure in a row is logged. */
  void failed(Moment now, RuntimeException why) {
    boolean isFirst;
    synchronized (this) {
      isFirst = failures == 0;
      failed(now);
    }
    if (isFirst) {
      Log.CORE.warn(
          "could not keep {} of session {} alive, trying again until {}: {}",
          grant.identity().key(),
          grant.identity().session(),
          grant.known().validity().expiresAt(),
          why.getMessage());
    }
  }

  /** From 10 ms up to the least of a second and a twentieth of the TTL. */
  static Duration retryAfter(int failures, Ttl ttl) {
    return Jitter.ceiling(
        failures, FIRST_RETRY, Durations.min(LONGEST_RETRY, ttl.duration().dividedBy(20)));
  }

  /** min(TTL/3, 10 s): how long a break may go unnoticed. */
  static Duration lookInterval(Ttl ttl) {
    return Durations.min(LONGEST_BETWEEN_LOOKS, ttl.duration().dividedBy(3));
  }

  private void planNextLook(Moment now) {
    lookAt = now.ticks() + (long) (lookInterval(ttl()).toNanos() * share());
  }

  private double share() {
    return core.jitter().share(LEAST_SHARE);
  }

  private Ttl ttl() {
    return grant.known().record().ttl();
  }

  /** The keepers are done with the grant for now. */
  void worked() {
    synchronized (this) {
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
    mailbox.post(Mailbox.Kind.REPLACEABLE, () -> listener.renewed(expiresAt));
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

  private void endWith(LeaseEnd how) {
    core.listenerLane().hold();
    try {
      synchronized (this) {
        if (end != null) {
          return;
        }
        end = how;
        if (timer != null) {
          timer.cancel();
          timer = null;
        }
      }
      keepers.remove(this);
      mailbox.post(Mailbox.Kind.LASTING, () -> listener.ended(how));
    } finally {
      core.listenerLane().letGo();
    }
  }
}
