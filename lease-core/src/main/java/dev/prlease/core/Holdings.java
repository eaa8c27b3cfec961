package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open handles of one manager, counted by holding: the last one closed frees it (rule P2).
 *
 * <p>A handle that is closed while others stay open leaves them its grant. So whichever is closed
 * last can free the record, though the record may carry the grant of one that is gone, and whoever
 * stays can renew it. A handle never touches the grant of another that is still open.
 *
 * <p>Thread-safe; calls nothing but handles.
 */
final class Holdings {
  /** More grants than this are not in doubt at once: each acquisition ends the one before. */
  private static final int MOST_INHERITED = 64;

  /** What becomes of a handle that leaves. */
  enum Parting {
    /** It gives its grant back, or leaves it to those that stay. */
    RELEASE,
    /**
     * The same for one that is lost, unless it was attached: then another process has the grant
     * too, which may have heard of renewals that this one was never told of.
     */
    LOSE,
    /** It leaves the lease as it is: detached, or abandoned. */
    FORSAKE
  }

  /**
   * Collections are replaced as a whole, since nearly all have one member or none; and the holdings
   * of one key, of which there is nearly always one, are a chain.
   */
  private static final class Holding {
    final SessionId session;
    final Fence fence;
    List<GrantState> handles = List.of();
    List<GrantId> inherited = List.of(); // the oldest first
    @Nullable Holding next;

    Holding(Identity identity) {
      this.session = identity.session();
      this.fence = identity.fence();
    }

    boolean isOf(Identity identity) {
      return session.equals(identity.session()) && fence.equals(identity.fence());
    }
  }

  private final Map<LeaseKey, Holding> open = new HashMap<>();
  private final List<Thread> acquiring = new ArrayList<>();
  private boolean closing;
  private boolean closed;

  /**
   * This thread is about to acquire, and calls {@link #acquired} afterwards, whatever came of it;
   * false if the manager is closed or being closed.
   */
  synchronized boolean acquires() {
    if (closing) {
      return false;
    }
    acquiring.add(Thread.currentThread());
    return true;
  }

  synchronized void acquired() {
    acquiring.remove(Thread.currentThread());
  }

  /**
   * Lets nobody begin to acquire any more. Those who did may still enter, and had better: what one
   * of them writes replaces the grant of a handle that is open here, and only a handle of the same
   * holding frees that.
   */
  synchronized void beginToClose() {
    closing = true;
  }

  /** Whether another thread is acquiring. */
  synchronized boolean isAcquiredElsewhere() {
    for (Thread each : acquiring) {
      if (each != Thread.currentThread()) {
        return true;
      }
    }
    return false;
  }

  /** Counts a new handle; false if the manager is closed. */
  synchronized boolean enter(GrantState handle) {
    if (closed) {
      return false;
    }
    Identity identity = handle.identity();
    Holding holding = holdingOf(identity);
    if (holding == null) {
      holding = new Holding(identity);
      holding.next = open.put(identity.key(), holding);
    }
    holding.handles = with(holding.handles, handle);
    return true;
  }

  private @Nullable Holding holdingOf(Identity identity) {
    Holding holding = open.get(identity.key());
    while (holding != null && !holding.isOf(identity)) {
      holding = holding.next;
    }
    return holding;
  }

  private void remove(LeaseKey key, Holding holding) {
    Holding first = open.get(key);
    if (first == holding) {
      if (holding.next == null) {
        open.remove(key);
      } else {
        open.put(key, holding.next);
      }
      return;
    }
    for (Holding before = first; before != null; before = before.next) {
      if (before.next == holding) {
        before.next = holding.next;
      }
    }
  }

  private static <T> List<T> with(List<T> some, T another) {
    List<T> all = new ArrayList<>(some);
    all.add(another);
    return List.copyOf(all);
  }

  private static <T> List<T> without(List<T> some, T one) {
    return some.stream().filter(each -> each != one).toList();
  }

  /**
   * Counts a handle out.
   *
   * @return the grants that the handle must free now: its own and those that were left to it if it
   *     was the last, else none
   */
  synchronized Set<GrantId> leave(GrantState handle, Parting parting) {
    Holding holding = holdingOf(handle.identity());
    if (holding == null || !holding.handles.contains(handle)) {
      return Set.of();
    }
    holding.handles = without(holding.handles, handle);
    if (!holding.handles.isEmpty()) {
      if (leavesItsGrant(handle, parting)) {
        inherit(holding, handle.grantId());
        holding.handles.forEach(heir -> heir.inheritTimes(handle.times()));
      } else if (parting == Parting.LOSE) {
        // What it wrote over fields that an older program dropped can be told by nothing else.
        holding.handles.forEach(heir -> heir.inheritTimes(handle.timesOfItsWrites()));
      }
      return Set.of();
    }
    remove(handle.identity().key(), holding);
    if (parting == Parting.FORSAKE) {
      return Set.of();
    }
    Set<GrantId> grants = new LinkedHashSet<>(holding.inherited);
    if (leavesItsGrant(handle, parting)) {
      grants.add(handle.grantId());
    }
    return grants;
  }

  private static boolean leavesItsGrant(GrantState handle, Parting parting) {
    return switch (parting) {
      case RELEASE -> true;
      case LOSE -> handle.origin() != Origin.ATTACHED;
      case FORSAKE -> false;
    };
  }

  /**
   * Leaves {@code grant} to the open handles of the holding, if there are any: an acquisition of
   * the same holding whose outcome nobody knows.
   */
  synchronized void bequeath(Identity identity, GrantId grant) {
    Holding holding = holdingOf(identity);
    if (holding != null) {
      inherit(holding, grant);
    }
  }

  private static void inherit(Holding holding, GrantId grant) {
    if (holding.inherited.contains(grant)) {
      return;
    }
    List<GrantId> all = with(holding.inherited, grant);
    holding.inherited = all.size() > MOST_INHERITED ? List.copyOf(all.subList(1, all.size())) : all;
  }

  /** Whether {@code grant} was left to {@code handle} by one that was closed before. */
  synchronized boolean isInherited(GrantState handle, GrantId grant) {
    Holding holding = holdingOf(handle.identity());
    return holding != null && holding.inherited.contains(grant) && holding.handles.contains(handle);
  }

  /**
   * The fence of a handle of the session on {@code key} that has not lapsed: for a record that lost
   * it to an older program (rule P14). {@link Fence#NONE} if there is no such handle.
   */
  synchronized Fence fenceOf(LeaseKey key, SessionId session, Moment now) {
    Fence fence = Fence.NONE;
    for (Holding holding = open.get(key); holding != null; holding = holding.next) {
      if (holding.session.equals(session)
          && holding.handles.stream().anyMatch(each -> !each.known().validity().isOver(now))) {
        fence = fence.max(holding.fence);
      }
    }
    return fence;
  }

  /** Whether nobody can begin anything any more. */
  synchronized boolean isClosed() {
    return closing;
  }

  /** Lets nobody enter any more, and returns who is in. */
  synchronized List<GrantState> close() {
    closing = true;
    closed = true;
    List<GrantState> handles = new ArrayList<>();
    for (Holding first : open.values()) {
      for (Holding holding = first; holding != null; holding = holding.next) {
        handles.addAll(holding.handles);
      }
    }
    return handles;
  }
}
