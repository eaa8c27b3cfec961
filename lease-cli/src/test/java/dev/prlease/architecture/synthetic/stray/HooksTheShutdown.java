package dev.prlease.architecture.synthetic.stray;

final class HooksTheShutdown {
  private HooksTheShutdown() {}

  static void hook(Thread thread) {
    Runtime.getRuntime().addShutdownHook(thread);
  }
}
