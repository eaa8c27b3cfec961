package dev.prlease.core;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Notices handles that were garbage-collected without being closed (rule P5). It has no thread: it
 * looks whenever the manager is used, and while anything is kept.
 */
final class Leaks {
  private static final class Tracked extends WeakReference<PrLease> {
    final GrantState grant;

    Tracked(PrLease lease, ReferenceQueue<PrLease> queue) {
      super(lease, queue);
      this.grant = lease.grant();
    }
  }

  private final ReferenceQueue<PrLease> collected = new ReferenceQueue<>();
  private final Map<GrantState, Tracked> tracked = new ConcurrentHashMap<>();
  private final Ending ending;

  Leaks(Ending ending) {
    this.ending = ending;
  }

  void track(PrLease lease) {
    tracked.put(lease.grant(), new Tracked(lease, collected));
  }

  void forget(GrantState grant) {
    tracked.remove(grant);
  }

  /** Tells of what was collected on this thread. */
  void sweep() {
    sweep(Runnable::run);
  }

  /** Tells of what was collected, where {@code executor} says. */
  void sweep(Executor executor) {
    Reference<? extends PrLease> reference;
    while ((reference = collected.poll()) != null) {
      GrantState grant = ((Tracked) reference).grant;
      if (tracked.remove(grant) != null) {
        executor.execute(() -> ending.abandon(grant));
      }
    }
  }
}
