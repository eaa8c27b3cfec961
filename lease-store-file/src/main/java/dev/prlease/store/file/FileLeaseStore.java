package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.AbstractLeaseStore.Content;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.SharedSlots;
import dev.prlease.spi.SkewedClock;
import dev.prlease.spi.SlotRules;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.TimeAuthority;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps each slot in a JSON file of one directory, for the sessions of one machine.
 *
 * <p><b>Reading</b> takes no lock: a file is only ever replaced as a whole, so a reader sees one
 * state or the next. Where several machines share the directory, a reader may see old content
 * unless it locks, and so it does. <b>Changing</b> happens under the locks of the slot ({@link
 * SlotAccess}): read, compare, replace ({@link SlotWriter}). A process that dies on the way leaves
 * the old state or the new one, and the kernel frees its lock. Version-1 programs do the same, so
 * both kinds of program may share a directory. The directory itself is judged when the store is
 * opened and before each change; what stands in a slot's place, each time.
 *
 * <p>Interrupts are put aside until an operation is over. Safe for use by several threads at once;
 * several stores of one directory, also of several class loaders, do not disturb each other.
 */
public sealed class FileLeaseStore implements LeaseStore, TimeAuthority, Collectable, Diagnosable {
  private final Path directory;
  private final FileStoreOptions options;
  private final StoreContext context;
  private final SlotNames names;
  private final SlotAccess access;
  private final SlotWriter writer;
  private final Disk disk;
  private volatile boolean closed;

  private FileLeaseStore(Setting setting, SlotNames names) {
    this.directory = setting.directory();
    this.options = setting.options();
    this.context = setting.context();
    this.names = names;
    this.disk = setting.disk();
    this.access = new SlotAccess(directory, setting.guard(), names, context);
    this.writer = new SlotWriter(directory, context.clock(), disk);
  }

