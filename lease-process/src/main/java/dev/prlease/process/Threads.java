package dev.prlease.process;

/** Threads that wait on a process or a pipe: they can be neither pooled nor interrupted. */
final class Threads {
  private Threads() {}

  static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
