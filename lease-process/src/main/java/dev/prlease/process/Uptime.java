package dev.prlease.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The machine's time since boot, which no one can set and which counts its sleep: the clock that
 * this JVM and a watchdog have in common besides the wall's.
 */
final class Uptime {
  private final Path file;

  Uptime(Path proc) {
    this.file = proc.resolve("uptime");
  }

  /** To a hundredth of a second, rounded down; empty where the system has no such file. */
  Optional<Duration> read() {
    try {
      byte[] bytes = Files.readAllBytes(file);
      long centiseconds = 0;
      for (byte b : bytes) {
        if (b >= '0' && b <= '9') {
          centiseconds = centiseconds * 10 + (b - '0');
        } else if (b == ' ') {
          return Optional.of(Duration.ofMillis(centiseconds * 10));
        }
      }
      return Optional.empty();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "uptime from " + file;
  }
}
