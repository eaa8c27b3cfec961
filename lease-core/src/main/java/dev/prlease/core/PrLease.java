package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.GatedAction;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A handle on a lease that this session holds: one grant of it. Close it when the work is done.
 *
 * <p>Of several open handles that one {@link LeaseManager} gave out on one holding, the last one
 * closed frees the lease. A handle that is lost, released or detached is so for good. One that is
 * garbage-collected unclosed is logged and not renewed any more, but <em>not</em> released:
 * somebody may still be acting.
 *
 * <p>Thread-safe.
 */
public final class PrLease implements AutoCloseable {
  private final LeaseManager manager;
  private final GrantState grant;
  private final Optional<LeaseRecord> takenFrom;

  PrLease(LeaseManager manager, GrantState grant, Optional<LeaseRecord> takenFrom) {
    this.manager = manager;
    this.grant = grant;
    this.takenFrom = takenFrom;
  }

  /** What is leased. */
  public LeaseKey key() {
    return grant.identity().key();
  }

  /** Who holds it. */
  public SessionId ownerSessionId() {
    return grant.identity().session();
  }

  /** The holding's fence; {@link Fence#NONE} if an older program dropped it before we came. */
  public Fence fence() {
    return grant.identity().fence();
  }

  /**
   * The grant that this handle renews and frees. A handle that was attached to a record whose grant
   * an older program dropped has one here that no record ever carries.
   */
  public GrantId grantId() {
    return grant.grantId();
  }

  /** How the handle came to be. */
  public Origin origin() {
    return grant.origin();
  }

  /**
   * The live record of another session that an adoption replaced: its owner may still act until its
   * end if it does not look again. Empty for every other {@linkplain #origin origin}.
   */
  public Optional<LeaseRecord> takenFrom() {
    return takenFrom;
  }

  /** The record as it was last written or seen. No I/O. */
  public LeaseRecord record() {
    return grant.known().record();
  }

  /** When the lease ends unless it is renewed, as last written or seen. No I/O. */
  public Instant expiresAt() {
    return grant.known().validity().expiresAt();
  }

  /**
   * What is left for this handle, by wall time or ticks, whichever is less; zero once it is over.
   * No I/O: others may have broken the lease, see {@link #assertOwned}.
   */
  public Duration remaining() {
    return grant.isOpen()
        ? Durations.max(Duration.ZERO, grant.known().validity().remaining(manager.core().now()))
        : Duration.ZERO;
  }

  /**
   * Returns if this session still holds the lease, live. Call it immediately before the action,
   * with nothing in between. Reads the store once.
   *
   * @throws NotOwnerException if there is no record, or another session's or holding's
   * @throws LeaseExpiredException if the lease lapsed
   * @throws dev.prlease.api.KeyMismatchException if the slot holds a record of another key
   * @throws dev.prlease.api.CorruptRecordException if the record is unreadable
   * @throws LeaseStoreException if the store failed: nothing is known, do not act
   */
  public void assertOwned() {
    assertOwned(Duration.ZERO);
  }

