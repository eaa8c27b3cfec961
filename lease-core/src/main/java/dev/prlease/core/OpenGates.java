package dev.prlease.core;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gates whose actions have not returned yet. An action that is told to stop takes a while,
 * mostly to end a child process, and acts meanwhile: so what it acts under is not given back before
 * it is over, or has had its time.
 *
 * <p>A gate is entered before ownership is asserted, and whoever gives a lease back ends the grant
 * first and looks here then: so either the gate sees the end and starts nothing, or it is waited
 * for. Gates are told apart by holding, since the handle that frees a holding need not be the one
 * that the action was started with.
 *
 * <p>An action that gives its own lease back is not waited for: it would wait for itself. One that
 * has another thread do that, and awaits it, costs the whole bound.
 */
final class OpenGates {
  /** After its grace a child process is killed, which the kernel may take some time for. */
  private static final Duration MARGIN = Duration.ofSeconds(4);

  /** One running action; compared by identity. */
  static final class Entry {
    private final Identity holding;
    private final Thread runner = Thread.currentThread();

    Entry(Identity holding) {
      this.holding = holding;
    }

    private boolean isElsewhere(Identity other) {
      return runner != Thread.currentThread() && holding.isCountedWith(other);
    }
  }

  private final Core core;
  private final Set<Entry> open = ConcurrentHashMap.newKeySet();

  OpenGates(Core core) {
    this.core = core;
  }

  /** This thread is about to run an action under {@code holding}. */
  Entry enter(Identity holding) {
    Entry entry = new Entry(holding);
    open.add(entry);
    return entry;
  }

  void leave(Entry entry) {
    open.remove(entry);
  }

  /**
   * Waits until no other thread runs an action under the holdings of {@code grants}, which are
   * over; for each as long as a child process may take to end, at most.
   */
  void awaitEnd(Collection<GrantState> grants) {
    Moment start = core.now();
    for (GrantState grant : grants) {
      Duration left = bound(grant).minus(core.now().since(start));
      if (!core.pauses().until(() -> !isActedUnder(grant), left)) {
        Log.CORE.warn(
            "an action under {} of session {} goes on though it was told to stop {} ago: the lease"
                + " is given back all the same",
            grant.identity().key(),
            grant.identity().session(),
            core.now().since(start));
      }
    }
  }

  static Duration bound(GrantState grant) {
    return KillGrace.CHILD_PROCESS.of(grant.known().record().ttl()).plus(MARGIN);
  }

  private boolean isActedUnder(GrantState grant) {
    for (Entry entry : open) {
      if (entry.isElsewhere(grant.identity())) {
        return true;
      }
    }
    return false;
  }
}
