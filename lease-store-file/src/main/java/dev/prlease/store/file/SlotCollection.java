package dev.prlease.store.file;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Removes the files of slots that were released long ago. Used once.
 *
 * <p><b>What may go.</b> A file that has the name of a slot, was last written before the time asked
 * for, and holds neither a record nor anything unreadable, nor a fence as great as that time's: the
 * fence tells when the lease was released, the file's own time tells it where an older program left
 * no fence, and where both are there both must be old. The file's time alone is looked at first:
 * that spares the opening of most.
 *
 * <p><b>Concurrency.</b> A first look is taken without locks. What seems fit to go is looked at
 * again under the locks that every writer of the slot takes, and removed there, provided that the
 * lock files are still in their place, as before a rename ({@link SlotWriter}). So a writer comes
 * before or after: before, and the second look finds what it wrote; after, and it finds no file,
 * which is a vacant slot without a fence. A reader, which takes no lock, sees the file or none.
 * Whether a writer may act on what it read before: see {@link dev.prlease.spi.Collectable}. The
 * lock files stay for ever (lessons L9, L46): a writer that waits for one must not get a lock that
 * newcomers do not know.
 *
 * <p>Nothing is waited for: a slot whose lock is taken is in use, and will be old another time. The
 * directory is synced once in the end. Until then a crash of the machine may bring files back, as
 * they were: vacant and old.
 */
final class SlotCollection {
  private final Path directory;
  private final SlotNames names;
  private final SlotAccess access;
  private final LockWait patience;
  private final CollectRequest request;
  private final Fence leastRecentFence;
  private final List<Collected.Item> removed = new ArrayList<>();
  private final Map<Kept, Integer> kept = new EnumMap<>(Kept.class);
  private final List<LeaseStoreException> troubles = new ArrayList<>();

  /** One with {@code patience}, which should be over: nothing is worth waiting for. */
  SlotCollection(
      Path directory,
      SlotNames names,
      SlotAccess access,
      LockWait patience,
      CollectRequest request) {
    this.directory = directory;
    this.names = names;
    this.access = access;
    this.patience = patience;
    this.request = request;
    this.leastRecentFence = Fence.at(request.releasedBefore());
  }

  /**
   * Collects.
   *
   * @param now for a dry run, which must not make a file to learn what time the file system has;
   *     what it tells of temporary files may be wrong by as much as the two clocks are apart
   */
  Collected collect(SlotWriter writer, Instant now) throws IOException {
    String last = request.after().orElse("");
    boolean complete = collectBeside(writer, now);
    if (complete) {
      for (String name : slots()) {
        if (!request.time().isLeft()) {
          complete = false;
          break;
        }
        look(name);
        last = name;
      }
    }
    if (request.mode() == CollectRequest.Mode.REMOVE && !removed.isEmpty()) {
      writer.syncDirectory();
    }
    return new Collected(removed, kept, troubles, complete ? Optional.empty() : Optional.of(last));
  }

  /** What is no slot: there are few of these, so each pass begins with all of them. */
  private boolean collectBeside(SlotWriter writer, Instant now) throws IOException {
    List<Path> aged =
        request.mode() == CollectRequest.Mode.REMOVE
            ? writer.temporaries().aged()
            : writer.temporaries().aged(nanos(now));
    return removeAll(Kind.TEMPORARY, aged)
        && removeAll(Kind.ARCHIVED, writer.quarantine().keptBefore(request.archivedBefore()));
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  private boolean removeAll(Kind kind, List<Path> files) {
    for (Path file : files) {
      if (!request.time().isLeft()) {
        return false;
      }
      try {
        if (request.mode() == CollectRequest.Mode.DRY_RUN || Files.deleteIfExists(file)) {
          removed.add(new Collected.Item(kind, file.getFileName().toString()));
        }
      } catch (IOException e) {
        troubles.add(StoreTrouble.of(Optional.empty(), "could not remove " + file, file, e));
      }
    }
    return true;
  }

  /** In order, so that a later call can go on. */
  private List<String> slots() throws IOException {
    List<String> found = new ArrayList<>();
    String after = request.after().orElse("");
    for (Path file :
        Listing.of(directory, name -> name.compareTo(after) > 0 && names.mayCollect(name))) {
      found.add(file.getFileName().toString());
    }
    Collections.sort(found);
    return found;
  }

  private void look(String name) {
    Optional<LeaseKey> key = names.key(name);
    Path file = directory.resolve(name);
    try {
      Verdict first = judge(file, key);
      Verdict last =
          first == Verdict.REMOVE && request.mode() == CollectRequest.Mode.REMOVE
              ? access.underLocks(
                  name, key, patience, (place, locks) -> removeIfStillOld(file, key, locks))
              : first;
      take(last, name);
    } catch (ContentionException busy) {
      take(Verdict.BUSY, name);
    } catch (LeaseStoreException trouble) {
      take(trouble);
    } catch (IOException e) {
      take(StoreTrouble.of(key, "could not look at " + file, file, e));
    }
  }

  private Optional<Verdict> removeIfStillOld(Path file, Optional<LeaseKey> key, SlotLocks locks)
      throws IOException {
    Verdict verdict = judge(file, key);
    if (verdict == Verdict.REMOVE) {
      if (!locks.areStillInPlace()) {
        return Optional.empty();
      }
      Files.delete(file);
    }
    return Optional.of(verdict);
  }

  /** What is to become of a slot. */
  private enum Verdict {
    REMOVE(Optional.empty()),
    GONE(Optional.empty()),
    HELD(Optional.of(Kept.RECORD)),
    UNREADABLE(Optional.of(Kept.UNREADABLE)),
    RECENT(Optional.of(Kept.RECENT)),
    BUSY(Optional.of(Kept.BUSY));

    private final Optional<Kept> kept;

    Verdict(Optional<Kept> kept) {
      this.kept = kept;
    }
  }

  private Verdict judge(Path file, Optional<LeaseKey> key) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Verdict.GONE;
    }
    boolean isOld =
        found.lastModifiedTime().toInstant().isBefore(request.releasedBefore())
            && found.isRegularFile();
    if (found.isRegularFile() && !isOld) {
      return Verdict.RECENT;
    }
    LeaseSlot slot = SlotFile.read(file, key, patience.shield());
    if (slot instanceof LeaseSlot.Vacant vacant) {
      if (vacant.presence() == LeaseSlot.Presence.ABSENT) {
        return Verdict.GONE;
      }
      return vacant.fence().compareTo(leastRecentFence) < 0 ? Verdict.REMOVE : Verdict.RECENT;
    }
    return slot instanceof LeaseSlot.Held ? Verdict.HELD : Verdict.UNREADABLE;
  }

  private void take(Verdict verdict, String name) {
    if (verdict == Verdict.REMOVE) {
      removed.add(new Collected.Item(Kind.SLOT, name));
    }
    if (verdict.kept.isPresent()) {
      kept.merge(verdict.kept.get(), 1, Integer::sum);
    }
  }

  private void take(LeaseStoreException trouble) {
    troubles.add(trouble);
    kept.merge(Kept.TROUBLED, 1, Integer::sum);
  }
}
