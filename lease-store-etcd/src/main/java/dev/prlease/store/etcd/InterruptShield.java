package dev.prlease.store.etcd;

/**
 * Keeps interrupts out of a call, and hands them on afterwards (rule LS-17): a request that was
 * sent is waited for, since its outcome would be unknown otherwise. Used by one thread.
 */
final class InterruptShield implements AutoCloseable {
  private boolean interrupted = Thread.interrupted();

  /** Remembers an interrupt whose flag was cleared by an {@link InterruptedException}. */
  void remember() {
    interrupted = true;
  }

  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