  /**
   * Returns if this session still holds the lease and has {@code atLeast} left.
   *
   * @throws LeaseExpiredException also if less is left; the handle then stays good for renewal
   */
  public void assertOwned(Duration atLeast) {
    try {
      manager.looking().assertOwned(grant, atLeast);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Extends the lease: it now lasts its TTL from now on. Works on a live lease only.
   *
   * @throws NotOwnerException if the lease is not this session's any more, or this handle is stale:
   *     the session has acquired it again since
   * @throws LeaseExpiredException if it lapsed, or the answer came too late
   * @throws LeaseStoreException if the store failed; the handle stays good until its deadline
   */
  public void renew() {
    renew(Optional.empty());
  }

  /** Extends the lease, with another TTL from now on; see {@link #renew()}. */
  public void renew(Ttl ttl) {
    renew(Optional.of(ttl));
  }

  /**
   * Writes down that {@code sha} is the commit that this session certified or pushed last, and
   * extends the lease by that. A forced push demands of the branch that it is still there (lesson
   * L56).
   *
   * @param sha all hexadecimal digits of it, 40 or 64
   * @throws IllegalArgumentException if it is anything else
   * @throws NotOwnerException and the other errors of {@link #renew()}: nothing was written
   */
  public void certify(String sha) {
    Limits.checkCommit(sha);
    try {
      manager.renewing().certify(grant, sha);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  private void renew(Optional<Ttl> ttl) {
    try {
      manager.renewing().renew(grant, ttl);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Gives the lease back, unless other handles of the holding are open here. Idempotent; frees
   * nothing that is not this grant's. After a failure it may be called again.
   *
   * <p>An action that another thread runs behind the gate is told to stop, and waited for: min(5 s,
   * TTL/6) to end a child process, and 4 s, at most. An action that releases its own lease is not
   * waited for; one that awaits another thread's release costs that much.
   *
   * @throws LeaseStoreException if the store failed: the lease then lasts until its TTL is over
   */
  public void release() {
    try {
      manager.leaks().forget(grant);
      manager.ending().release(grant);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Stops the keeper, awaits its call, and gives the lease back. A failure is logged, never thrown:
   * the lease then ends with its TTL.
   */
  @Override
  public void close() {
    try {
      release();
    } catch (RuntimeException failed) {
      Log.CORE.warn(
          "could not release {} of session {}: it ends at {}",
          key(),
          ownerSessionId(),
          expiresAt(),
          failed);
    }
  }

  /**
   * Gives this handle up without giving the lease back: it stays the session's until its TTL is
   * over, for another process to {@linkplain LeaseManager#attach(LeaseKey, SessionId) attach} to.
   * Stops the keeper.
   */
  public void detach() {
    try {
      manager.leaks().forget(grant);
      manager.ending().detach(grant);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Gives the lease to {@code heir}, another process of the same session: it stays held, the same
   * holding with the same fence, under a new grant that {@code heir} can {@linkplain
   * LeaseManager#attach(LeaseKey, SessionId, GrantId) attach} to, and lasts its TTL from now on.
   * One exchange, and only from this very grant while it lives: what has been taken over, acquired
   * again or broken since is neither extended nor changed. Afterwards this handle is over and its
   * keeper stopped, without anything being given back.
   *
   * @return the new grant
   * @throws NotOwnerException if the lease is not this session's any more, or this handle is stale:
   *     the session has acquired it again since
   * @throws LeaseExpiredException if it lapsed, or the answer came too late: it is then given back
   * @throws LeaseStoreException if the store failed; the handle stays good until its deadline, and
   *     closing it frees the lease whether or not it was handed over
   */
  public GrantId handOver(Holder heir) {
    try {
      GrantId heirs = manager.renewing().handOver(grant, Objects.requireNonNull(heir, "heir"));
      manager.leaks().forget(grant);
      return heirs;
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Keeps the lease alive until the keeper or this handle is closed, the lease is lost, or the
   * maximum hold is over.
   *
   * <p>On a handle that is over the keeper has ended when it is returned, and the listener is told.
   *
   * @throws IllegalStateException if the handle is being kept already, or the manager is closed
   */
  public Keeper keepAlive(KeepAliveOptions options, LeaseListener listener) {
    try {
      return new Keeper(manager.keepers().start(grant, options, listener));
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /**
   * Runs {@code action} behind the gate: sees to it that min(60 s, TTL/3) are left, renewing if
   * needed, asserts ownership, and starts it at once. What becomes of it goes into the audit.
   *
   * @throws NotOwnerException and the other errors of {@link #assertOwned}: the action was not
   *     started
   * @throws Exception whatever the action throws
   */
  public <T> T run(GatedAction<T> action) throws Exception {
    try {
      return manager.gating().run(grant, action);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  GrantState grant() {
    return grant;
  }

  @Override
  public String toString() {
    return "lease on " + key() + " of session " + ownerSessionId() + ", fence " + fence();
  }
}
