package dev.prlease.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Processes that were started, and which nobody can mind or wait for, since a thread for that could
 * not be made: they are not left acting while whoever had them started is told that it failed.
 */
final class Unminded {
  /** A watchdog looks fifty times a second, and then only has to kill. */
  private static final Duration WATCHDOGS = Duration.ofSeconds(3);

  private Unminded() {}

  /** Kills {@code root} and its descendants, and returns when they are gone. */
  static void end(Process root) {
    end(root, Optional.empty());
  }

  /**
   * The same, with a watchdog. That one goes first: it kills a whole group at once, while what is
   * killed one by one may just have started another.
   */
  static void end(Process root, Optional<WatchdogChannel> channel) {
    Set<ProcessHandle> tree = ProcessTree.snapshot(root.toHandle());
    if (channel.isPresent()) {
      channel.get().close();
      boolean unused = ProcessTree.await(List.of(root.toHandle()), WATCHDOGS);
    }
    ProcessTree.kill(tree);
    if (channel.isPresent()) {
      boolean unused = channel.get().awaitGone(ProcessTree.VANISHING);
    }
  }
}
