package dev.prlease.testkit.architecture.synthetic;

final class IsGlobal {
  static int count;

  private IsGlobal() {}
}
