package dev.prlease.store.file;

import dev.prlease.spi.Finding;
import dev.prlease.spi.Scheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether somebody holds the lock of a slot and does not let go: a lock is held for a few
 * milliseconds, so one that the same process is found with twice, a second apart, is stuck, or that
 * process is stopped.
 *
 * <p>No lock file is opened: closing it would drop a lock of this very process. The kernel's own
 * table names the files by device and inode, and the lock files' are read from their directory.
 */
final class HeldLocksCheck implements StoreCheck {
  /** Far longer than any write, and short enough to wait for. */
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private static final int MOST_TOLD = 10;

  private final Path directory;
  private final KernelLocks kernel;
  private final Scheduler scheduler;

  HeldLocksCheck(Path directory, Path proc, Scheduler scheduler) {
    this.directory = directory;
    this.kernel = new KernelLocks(proc);
    this.scheduler = scheduler;
  }

  @Override
  public String subject() {
    return "locks";
  }

  @Override
  public List<Finding> look() throws IOException {
    Optional<Map<String, KernelLocks.Lock>> all = kernel.read();
    if (all.isEmpty()) {
      return List.of(Finding.ok(subject(), "who holds locks cannot be told on this system"));
    }
    Map<Path, KernelLocks.Lock> held = ours(all.get());
    if (!held.isEmpty()) {
      pause();
      held = stillHeld(held, kernel.read().orElse(Map.of()));
    }
    return held.isEmpty() ? List.of(Finding.ok(subject(), "no lock is stuck")) : tell(held);
  }

  private Map<Path, KernelLocks.Lock> ours(Map<String, KernelLocks.Lock> all) throws IOException {
    Map<Path, KernelLocks.Lock> held = new LinkedHashMap<>();
    if (all.isEmpty()) {
      return held;
    }
    for (Path file : Listing.of(directory, name -> name.endsWith(Place.LOCK_SUFFIX))) {
      Optional<Entry> entry = Entry.at(file);
      KernelLocks.Lock lock = entry.isPresent() ? all.get(KernelLocks.id(entry.get())) : null;
      if (lock != null) {
        held.put(file, lock);
      }
    }
    return held;
  }

  private static Map<Path, KernelLocks.Lock> stillHeld(
      Map<Path, KernelLocks.Lock> before, Map<String, KernelLocks.Lock> now) {
    Map<Path, KernelLocks.Lock> still = new LinkedHashMap<>();
    before.forEach(
        (file, lock) -> {
          if (lock.equals(now.get(lock.file()))) {
            still.put(file, lock);
          }
        });
    return still;
  }

  private List<Finding> tell(Map<Path, KernelLocks.Lock> stuck) {
    List<Finding> findings = new ArrayList<>();
    stuck.forEach(
        (file, lock) -> {
          if (findings.size() < MOST_TOLD) {
            findings.add(
                Finding.error(
                    subject(),
                    file + " has been locked for a second or more by " + kernel.who(lock),
                    lock.pid() > 0
                        ? "See what it is doing, and end it if it hangs; never delete the lock"
                            + " file: ps -fp "
                            + lock.pid()
                        : "Find that process in its own container or on its machine; never delete"
                            + " the lock file."));
          }
        });
    if (stuck.size() > MOST_TOLD) {
      findings.add(
          Finding.error(
              subject(),
              (stuck.size() - MOST_TOLD) + " more locks are stuck",
              "See who holds them: lslocks"));
    }
    return findings;
  }

  private void pause() throws IOException {
    try {
      scheduler.pause(BETWEEN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while looking at locks", e);
    }
  }
}
