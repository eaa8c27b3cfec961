package dev.prlease.testkit.architecture.synthetic;

final class Waits {
  private Waits() {}

  static void forAMoment() throws InterruptedException {
    Thread.sleep(1);
  }
}
