package dev.prlease.spi;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a forge may use of the program that opens it.
 *
 * @param clock the program's clock
 * @param environment the environment's variables; a forge reads no others
 * @param directory where programs are started
 */
public record ForgeContext(Clock clock, Map<String, String> environment, Path directory) {
  /** Copies the environment. */
  public ForgeContext {
    environment = Map.copyOf(environment);
  }

  /** Without the environment's values, which may be secret. */
  @Override
  public String toString() {
    return "ForgeContext[clock=" + clock + ", directory=" + directory + "]";
  }
}
