package dev.prlease.store.file;

import dev.prlease.spi.Finding;
import dev.prlease.spi.Scheduler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether somebody holds the lock of a slot and does not let go.
 *
 * <p>A lock is held for a few milliseconds, but whoever is busy is found with it again and again,
 * each time anew. So it is looked at many times within a second, and what is stuck is only what one
 * process was found with each time, while the slot did not change: a process at work, which holds
 * it nearly always, does change the slot.
 *
 * <p>No lock file is opened: closing it would drop a lock of this very process. The kernel's own
 * table names the files by device and inode, and the lock files' are read from their directory. On
 * some file systems (Btrfs, overlays) the table names another device than the files do. So where
 * nothing was found, a temporary file of our own is locked and looked for: what does not show that
 * one shows none.
 */
final class HeldLocksCheck implements StoreCheck {
  /** Together far longer than any write, and short enough to wait for. */
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private static final int LOOKS = 20;
  private static final int MOST_TOLD = 10;
  private static final String CANNOT_TELL = "who holds locks cannot be told ";

  private final Path directory;
  private final KernelLocks kernel;
  private final Scheduler scheduler;
  private final TemporaryFiles temporaries;

  HeldLocksCheck(Path directory, Path proc, Scheduler scheduler, Disk disk) {
    this.directory = directory;
    this.kernel = new KernelLocks(proc);
    this.scheduler = scheduler;
    this.temporaries = new TemporaryFiles(directory, disk, TemporaryFiles.AGE);
  }

  @Override
  public String subject() {
    return "locks";
  }

  @Override
  public List<Finding> look() throws IOException {
    Optional<Map<String, KernelLocks.Lock>> all = kernel.read();
    if (all.isEmpty()) {
      return List.of(Finding.ok(subject(), CANNOT_TELL + "on this system"));
    }
    Map<Path, Held> held = ours(all.get());
    if (held.isEmpty() && !isShown()) {
      return List.of(Finding.ok(subject(), CANNOT_TELL + "on this file system"));
    }
    for (int i = 1; i < LOOKS && !held.isEmpty(); i++) {
      pause();
      held = stillHeld(held, kernel.read().orElse(Map.of()));
    }
    return held.isEmpty() ? List.of(Finding.ok(subject(), "no lock is stuck")) : tell(held);
  }

  /**
   * A lock that is held.
   *
   * @param slot the slot's file when it was looked at first, if it was there
   */
  private record Held(KernelLocks.Lock lock, Optional<Entry> slot) {}

  private Map<Path, Held> ours(Map<String, KernelLocks.Lock> all) throws IOException {
    Map<Path, Held> held = new LinkedHashMap<>();
    if (all.isEmpty()) {
      return held;
    }
    for (Path file : Listing.of(directory, name -> name.endsWith(Place.LOCK_SUFFIX))) {
      Optional<Entry> entry = Entry.at(file);
      KernelLocks.Lock lock = entry.isPresent() ? all.get(KernelLocks.id(entry.get())) : null;
      if (lock != null) {
        held.put(file, new Held(lock, slotOf(file)));
      }
    }
    return held;
  }

  private static Optional<Entry> slotOf(Path lock) throws IOException {
    String name = lock.getFileName().toString();
    int length = name.length() - Place.LOCK_SUFFIX.length();
    return length == 0
        ? Optional.empty()
        : Entry.at(lock.resolveSibling(name.substring(0, length)));
  }

  private static Map<Path, Held> stillHeld(
      Map<Path, Held> before, Map<String, KernelLocks.Lock> now) throws IOException {
    Map<Path, Held> still = new LinkedHashMap<>();
    for (Map.Entry<Path, Held> each : before.entrySet()) {
      Held held = each.getValue();
      if (held.lock().equals(now.get(held.lock().file()))
          && held.slot().equals(slotOf(each.getKey()))) {
        still.put(each.getKey(), held);
      }
    }
    return still;
  }

  /** Whether the table would show a lock of a file in this directory. */
  private boolean isShown() {
    try {
      Path file = temporaries.write(new byte[] {'\n'});
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
          FileLock mine = channel.lock()) {
        Optional<Entry> entry = Entry.at(file);
        return mine.isValid()
            && entry.isPresent()
            && kernel.read().orElse(Map.of()).containsKey(KernelLocks.id(entry.get()));
      } finally {
        TemporaryFiles.discard(file);
      }
    } catch (IOException notTried) {
      return false;
    }
  }

  private List<Finding> tell(Map<Path, Held> stuck) {
    List<Finding> findings = new ArrayList<>();
    stuck.forEach(
        (file, held) -> {
          KernelLocks.Lock lock = held.lock();
          if (findings.size() < MOST_TOLD) {
            findings.add(
                Finding.error(
                    subject(),
                    file + " has been locked for a second by " + kernel.who(lock),
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
