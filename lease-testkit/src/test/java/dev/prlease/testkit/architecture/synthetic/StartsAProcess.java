package dev.prlease.testkit.architecture.synthetic;

import java.io.IOException;

final class StartsAProcess {
  private StartsAProcess() {}

  static Process start() throws IOException {
    return new ProcessBuilder("true").start();
  }
}
