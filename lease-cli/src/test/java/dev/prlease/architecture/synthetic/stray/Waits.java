package dev.prlease.architecture.synthetic.stray;

final class Waits {
  private Waits() {}

  static void forAMoment() throws InterruptedException {
    Thread.sleep(1);
  }
}
