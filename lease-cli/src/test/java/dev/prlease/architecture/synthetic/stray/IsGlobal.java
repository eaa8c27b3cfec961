package dev.prlease.architecture.synthetic.stray;

final class IsGlobal {
  static int count;

  private IsGlobal() {}
}
