package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Replaces slots whose locks are held: a temporary file is written and synced, then renamed over
 * the slot, then the directory is synced. What happens before the rename is undone when it fails,
 * and nothing was written; what fails after it is an unknown outcome.
 */
final class SlotWriter {
  private final Path directory;
  private final Disk disk;
  private final TemporaryFiles temporaries;
  private final Quarantine quarantine;
  private final AtomicBoolean swept = new AtomicBoolean();

  SlotWriter(Path directory, Clock clock, Disk disk) {
    this.directory = directory;
    this.disk = disk;
    this.temporaries = new TemporaryFiles(directory, disk, TemporaryFiles.AGE);
    this.quarantine = new Quarantine(directory, clock, disk);
  }

  /**
   * Puts {@code next} into the slot at {@code place}.
   *
   * @return the slot as written; empty if a lock file was replaced meanwhile, so that others may
   *     hold the lock too (L9), and nothing was written
   */
  Optional<LeaseSlot> write(LeaseKey key, Place place, SlotLocks locks, Content next)
      throws IOException {
    byte[] bytes = SlotJson.encode(next);
    if (bytes.length > SlotFile.MAX_BYTES) {
      // It would be read as unreadable, and so be anybody's.
      throw StoreTrouble.tooLarge(key, bytes.length);
    }
    Path temporary = temporaries.write(bytes);
    boolean renamed = false;
    try {
      if (next.replaced() == Change.Replaced.ARCHIVE && Entry.at(place.file()).isPresent()) {
        quarantine.keep(place.file());
      }
      if (!locks.areStillInPlace()) {
        return Optional.empty();
      }
      rename(temporary, place.file());
      renamed = true;
    } finally {
      if (!renamed) {
        TemporaryFiles.discard(temporary);
      }
    }
    return Optional.of(committed(key, place.file(), bytes, next));
  }

  private static void rename(Path temporary, Path file) throws IOException {
    try {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system cannot rename in one step", e);
    }
  }

  private LeaseSlot committed(LeaseKey key, Path file, byte[] bytes, Content content) {
    try {
      Optional<Entry> entry = Entry.at(file);
      if (entry.isEmpty()) {
        throw new IOException("it vanished");
      }
      disk.syncDirectory(directory);
      SlotVersion version = SlotFile.version(bytes, entry.get());
      Optional<WriteId> writeId = Optional.of(content.writeId());
      return content.record().isPresent()
          ? new LeaseSlot.Held(version, content.record().get(), writeId)
          : LeaseSlot.Vacant.written(version, content.fence(), writeId);
    } catch (IOException e) {
      throw StoreTrouble.unknown(key, file, e);
    }
  }

  /** Makes what happened to names in the directory last. */
  void syncDirectory() throws IOException {
    disk.syncDirectory(directory);
  }

  /** What stands beside the slots and was left by writers that died. */
  TemporaryFiles temporaries() {
    return temporaries;
  }

  /** What was replaced and kept. */
  Quarantine quarantine() {
    return quarantine;
  }

  /** Removes, after the first write, what dead processes left behind. Never fails. */
  void sweepOnce() {
    if (swept.compareAndSet(false, true)) {
      temporaries.sweep();
    }
  }
}
