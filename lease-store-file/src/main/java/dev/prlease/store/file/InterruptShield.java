package dev.prlease.store.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Keeps interrupts out of file work, and hands them on afterwards (lesson L45, rule P13).
 *
 * <p>A channel that is used by an interrupted thread closes itself, and closing any descriptor of a
 * lock file drops the process's lock on it. So the flag is cleared on entry; what an interrupt
 * closes all the same is done again; on exit the flag is set if there was one at any time. Used by
 * one thread.
 */
final class InterruptShield implements AutoCloseable {
  /** Each try is a matter of microseconds: this many in a row are interrupted on purpose. */
  private static final int MOST_TRIES = 100_000;

  private boolean interrupted = Thread.interrupted();

  /** Work that an interrupt may close, and that may be done again from its start. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Does {@code work}, again if an interrupt closed it. */
  <T> T retrying(Work<T> work) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return work.run();
      } catch (ClosedByInterruptException e) {
        absorb();
        if (i == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

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
