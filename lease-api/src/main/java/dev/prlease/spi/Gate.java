package dev.prlease.spi;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a gated action may know of the lease that it acts under. When it gets one, ownership was
 * asserted just before.
 *
 * <p>Safe for use by several threads at once.
 */
public interface Gate {
  /** What is leased. */
  LeaseKey key();

  /** Who acts. */
  SessionId session();

  /** The holding's fence; {@link Fence#NONE} if an older program dropped it. */
  Fence fence();

  /** The grant that the action runs under. */
  GrantId grantId();

  /**
   * Until when the action may act, by wall time; it moves with each renewal. Nothing may be started
   * later.
   */
  Instant deadline();

  /**
   * What is left until then by wall time or ticks, whichever is less; zero once the lease is over.
   */
  Duration remaining();

  /**
   * Reads the store and returns if the lease is still this session's: before each further try of an
   * action that is tried again (lesson L11).
   *
   * @throws dev.prlease.api.NotOwnerException if it is not
   * @throws dev.prlease.api.LeaseExpiredException if it lapsed
   * @throws dev.prlease.api.LeaseStoreException if the store failed
   */
  void assertOwned();

  /**
   * The commit that the lease's record keeps: what its session certified or pushed last, as last
   * written or seen; empty if it keeps none. No I/O. An action that moves a branch demands that it
   * is still there (lesson L56).
   */
  Optional<String> head();

  /**
   * Writes down that {@code commit} is what this session certified or pushed last, and renews the
   * lease by that.
   *
   * @param commit all hexadecimal digits of it, 40 or 64
   * @throws IllegalArgumentException if it is anything else
   * @throws dev.prlease.api.NotOwnerException if the lease is not this session's any more
   * @throws dev.prlease.api.LeaseExpiredException if it lapsed
   * @throws dev.prlease.api.LeaseStoreException if the store failed
   */
  void certify(String commit);

  /**
   * What ties a push to this lease, if the store that the lease is in can be pushed to ({@link
   * PushFence}); empty otherwise.
   */
  default Optional<Fencing> fencing() {
    return Optional.empty();
  }

  /** Tells {@code listener} of renewals and of the loss; of a loss that came before at once. */
  Registration listen(Listener listener);

  /**
   * Told what becomes of the lease while an action runs. Called on a pool thread; must return soon.
   */
  interface Listener {
    /** The lease was renewed: {@link Gate#deadline} moved. */
    void renewed();

    /** The lease is over: stop acting now. Called once. */
    void lost();
  }
}
