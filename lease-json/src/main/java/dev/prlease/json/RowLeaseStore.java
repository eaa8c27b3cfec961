package dev.prlease.json;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes a store out of anything that keeps rows of a name, a version and a body, and changes one
 * only if its version is still the same: a table of a database, or a key-value map. A row is a
 * slot. Its name is that of a key in the one spelling that all equal keys share, its version is the
 * id of the write that made it, and its body is {@link SlotJson}.
 *
 * <p>The rows of vacant slots stay where they are: the last fence is in them. Whatever a subclass
 * throws becomes a {@link LeaseStoreException} that names the store: nothing was written if it was
 * thrown while reading, and the outcome is unknown if it was while writing. An {@link
 * InterruptedException} sets the thread's flag again; better is to finish all the same (rule
 * LS-17).
 *
 * <p>Safe for use by several threads at once if the methods of the subclass are.
 */
public abstract class RowLeaseStore extends AbstractLeaseStore {
  private static final LeaseSlot ABSENT = LeaseSlot.Vacant.absent(new SlotVersion("absent"));

  private final String location;
  private final Duration lateWriteBound;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * For subclasses.
   *
   * @param location where the store is, as a user would name it: {@code scheme:rest}, without
   *     credentials
   * @param lateWriteBound how long after the call of a write whose answer was lost it may still
   *     land; zero where a write is over when its call returns or throws
   */
  protected RowLeaseStore(String location, Duration lateWriteBound) {
    this.location = Objects.requireNonNull(location, "location");
    this.lateWriteBound = Objects.requireNonNull(lateWriteBound, "lateWriteBound");
  }

  /** A slot as it is kept. Its body is not copied, and nobody's to change. */
  public static final class Row {
    private final String name;
    private final String version;
    private final byte[] body;

    /**
     * A row.
     *
     * @param name at most some 700 characters, compared exactly: case, accents and blanks count
     * @param version at most 200 characters, never the same again for this name
     * @param body whatever bytes are there, be they no JSON at all
     */
    public Row(String name, String version, byte[] body) {
      this.name = Objects.requireNonNull(name, "name");
      this.version = Objects.requireNonNull(version, "version");
      this.body = Objects.requireNonNull(body, "body");
    }

    /** Whose slot it is. */
    public String name() {
      return name;
    }

    /** Which write it comes from. */
    public String version() {
      return version;
    }

    /** What it holds, as JSON in UTF-8. */
    public byte[] body() {
      return body;
    }

    @Override
    public String toString() {
      return name + " at " + version;
    }
  }

  /** The row {@code name} as it is now, or none; from the primary, never a copy (rule LS-1). */
  protected abstract Optional<Row> read(String name) throws Exception;

  /** All rows, in any order; each as it is now or was a moment ago. */
  protected abstract List<Row> readAll() throws Exception;

  /**
   * Adds {@code row}, in one atomic step, if none of its name is there.
   *
   * @return whether it did; also false, and nothing written, if others were in the way
   */
  protected abstract boolean insert(Row row) throws Exception;

  /**
   * Replaces the row of that name by {@code row}, in one atomic step, if its version is {@code
   * was}.
   *
   * @param replaced {@link Change.Replaced#ARCHIVE} if the body that is replaced is to be kept
   *     elsewhere for people to look at, in the same step
   * @return whether it did; also false, and nothing written, if others were in the way
   */
  protected abstract boolean update(Row row, String was, Change.Replaced replaced) throws Exception;

  /** Lets go of what is open; called once. */
  protected void shutDown() throws Exception {}

  @Override
  protected final LeaseSlot get(LeaseKey key) {
    checkOpen();
    try {
      return read(name(key)).map(RowLeaseStore::slot).orElse(ABSENT);
    } catch (Exception e) {
      throw unreadable(Optional.of(key), e);
    }
  }

  @Override
  protected final Optional<LeaseSlot> putIfVersion(LeaseKey key, LeaseSlot current, Content next) {
    Row row = new Row(name(key), next.writeId().value(), SlotJson.encode(next));
    try {
      boolean written =
          current.equals(ABSENT)
              ? insert(row)
              : update(row, current.version().token(), next.replaced());
      return written ? Optional.of(slot(row)) : Optional.empty();
    } catch (Exception e) {
      keepInterrupt(e);
      throw e instanceof LeaseException told
          ? told
          : LeaseStoreException.outcomeUnknown(key, location + " failed: " + e.getMessage(), e);
    }
  }

  @Override
  public final List<ListedSlot> list(LeaseFilter filter) {
    checkOpen();
    List<ListedSlot> shown = new ArrayList<>();
    try {
      for (Row row : readAll()) {
        LeaseSlot slot = slot(row);
        if (filter.shows(slot)) {
          shown.add(new ListedSlot.Found(row.name(), key(row.name()), slot));
        }
      }
    } catch (Exception e) {
      throw unreadable(Optional.empty(), e);
    }
    return shown;
  }

  @Override
  public final void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      shutDown();
    } catch (Exception e) {
      keepInterrupt(e);
      throw new LeaseStoreException(
          Optional.empty(),
          location + " could not be closed: " + e.getMessage(),
          "Nothing need be done about the leases, which are kept.",
          e);
    }
  }

  @Override
  public final String location() {
    return location;
  }

  @Override
  public final Duration lateWriteBound() {
    return lateWriteBound;
  }

  @Override
  public final String toString() {
    return location;
  }

  private static String name(LeaseKey key) {
    return key.canonical().toString();
  }

  /** A row that somebody else put there need not be named by a key. */
  private static Optional<LeaseKey> key(String name) {
    try {
      return Optional.of(LeaseKey.parse(name));
    } catch (IllegalArgumentException noKey) {
      return Optional.empty();
    }
  }

  private static LeaseSlot slot(Row row) {
    return SlotJson.decode(row.body()).at(new SlotVersion(row.version()));
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new LeaseStoreException(
          Optional.empty(), "the store " + location + " is closed", "Open it again.", null);
    }
  }

  private LeaseException unreadable(Optional<LeaseKey> key, Exception e) {
    keepInterrupt(e);
    return e instanceof LeaseException told
        ? told
        : new LeaseStoreException(
            key,
            location + " could not be read: " + e.getMessage(),
            "Look after " + location + ", and try again.",
            e);
  }

  private static void keepInterrupt(Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
