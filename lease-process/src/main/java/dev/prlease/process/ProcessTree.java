package dev.prlease.process;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process and all that descends from it.
 *
 * <p>Descendants are found through their parents, and a process whose parent ended has init for a
 * parent: so the tree is looked at <em>before</em> the first signal, and that snapshot is kept. A
 * handle knows the start time of its process and never signals a later one with the same id.
 */
final class ProcessTree {
  /** How long a killed process may take to vanish: it does unless the kernel itself hangs. */
  static final Duration VANISHING = Duration.ofSeconds(5);

  /** New children can appear while a tree is killed; a tree that forks faster than this is not. */
  private static final int ROUNDS = 5;

  private ProcessTree() {}

  /** {@code root} first, then its descendants. */
  static Set<ProcessHandle> snapshot(ProcessHandle root) {
    Set<ProcessHandle> tree = new LinkedHashSet<>();
    tree.add(root);
    root.descendants().forEach(tree::add);
    return tree;
  }

  /** Asks all to end, kills what has not after {@code grace}, returns when all are gone. */
  static void end(ProcessHandle root, Duration grace) {
    Set<ProcessHandle> tree = snapshot(root);
    tree.forEach(ProcessHandle::destroy);
    await(tree, grace);
    kill(tree);
  }

  /** Kills all and what they started meanwhile; returns when they are gone, or after a while. */
  static void kill(Set<ProcessHandle> tree) {
    for (int round = 0; round < ROUNDS; round++) {
      Set<ProcessHandle> alive = new LinkedHashSet<>();
      for (ProcessHandle process : List.copyOf(tree)) {
        if (process.isAlive()) {
          alive.add(process);
          process.descendants().forEach(alive::add);
        }
      }
      if (alive.isEmpty()) {
        return;
      }
      alive.forEach(ProcessHandle::destroyForcibly);
      tree.addAll(alive);
      await(alive, VANISHING);
    }
  }

  /**
   * Waits until all are gone, at most {@code atMost}. An interrupt is remembered, and does not cut
   * the waiting short: a process let go half-ended would act on.
   */
  static boolean await(Collection<ProcessHandle> processes, Duration atMost) {
    return await(
        CompletableFuture.allOf(
            processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new)),
        atMost);
  }

  /** As {@link #await(Collection, Duration)}; interrupted twice, it waits no longer. */
  static boolean await(CompletableFuture<?> event, Duration atMost) {
    boolean interrupted = Thread.interrupted();
    try {
      for (int attempt = 0; attempt < 2; attempt++) {
        try {
          event.get(Math.max(0, atMost.toMillis()), TimeUnit.MILLISECONDS);
          return true;
        } catch (InterruptedException again) {
          interrupted = true;
        } catch (TimeoutException late) {
          return false;
        } catch (ExecutionException failed) {
          return true;
        }
      }
      return event.isDone();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
