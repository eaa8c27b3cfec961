package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.Scheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lists the slots of a directory. What stands in the way of one hides no other: it is listed with
 * its trouble.
 */
final class SlotListing {
  private final Path directory;
  private final SlotNames names;

  SlotListing(Path directory, SlotNames names) {
    this.directory = directory;
    this.names = names;
  }

  /** How a file is read: with or without its locks. */
  interface Reader {
    LeaseSlot read(Path file) throws IOException;
  }

  /** A file that has the name of a slot. */
  private record Named(Path file, String name) {}

  /** How a thread of the scheduler's reads. */
  interface Helper {
    /** Does {@code work} with a reader for this thread. */
    List<ListedSlot> with(Function<Reader, List<ListedSlot>> work);
  }

  List<ListedSlot> list(LeaseFilter filter, Reader reader) throws IOException {
    List<Named> files = new ArrayList<>();
    Listing.each(directory, SlotListing::isSlot, (file, name) -> files.add(new Named(file, name)));
    return look(files, filter, reader);
  }

  /**
   * The same with helpers, where there are so many that it is worth it.
   *
   * @param own how this thread reads
   * @param helpers how others do, some slots at a time
   */
  List<ListedSlot> list(LeaseFilter filter, Reader own, Helper helpers, Scheduler scheduler)
      throws IOException {
    SharedReading<Named, ListedSlot> reading =
        new SharedReading<>(
            some -> look(some, filter, own),
            some -> helpers.with(reader -> look(some, filter, reader)),
            SharedReading.usefulHelpers(),
            scheduler);
    Listing.each(
        directory, SlotListing::isSlot, (file, name) -> reading.add(new Named(file, name)));
    return reading.read();
  }

  private List<ListedSlot> look(List<Named> files, LeaseFilter filter, Reader reader) {
    List<ListedSlot> listed = new ArrayList<>(files.size());
    for (Named each : files) {
      ListedSlot slot = look(each.file(), each.name(), reader);
      if (passes(filter, slot)) {
        listed.add(slot);
      }
    }
    return listed;
  }

  private ListedSlot look(Path file, String name, Reader reader) {
    try {
      LeaseSlot slot = reader.read(file);
      return new ListedSlot.Found(name, keyOf(name, slot), slot);
    } catch (LeaseStoreException trouble) {
      return new ListedSlot.Troubled(name, names.key(name), trouble);
    } catch (IOException e) {
      Optional<LeaseKey> key = names.key(name);
      return new ListedSlot.Troubled(
          name, key, StoreTrouble.of(key, "could not read " + file, file, e));
    }
  }

  /** The record's own, in its own spelling, if it lies where it belongs. */
  private Optional<LeaseKey> keyOf(String name, LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held && names.isOf(name, held.record().key())
        ? Optional.of(held.record().key())
        : names.key(name);
  }

  private static boolean isSlot(String name) {
    return name.endsWith(Slug.SUFFIX) && !name.startsWith(".");
  }

  private boolean passes(LeaseFilter filter, ListedSlot listed) {
    if (!(listed instanceof ListedSlot.Found found)) {
      return filter.equals(LeaseFilter.ALL)
          || (listed.key().isPresent()
              ? filter.mayMatch(listed.key().get())
              : names.isSlot(listed.name()));
    }
    if (found.slot() instanceof LeaseSlot.Held held) {
      return passes(filter, held.record(), found.key());
    }
    return found.slot() instanceof LeaseSlot.Unreadable && filter.equals(LeaseFilter.ALL);
  }

  /** A record that is out of place concerns its own key, and the one that it blocks. */
  private static boolean passes(LeaseFilter filter, LeaseRecord record, Optional<LeaseKey> slot) {
    return filter.matches(record)
        || (slot.isPresent()
            && filter.mayMatch(slot.get())
            && filter.owner().map(record.owner()::equals).orElse(true));
  }
}
