package dev.prlease.api;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which process, told apart from every later one that is given the same pid (lesson L48).
 *
 * <p>It corroborates, and never decides who owns a lease.
 *
 * @param pid the process id, in its own pid namespace
 * @param startTicks the kernel's raw start time in clock ticks since boot, unlike the wall clock
 *     never adjusted
 * @param bootId the machine's boot id
 * @param pidNamespace the inode of the pid namespace: containers on one host share boot id and host
 *     name
 */
public record ProcessIdentity(
    long pid, OptionalLong startTicks, Optional<String> bootId, OptionalLong pidNamespace) {
  /** Refuses null. */
  public ProcessIdentity {
    Objects.requireNonNull(startTicks, "startTicks");
    Objects.requireNonNull(bootId, "bootId");
    Objects.requireNonNull(pidNamespace, "pidNamespace");
  }
}
