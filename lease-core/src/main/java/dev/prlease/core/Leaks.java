package dev.prlease.core;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.Executor;

/**
 * Notices handles that were garbage-collected without being closed (rule P5). It has no thread: it
 * looks whenever the manager is used, and while anything is kept. A grant holds on to the reference
 * to its handle, and the open holdings hold on to the grant.
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
  private final Ending ending;

  Leaks(Ending ending) {
    this.ending = ending;
  }

  void track(PrLease lease) {
    lease.grant().watchHandle(new Tracked(lease, collected));
  }

  void forget(GrantState grant) {
    grant.forgetHandle();
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
      if (grant.forgetHandle(reference)) {
        executor.execute(() -> ending.abandon(grant));
      }
    }
  }
}