  /** What a store is made of. */
  private record Setting(
      Path directory,
      FileStoreOptions options,
      StoreContext context,
      DirectoryGuard guard,
      Disk disk) {}

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
    return open(directory, Optional.empty(), options, context, Disk.REAL);
  }

  /** The same with {@link FileStoreOptions#DEFAULTS}. */
  public static FileLeaseStore open(Path directory, StoreContext context) {
    return open(directory, FileStoreOptions.DEFAULTS, context);
  }

  /** For tests of a failing disk. */
  static FileLeaseStore open(
      Path directory, FileStoreOptions options, StoreContext context, Disk disk) {
    return open(directory, Optional.empty(), options, context, disk);
  }

  /** The same; {@code home} is that of prlease, if the directory is in it. */
  static FileLeaseStore open(
      Path directory,
      Optional<Path> home,
      FileStoreOptions options,
      StoreContext context,
      Disk disk) {
    if (!directory.isAbsolute()) {
      throw new IllegalArgumentException("the directory of leases must be absolute: " + directory);
    }
    Path normal = directory.normalize();
    if (options.maxClockSkew().isEmpty()) {
      NetworkFileSystem.refuse(normal);
    }
    try {
      DirectoryGuard guard = new DirectoryGuard(normal, home, CurrentUser.find());
      guard.look();
      Setting setting = new Setting(normal, options, context, guard, disk);
      return switch (options.layout()) {
        case PRLEASE -> new FileLeaseStore(setting, new PrleaseNames(normal));
        case AMPLIHACK -> new Sharing(setting);
      };
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.empty(), "could not look at " + normal, normal, e);
    }
  }

  /** The directory that holds the slots. */
  public final Path directory() {
    return directory;
  }

  @Override
  public final LeaseSlot load(LeaseKey key) {
    checkOpen();
    Optional<LeaseKey> wanted = Optional.of(key);
    try (InterruptShield shield = new InterruptShield()) {
      String name = names.of(key);
      return readersLock()
          ? access.underLocks(
              name,
              wanted,
              access.patience(shield),
              (place, locks) -> Optional.of(SlotFile.read(place.file(), wanted, shield)))
          : SlotFile.read(names.file(name, shield), wanted, shield);
    } catch (IOException e) {
      throw StoreTrouble.of(wanted, "could not read the lease of " + key, directory, e);
    }
  }

  /** On a disk that machines share, a reader without the lock may see old content. */
  private boolean readersLock() {
    return options.maxClockSkew().isPresent();
  }

  @Override
  public final Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    checkOpen();
    Optional<LeaseKey> wanted = Optional.of(key);
    try (InterruptShield shield = new InterruptShield()) {
      Exchange exchange =
          access.underLocks(
              names.of(key),
              wanted,
              access.patience(shield),
              // Written out: a lambda costs a command that writes a part of its start.
              new SlotAccess.Work<>() {
                @Override
                public Optional<Exchange> on(Place place, SlotLocks locks) throws IOException {
                  LeaseSlot current = SlotFile.read(place.file(), wanted, shield);
                  Optional<Content> next = SlotRules.next(current, expected, change);
                  if (next.isEmpty()) {
                    return Optional.of(new Exchange.Refused(current));
                  }
                  Optional<LeaseSlot> written = writer.write(key, place, locks, next.get());
                  return written.isPresent()
                      ? Optional.of(new Exchange.Swapped(written.get()))
                      : Optional.empty();
                }
              });
      if (exchange instanceof Exchange.Swapped) {
        writer.sweepOnce();
      }
      return exchange;
    } catch (IOException e) {
      throw StoreTrouble.of(wanted, "could not write the lease of " + key, directory, e);
    }
  }

  @Override
  public final List<ListedSlot> list(LeaseFilter filter) {
    checkOpen();
    try (InterruptShield shield = new InterruptShield()) {
      LockWait patience = access.patience(shield);
      SlotListing listing = new SlotListing(directory, names);
      return readersLock()
          ? listing.list(filter, file -> readLocked(file, patience))
          : listing.list(
              filter, reader(new SlotReader(shield)), FileLeaseStore::help, context.scheduler());
    } catch (IOException e) {
      throw StoreTrouble.of(Optional.empty(), "could not list " + directory, directory, e);
    }
  }

  private static SlotListing.Reader reader(SlotReader slots) {
    return file -> slots.read(file, Optional.empty());
  }

  /** On a thread of the scheduler's. */
  private static List<ListedSlot> help(Function<SlotListing.Reader, List<ListedSlot>> work) {
    try (InterruptShield shield = new InterruptShield()) {
      return work.apply(reader(new SlotReader(shield)));
    }
  }

  private LeaseSlot readLocked(Path file, LockWait patience) throws IOException {
    return access.underLocks(
        file.getFileName().toString(),
        Optional.empty(),
        patience,
        (place, locks) -> Optional.of(SlotFile.read(file, Optional.empty(), patience.shield())));
  }

  @Override
  public final Collected collect(CollectRequest request) {
    checkOpen();
    try (InterruptShield shield = new InterruptShield()) {
      access.look();
      return new SlotCollection(directory, names, access, LockWait.none(shield), request)
          .collect(writer, context.clock().now());
    } catch (IOException e) {
      throw StoreTrouble.of(
          Optional.empty(), "could not collect garbage in " + directory, directory, e);
    }
  }

  @Override
  public final List<Finding> diagnose() {
    InterruptShield shield = new InterruptShield();
    try {
      return StoreDiagnosis.of(directory, options, names, context, disk).diagnose();
    } catch (IOException e) {
      LeaseStoreException told =
          StoreTrouble.of(Optional.empty(), "could not look at " + directory, directory, e);
      return List.of(Finding.error("store", String.valueOf(told.getMessage()), told.nextStep()));
    } finally {
      shield.close();
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
    access.close();
  }

  @Override
  public final String toString() {
    return location();
  }

  private void checkOpen() {
    if (closed) {
      throw new LeaseStoreException(
          Optional.empty(), "the store " + location() + " is closed", "Open it again.", null);
    }
  }

  /** A store whose slots different keys may share, see {@link FileLayout#AMPLIHACK}. */
  private static final class Sharing extends FileLeaseStore implements SharedSlots {
    Sharing(Setting setting) {
      super(setting, new AmplihackNames(setting.directory()));
    }
  }
}
