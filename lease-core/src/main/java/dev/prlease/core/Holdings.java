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

  /** Compares by hand: what the JDK links for a record on first use costs a command more. */
  private record Owner(LeaseKey key, SessionId session) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Owner owner && key.equals(owner.key) && session.equals(owner.session);
    }

    @Override
    public int hashCode() {
      return 31 * key.hashCode() + session.hashCode();
    }
  }

  private static final class Holding {
    final Fence fence;
    final List<GrantState> handles = new ArrayList<>(1);
    final LinkedHashSet<GrantId> inherited = new LinkedHashSet<>(2);

    Holding(Fence fence) {
      this.fence = fence;
    }
  }

  private final Map<Owner, List<Holding>> open = new HashMap<>();
  private boolean closed;

  /** Counts a new handle; false if the manager is closed. */
  synchronized boolean enter(GrantState handle) {
    if (closed) {
      return false;
    }
    List<Holding> holdings =
        open.computeIfAbsent(ownerOf(handle.identity()), owner -> new ArrayList<>(1));
    for (Holding holding : holdings) {
      if (holding.fence.equals(handle.identity().fence())) {
        holding.handles.add(handle);
        return true;
      }
    }
    Holding holding = new Holding(handle.identity().fence());
    holding.handles.add(handle);
    holdings.add(holding);
    return true;
  }

  /**
   * Counts a handle out.
   *
   * @return the grants that the handle must free now: its own and those that were left to it if it
   *     was the last, else none
   */
  synchronized Set<GrantId> leave(GrantState handle, Parting parting) {
    Owner owner = ownerOf(handle.identity());
    List<Holding> holdings = open.getOrDefault(owner, List.of());
    for (Holding holding : holdings) {
      if (holding.handles.remove(handle)) {
        if (!holding.handles.isEmpty()) {
          if (leavesItsGrant(handle, parting)) {
            inherit(holding, handle.grantId());
            holding.handles.forEach(heir -> heir.inheritTimesOf(handle));
          }
          return Set.of();
        }
        holdings.remove(holding);
        if (holdings.isEmpty()) {
          open.remove(owner);
        }
        if (parting == Parting.FORSAKE) {
          return Set.of();
        }
        Set<GrantId> grants = new LinkedHashSet<>(holding.inherited);
        if (leavesItsGrant(handle, parting)) {
          grants.add(handle.grantId());
        }
        return grants;
      }
    }
    return Set.of();
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
    for (Holding holding : open.getOrDefault(ownerOf(identity), List.of())) {
      if (holding.fence.equals(identity.fence())) {
        inherit(holding, grant);
      }
    }
  }

  private static void inherit(Holding holding, GrantId grant) {
    holding.inherited.add(grant);
    if (holding.inherited.size() > MOST_INHERITED) {
      holding.inherited.remove(holding.inherited.iterator().next());
    }
  }

  /** Whether {@code grant} was left to {@code handle} by one that was closed before. */
  synchronized boolean isInherited(GrantState handle, GrantId grant) {
    for (Holding holding : open.getOrDefault(ownerOf(handle.identity()), List.of())) {
      if (holding.inherited.contains(grant)) {
        return holding.handles.contains(handle);
      }
    }
    return false;
  }

  /**
   * The fence of a handle of the session on {@code key} that has not lapsed: for a record that lost
   * it to an older program (rule P14). {@link Fence#NONE} if there is no such handle.
   */
  synchronized Fence fenceOf(LeaseKey key, SessionId session, Moment now) {
    return open.getOrDefault(new Owner(key, session), List.of()).stream()
        .filter(
            holding ->
                holding.handles.stream().anyMatch(handle -> !handle.known().validity().isOver(now)))
        .map(holding -> holding.fence)
        .max(Fence::compareTo)
        .orElse(Fence.NONE);
  }

  /** Whether nobody can enter any more. */
  synchronized boolean isClosed() {
    return closed;
  }

  /** Lets nobody enter any more, and returns who is in. */
  synchronized List<GrantState> close() {
    closed = true;
    List<GrantState> handles = new ArrayList<>();
    open.values().forEach(holdings -> holdings.forEach(holding -> handles.addAll(holding.handles)));
    return handles;
  }

  private static Owner ownerOf(Identity identity) {
    return new Owner(identity.key(), identity.session());
  }
}
