package dev.prlease.spi;

import java.util.Map;

/**
 * What a store may use of the program that opens it.
 *
 * @param clock the program's clock; never for judging records (rule LS-20)
 * @param scheduler for all waiting
 * @param environment the environment's variables; a store reads no others
 */
public record StoreContext(Clock clock, Scheduler scheduler, Map<String, String> environment) {
  /** Copies the environment. */
  public StoreContext {
    environment = Map.copyOf(environment);
  }

  /** Without the environment's values, which may be secret. */
  @Override
  public String toString() {
    return "StoreContext[clock=" + clock + ", scheduler=" + scheduler + "]";
  }
}
