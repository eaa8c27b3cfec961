package dev.prlease.spi;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.WorktreeState;

/** Looks at worktrees; see {@link ClaimProbes}. */
public interface WorktreeProbe {
  /**
   * What is at {@code path}. Gone only if nothing is there and the path was one of this machine.
   *
   * @param path the real path that is in the record or the request
   * @param recordedBy the process that called it so: on another host, or where that cannot be told,
   *     the path may mean something else, and what is there is unknown
   */
  Evidence<WorktreeState> look(String path, ClaimProcess recordedBy);

  /**
   * The URL of the remote that the worktree at {@code path} calls {@code remote}, without the user
   * and password that it may name.
   */
  Evidence<String> remoteUrl(String path, String remote);
}
