package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.api.WriteId;
import dev.prlease.json.SlotJson;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.SharedSlots;
import dev.prlease.spi.SlotRules;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps each slot in a JSON file of one directory, for the sessions of one machine.
 *
 * <p><b>Reading</b> takes no lock: a file is only ever replaced as a whole, so a reader sees one
 * state or the next. <b>Changing</b> happens under the JVM's mutex of the slot ({@link JvmMutex}),
 * then under a lock file that all processes honour ({@link SidecarLock}): read, compare, write a
 * temporary file, sync it, rename it over the slot, sync the directory. A process that dies on the
 * way leaves the old state or the new one, and the kernel frees its lock. Version-1 programs do the
 * same, so both kinds of program may share a directory. The directory itself is judged when the
 * store is opened and before each change; what stands in a slot's place, each time.
 *
 * <p>What happens before the rename is undone when it fails, and nothing was written; what fails
 * after it is an unknown outcome. Interrupts are put aside until an operation is over. Safe for use
 * by several threads at once; several stores of one directory, also of several class loaders, do
 * not disturb each other.
 */
public sealed class FileLeaseStore implements LeaseStore, TimeAuthority {
  private final Path directory;
  private final FileStoreOptions options;
  private final StoreContext context;
  private final SlotNames names;
  private final Disk disk;
  private final DirectoryGuard guard;
  private final TemporaryFiles temporaries;
  private final Quarantine quarantine;
  private final AtomicBoolean swept = new AtomicBoolean();
  private volatile boolean closed;

  private FileLeaseStore(
      Path directory,
      FileStoreOptions options,
      StoreContext context,
      CurrentUser user,
      SlotNames names,
      Disk disk) {
    this.directory = directory;
    this.options = options;
    this.context = context;
    this.names = names;
    this.disk = disk;
    this.guard = new DirectoryGuard(directory, user);
    this.temporaries = new TemporaryFiles(directory, disk);
    this.quarantine = new Quarantine(directory, context.clock(), disk);
  }

  /**
   * Opens the store in {@code directory}, which is made by the first write if it is not there.
   *
   * @param directory an absolute path
   * @param context brings the scheduler by which the store waits for locks, and a clock
   * @throws IllegalArgumentException if {@code directory} is relative
   * @throws dev.prlease.api.LeaseConfigurationException if it is on a network file system, and no
   *     clock skew is given
   * @throws LeaseStoreException if it is no directory, belongs to another user, or may be written
   *     by others
   */
  public static FileLeaseStore open(
      Path directory, FileStoreOptions options, StoreContext context) {
    return open(directory, options, context, Disk.REAL);
  }

