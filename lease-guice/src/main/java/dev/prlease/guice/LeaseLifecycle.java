package dev.prlease.guice;

import dev.prlease.core.GatedActionProviders;
import dev.prlease.core.LeaseManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Ends what {@link LeaseModule} began, in the order that loses nothing: first the work that goes on
 * under leases, then the leases are released, then what was opened is closed (lesson L52).
 *
 * <p>Guice itself ends nothing: the host closes this at the end of the program. Thread-safe.
 */
public final class LeaseLifecycle implements AutoCloseable {
  private final LeaseManager manager;
  private final GatedActionProviders actions;
  private final List<AutoCloseable> opened;
  private final Deque<AutoCloseable> work = new ArrayDeque<>();
  private boolean closed;

  LeaseLifecycle(LeaseManager manager, GatedActionProviders actions, List<AutoCloseable> opened) {
    this.manager = manager;
    this.actions = actions;
    this.opened = List.copyOf(opened);
  }

  LeaseManager manager() {
    return manager;
  }

  GatedActionProviders actions() {
    return actions;
  }

  /**
   * Has {@code job} closed before any lease is released: an executor, say, whose tasks act under
   * leases. Of several the last given is closed first.
   *
   * @throws IllegalStateException if this is closed already
   */
  public synchronized void closeFirst(AutoCloseable job) {
    if (closed) {
      throw new IllegalStateException("the leases are closed already");
    }
    work.push(job);
  }

  /**
   * Closes work, leases, and what was opened, each even if one before it failed. What the host
   * bound stays open. A job that is interrupted as it ends leaves the flag set. Idempotent.
   *
   * @throws IllegalStateException if something failed; the failures are suppressed in it
   */
  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      all.addAll(work);
    }
    all.add(manager);
    all.addAll(opened);
    closeAll(all);
  }

  private static void closeAll(List<AutoCloseable> all) {
    List<Exception> failures = new ArrayList<>();
    for (AutoCloseable one : all) {
      try {
        one.close();
      } catch (Exception failed) {
        failures.add(failed);
      }
    }
    if (failures.stream().anyMatch(InterruptedException.class::isInstance)) {
      // Not before all is closed: a release must not be cut short.
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      IllegalStateException failed =
          new IllegalStateException("not everything ended well: " + failures);
      failures.forEach(failed::addSuppressed);
      throw failed;
    }
  }
}
