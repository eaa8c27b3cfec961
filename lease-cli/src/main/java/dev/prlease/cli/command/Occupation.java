package dev.prlease.cli.command;

import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.cli.Processes;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether a command is at work under a lease. Two commands of one session share its lease, and must
 * still not act at the same time: the second stands down.
 */
final class Occupation implements Predicate<LeaseRecord> {
  /** The programs that act under the lease for as long as they run. */
  private static final Set<String> AT_WORK = Set.of("prlease run");

  private final Processes processes;
  private final Holder self;

  Occupation(Processes processes, Holder self) {
    this.processes = processes;
    this.self = self;
  }

  @Override
  public boolean test(LeaseRecord record) {
    return isInUse(record);
  }

  /** Whether another process is at work under {@code record}, or may be, as far as it tells. */
  boolean isInUse(LeaseRecord record) {
    Optional<Holder> holder = record.holder();
    return holder.isPresent()
        && AT_WORK.contains(holder.get().program())
        && !holder.get().process().equals(self.process())
        && !processes.isProvablyDead(holder.get());
  }
}
