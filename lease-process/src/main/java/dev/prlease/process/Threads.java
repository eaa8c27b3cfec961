package dev.prlease.process;

/**
 * Makes threads that wait on a process or a pipe: they can be neither pooled nor interrupted.
 *
 * <p>The system may refuse one, since there are too many; that is an {@link OutOfMemoryError}.
 * Whoever has started a process by then has it {@linkplain Unminded#end ended}.
 */
@FunctionalInterface
interface Threads {
  /** Daemons of this JVM. */
  Threads DAEMONS =
      (name, work) -> {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
      };

  /** Starts {@code work} on a thread of its own. */
  void start(String name, Runnable work);
}
