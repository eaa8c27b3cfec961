package dev.prlease.cli;

import dev.prlease.api.Holder;
import java.util.Set;

/** Those of our commands that act under a lease, and keep it, for as long as they run. */
public final class Workers {
  private static final String OURS = "prlease ";

  private static final Set<String> NAMES =
      Set.of("run", "do", "merge", "push", "rebase", "close", "auto-merge", "watch-and-merge");

  private Workers() {}

  /** Whether {@code holder} is one of them. */
  public static boolean include(Holder holder) {
    return isOurs(holder) && NAMES.contains(holder.program().substring(OURS.length()));
  }

  /** Whether {@code holder} is any of our commands. */
  public static boolean isOurs(Holder holder) {
    return holder.program().startsWith(OURS);
  }
}
