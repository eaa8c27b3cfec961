package dev.prlease.api.claim;

import dev.prlease.api.ProcessIdentity;
import java.util.Objects;

/**
 * The process that a claim was made for. That it lives proves nothing about a task (lesson L48).
 *
 * @param host the machine's name; empty if it could not be found
 * @param identity which process there
 */
public record ClaimProcess(String host, ProcessIdentity identity) {
  /** Refuses null. */
  public ClaimProcess {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(identity, "identity");
  }

  /** {@code pid 4711 on host}. */
  @Override
  public String toString() {
    return "pid " + identity.pid() + (host.isEmpty() ? "" : " on " + host);
  }
}
