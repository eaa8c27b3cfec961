package dev.prlease.store.jdbc;

/**
 * Keeps interrupts out of an operation, and hands them on afterwards (rule LS-17): a pool that
 * lends a connection takes one for a wish to give up. Used by one thread.
 */
final class InterruptShield implements AutoCloseable {
  private boolean interrupted = Thread.interrupted();

  /** Clears the flag, and remembers it. */
  void absorb() {
    if (Thread.interrupted()) {
      interrupted = true;
    }
  }

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
