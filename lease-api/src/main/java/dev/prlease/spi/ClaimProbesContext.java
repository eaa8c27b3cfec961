package dev.prlease.spi;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * What probes may use of the program that opens them.
 *
 * @param clock the program's clock, for the time of each piece
 * @param environment the environment's variables; probes read no others
 * @param directory where programs are started
 * @param profile the configured profile; empty if none is
 * @param profileSource where that is configured, for people: a file, a variable
 */
public record ClaimProbesContext(
    Clock clock,
    Map<String, String> environment,
    Path directory,
    String profile,
    String profileSource) {
  /** Copies the environment; refuses null. */
  public ClaimProbesContext {
    Objects.requireNonNull(clock, "clock");
    environment = Map.copyOf(environment);
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(profile, "profile");
    Objects.requireNonNull(profileSource, "profileSource");
  }

  /** Without the environment's values, which may be secret. */
  @Override
  public String toString() {
    return "ClaimProbesContext[clock="
        + clock
        + ", directory="
        + directory
        + ", profile="
        + profile
        + "]";
  }
}