  /** For tests of a failing disk. */
  static FileLeaseStore open(
      Path directory, FileStoreOptions options, StoreContext context, Disk disk) {
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException("the directory of leases must be absolute: " + directory);
    }
    Path normal = directory.normalize();
    if (options.maxClockSkew().isEmpty()) {
      NetworkFileSystem.refuse(normal);
    }
    try {
      CurrentUser user = CurrentUser.find();
      FileLeaseStore store =
          switch (options.layout()) {
            case PRLEASE ->
                new FileLeaseStore(normal, options, context, user, new PrleaseNames(normal), disk);
            case AMPLIHACK -> new Sharing(normal, options, context, user, disk);
          };
      store.guard.look();
      return store;
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.empty(), "could not look at " + normal, normal, e);
    }
  }

  /** The same with {@link FileStoreOptions#DEFAULTS}. */
  public static FileLeaseStore open(Path directory, StoreContext context) {
    return open(directory, FileStoreOptions.DEFAULTS, context);
  }

  /** The directory that holds the slots. */
  public final Path directory() {
    return directory;
  }

  @Override
  public final LeaseSlot load(LeaseKey key) {
    checkOpen();
    try (InterruptShield shield = new InterruptShield()) {
      if (options.maxClockSkew().isPresent()) {
        return underLock(
            key, shield, (place, locks) -> Optional.of(read(place.file(), key, shield)));
      }
      return read(names.file(key, shield), key, shield);
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.of(key), "could not read the lease of " + key, directory, e);
    }
  }

  @Override
  public final Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    checkOpen();
    try (InterruptShield shield = new InterruptShield()) {
      Exchange exchange =
          underLock(
              key,
              shield,
              new Work<>() {
                @Override
                public Optional<Exchange> on(Place place, SlotLocks locks) throws IOException {
                  return tryExchange(key, place, locks, expected, change, shield);
                }
              });
      if (exchange instanceof Exchange.Swapped) {
        sweepOnce();
      }
      return exchange;
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.of(key), "could not write the lease of " + key, directory, e);
    }
  }

  @Override
  public final List<ListedSlot> list(LeaseFilter filter) {
    checkOpen();
    List<ListedSlot> found = new ArrayList<>();
    try (InterruptShield shield = new InterruptShield()) {
      for (Path file : Listing.of(directory, FileLeaseStore::isSlot)) {
        LeaseSlot slot = SlotFile.read(file, Optional.empty(), shield);
        if (isListed(slot, filter)) {
          found.add(new ListedSlot(file.getFileName().toString(), slot));
        }
      }
      return found;
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.empty(), "could not list " + directory, directory, e);
    }
  }

  @Override
  public final String location() {
    return FileLocation.text(directory, options);
  }

  @Override
  public final Clock clock() {
    return options.maxClockSkew().isPresent()
        ? new SkewedClock(context.clock(), options.maxClockSkew().get())
        : context.clock();
  }

  @Override
  public final void close() {
    closed = true;
  }

  @Override
  public final String toString() {
    return location();
  }

  /** Work on a slot whose locks are held; empty if they turned out to be worth nothing. */
  private interface Work<T> {
    Optional<T> on(Place place, SlotLocks locks) throws IOException;
  }

  private <T> T underLock(LeaseKey key, InterruptShield shield, Work<T> work) throws IOException {
    Patience patience = new Patience(context.clock(), context.scheduler(), shield);
    Entry directoryEntry = guard.ensure();
    String mutexName =
        directoryEntry.device() + ":" + directoryEntry.inode() + ":" + names.mutexName(key);
    Optional<JvmMutex> mutex = JvmMutex.take(mutexName, patience);
    if (mutex.isEmpty()) {
      throw busy(key, "another thread");
    }
    try {
      return underLockFiles(key, patience, work);
    } finally {
      mutex.get().release();
    }
  }

  private <T> T underLockFiles(LeaseKey key, Patience patience, Work<T> work) throws IOException {
    while (true) {
      Place place = names.place(key, patience.shield());
      try (SlotLocks locks = SlotLocks.take(place.locks(), key, patience)) {
        if (!names.placesMove() || names.place(key, patience.shield()).equals(place)) {
          Optional<T> result = work.on(place, locks);
          if (result.isPresent()) {
            return result.get();
          }
        }
      }
      if (patience.isOver()) {
        throw busy(key, "somebody who keeps replacing its lock file");
      }
    }
  }

  private static LeaseSlot read(Path file, LeaseKey key, InterruptShield shield)
      throws IOException {
    return SlotFile.read(file, Optional.of(key), shield);
  }

  /** Empty if the lock file was replaced meanwhile, so that others may hold the lock too (L9). */
  private Optional<Exchange> tryExchange(
      LeaseKey key,
      Place place,
      SlotLocks locks,
      Expected expected,
      Change change,
      InterruptShield shield)
      throws IOException {
    LeaseSlot current = read(place.file(), key, shield);
    Optional<Content> next = SlotRules.next(current, expected, change);
    if (next.isEmpty()) {
      return Optional.of(new Exchange.Refused(current));
    }
    byte[] bytes = SlotJson.encode(next.get());
    if (bytes.length > SlotFile.MAX_BYTES) {
      // It would be read as unreadable, and so be anybody's.
      throw StoreTrouble.tooLarge(key, bytes.length);
    }
    Path temporary = temporaries.write(bytes);
    boolean renamed = false;
    try {
      if (next.get().replaced() == Change.Replaced.ARCHIVE && Entry.at(place.file()).isPresent()) {
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
    return Optional.of(new Exchange.Swapped(committed(key, place.file(), bytes, next.get())));
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

  private void sweepOnce() throws IOException {
    if (swept.compareAndSet(false, true)) {
      Optional<Entry> now = Entry.at(directory);
      if (now.isPresent()) {
        temporaries.sweep(now.get());
      }
    }
  }

  private LeaseStoreException busy(LeaseKey key, String who) {
    return new LeaseStoreException(
        Optional.of(key),
        "the lease of "
            + key
            + " in "
            + directory
            + " was kept busy by "
            + who
            + " for more than "
            + Patience.LIMIT.toSeconds()
            + " s",
        "Try again in a moment.",
        null);
  }

  private static boolean isSlot(String name) {
    return name.endsWith(Slug.SUFFIX) && !name.startsWith(".");
  }

  private static boolean isListed(LeaseSlot slot, LeaseFilter filter) {
    if (slot instanceof LeaseSlot.Held held) {
      return filter.matches(held.record());
    }
    return slot instanceof LeaseSlot.Unreadable && filter.equals(LeaseFilter.ALL);
  }

  private void checkOpen() {
    if (closed) {
      throw new LeaseStoreException(
          Optional.empty(), "the store " + location() + " is closed", "Open it again.", null);
    }
  }

  /** A store whose slots different keys may share, see {@link FileLayout#AMPLIHACK}. */
  private static final class Sharing extends FileLeaseStore implements SharedSlots {
    Sharing(
        Path directory,
        FileStoreOptions options,
        StoreContext context,
        CurrentUser user,
        Disk disk) {
      super(directory, options, context, user, new AmplihackNames(directory), disk);
    }
  }
}
