package dev.prlease.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
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

  /** How often processes are looked at that nobody tells of. */
  private static final long LOOK_MILLIS = 10;

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
        if (runs(process)) {
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
   *
   * <p>Of processes that are no children of this one nothing is told: they are looked at, often.
   * (The JDK's {@code onExit} looks at them for the first time after 0.3 s, and takes what ended
   * and was not waited for to be alive.)
   */
  static boolean await(Collection<ProcessHandle> processes, Duration atMost) {
    List<ProcessHandle> alive = new ArrayList<>(processes);
    boolean interrupted = Thread.interrupted();
    Countdown countdown = Countdown.of(atMost);
    alive.removeIf(process -> !runs(process));
    for (Duration left = countdown.left();
        !alive.isEmpty() && !left.isZero();
        left = countdown.left()) {
      try {
        Thread.sleep(Math.max(1, Math.min(left.toMillis(), LOOK_MILLIS)));
      } catch (InterruptedException again) {
        interrupted = true;
      }
      alive.removeIf(process -> !runs(process));
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return alive.isEmpty();
  }

  /**
   * Whether it can still act. What ended stays in the table until its parent waits for it, which in
   * a container may be never; it shows no thread but its first.
   */
  private static boolean runs(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    Path directory = Path.of("/proc", Long.toString(process.pid()));
    try {
      return ProcessStat.read(directory).state() != 'Z' || hasOtherThreads(directory);
    } catch (IOException goneOrNoProc) {
      return process.isAlive();
    }
  }

  private static boolean hasOtherThreads(Path directory) throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(directory.resolve("task"))) {
      Iterator<Path> each = threads.iterator();
      return each.hasNext() && each.next() != null && each.hasNext();
    }
  }

  /** Waits for {@code event}, as for processes; interrupted twice, it waits no longer. */
  static boolean await(CompletableFuture<?> event, Duration atMost) {
    boolean interrupted = Thread.interrupted();
    Countdown countdown = Countdown.of(atMost);
    try {
      for (int attempt = 0; attempt < 2; attempt++) {
        try {
          event.get(countdown.left().toNanos(), TimeUnit.NANOSECONDS);
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

  /** The same, whatever interrupts come; the flag is up afterwards. */
  static boolean awaitThroughInterrupts(CompletableFuture<?> event, Duration atMost) {
    boolean interrupted = Thread.interrupted();
    Countdown countdown = Countdown.of(atMost);
    try {
      while (true) {
        try {
          event.get(countdown.left().toNanos(), TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException again) {
          interrupted = true;
        } catch (TimeoutException late) {
          return false;
        } catch (ExecutionException failed) {
          return true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
