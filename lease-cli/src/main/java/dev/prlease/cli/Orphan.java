package dev.prlease.cli;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.output.LeaseLines;
import dev.prlease.json.Rfc3339;
import java.time.Instant;
import java.util.Optional;

/**
 * A live lease that nobody will renew: the process that keeps such leases is gone for certain.
 *
 * <p>That says nothing about who owns it (lesson L48): it is held until its time is over, and
 * whoever waits for it may want to know that it will not be longer.
 */
public final class Orphan {
  private Orphan() {}

  /** A line about it, if {@code record}, live at {@code now}, is one. */
  public static Optional<String> note(LeaseRecord record, Instant now, Processes processes) {
    return record
        .holder()
        .filter(Orphan::keeps)
        .filter(holder -> now.isBefore(record.expiresAt()) && processes.isProvablyDead(holder))
        .map(
            holder ->
                LeaseLines.line(
                    "note",
                    "that process is gone, and nobody renews the lease: it is free from "
                        + Rfc3339.format(record.expiresAt())
                        + ", or by prlease break"));
  }

  /** Whether {@code holder} kept a lease alive as long as it ran, and is gone for certain. */
  public static boolean isGone(Holder holder, Processes processes) {
    return keeps(holder) && processes.isProvablyDead(holder);
  }

  /** Of our commands only some keep what they take; the others leave it held, and end. */
  private static boolean keeps(Holder holder) {
    return !Workers.isOurs(holder) || Workers.include(holder);
  }
}
