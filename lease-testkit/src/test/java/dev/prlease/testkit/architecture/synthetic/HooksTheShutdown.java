package dev.prlease.testkit.architecture.synthetic;

final class HooksTheShutdown {
  private HooksTheShutdown() {}

  static void hook(Thread thread) {
    Runtime.getRuntime().addShutdownHook(thread);
  }
}
