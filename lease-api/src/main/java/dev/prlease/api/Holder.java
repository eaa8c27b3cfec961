package dev.prlease.api;

import java.util.Objects;
import java.util.Optional;

/**
 * Where the owner of a lease runs: told to people and used as evidence, never compared to decide
 * ownership.
 *
 * @param host the machine's name; empty if it could not be found
 * @param process the process that acts
 * @param program the program that took the lease, such as {@code prlease run}
 * @param label what the user calls the session; may be empty
 */
public record Holder(String host, Optional<ProcessIdentity> process, String program, String label) {
  /** Longest host, program or label that we write, in characters each. */
  public static final int MAX_LENGTH = 1_000;

  /** Refuses null; a foreign record's holder is kept as it is, whatever its length. */
  public Holder {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(label, "label");
  }

  /** A holder of which only the program is known. */
  public static Holder ofProgram(String program) {
    return new Holder("", Optional.empty(), program, "");
  }
}
