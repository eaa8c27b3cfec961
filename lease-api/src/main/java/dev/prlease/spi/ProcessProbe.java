package dev.prlease.spi;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.ProcessState;

/** Looks at processes; see {@link ClaimProbes}. */
public interface ProcessProbe {
  /**
   * Whether that very process lives. Dead only if there is no such process, or another has its pid;
   * one of another host or pid namespace, and one that may not be looked at, is unknown (lesson
   * L49).
   */
  Evidence<ProcessState> look(ClaimProcess process);

  /** Which process has {@code pid} in our own pid namespace now. */
  Evidence<ClaimProcess> identify(long pid);

  /** The nearest ancestor of ours that is no shell: the task that we act for. */
  Evidence<ClaimProcess> task();
}
