package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts what went wrong with files into the words of the API. */
final class StoreTrouble {
  private StoreTrouble() {}

  /**
   * {@code what} is a clause that names the file, such as {@code could not read /x/y}; what is to
   * be mended is the file that {@code cause} names, if it is there, else {@code place}.
   */
  static LeaseStoreException of(
      Optional<LeaseKey> key, String what, Path place, IOException cause) {
    return new LeaseStoreException(
        key, what + ": " + reason(cause), nextStep(reason(cause), cause, place), cause);
  }

  /** A record is refused that nobody could read back. */
  static LeaseStoreException tooLarge(LeaseKey key, int bytes) {
    return tooLarge(
        key,
        "the record of " + key,
        bytes,
        SlotFile.MAX_BYTES,
        "Shorten what it says of its holder or session.");
  }

  /** An event is refused that nobody could read back. */
  static LeaseStoreException eventTooLarge(LeaseKey key, int bytes) {
    return tooLarge(
        key,
        "the audit's line about " + key,
        bytes,
        TextLines.MAX_BYTES,
        "Shorten what is said of it, such as the reason.");
  }

  private static LeaseStoreException tooLarge(
      LeaseKey key, String what, int bytes, int most, String nextStep) {
    return new LeaseStoreException(
        Optional.of(key),
        what + " would take " + bytes + " bytes, and more than " + most + " are not read",
        nextStep,
        null);
  }

  /** An entry that nobody may use as a slot or lock. */
  static LeaseStoreException notRegular(Optional<LeaseKey> key, Path path, Entry found) {
    return notRegular(
        key,
        path,
        found,
        "Find out who put it there, and move it away: nobody acquires that lease while it stands"
            + " there.");
  }

  /** An entry that nobody may use as the audit. */
  static LeaseStoreException notAnAudit(Optional<LeaseKey> key, Path path, Entry found) {
    return notRegular(
        key,
        path,
        found,
        "Find out who put it there, and move it away: no event is written down while it stands"
            + " there.");
  }

  private static LeaseStoreException notRegular(
      Optional<LeaseKey> key, Path path, Entry found, String nextStep) {
    return new LeaseStoreException(
        key,
        path + " is " + found.kindText() + ", not a regular file, and was not opened",
        nextStep,
        null);
  }

  /** The write was made, or was not: what follows the rename failed. */
  static LeaseStoreException unknown(LeaseKey key, Path path, IOException cause) {
    return LeaseStoreException.outcomeUnknown(
        key, path + " was replaced, but whether that lasts is not known: " + reason(cause), cause);
  }

  /** In the words of the operating system, where it has some. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    @Nullable String reason =
        e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    if (reason != null && !reason.isBlank()) {
      return reason;
    }
    String of =
        e instanceof FileSystemException file && file.getFile() != null ? " " + file.getFile() : "";
    if (e instanceof NoSuchFileException || e instanceof FileNotFoundException) {
      return "there is no" + (of.isEmpty() ? " such file" : of);
    }
    if (e instanceof FileAlreadyExistsException) {
      return "something else is in the way" + (of.isEmpty() ? "" : ":" + of);
    }
    if (e instanceof NotDirectoryException) {
      return (of.isEmpty() ? "it" : of.substring(1)) + " is not a directory";
    }
    return e instanceof ClosedByInterruptException
        ? "it was interrupted"
        : "input/output error (" + e.getClass().getSimpleName() + ")";
  }

  private static String nextStep(String reason, IOException cause, Path place) {
    if (reason.contains("No space left")
        || reason.contains("quota exceeded")
        || reason.contains("too large")) {
      return "Free some space for " + place + ", and try again: nothing was lost.";
    }
    if (reason.contains("could not be made")) {
      return "Name a directory that this user can make, or make it, and try again.";
    }
    Path blamed = existing(cause).orElse(place);
    if (cause instanceof AccessDeniedException
        || reason.contains("Read-only")
        || reason.contains("not permitted")
        || reason.contains("denied")) {
      return "See to it that this user may read and write " + blamed + ", and try again.";
    }
    return "See to it that " + blamed + " can be read and written, and try again.";
  }

  private static Optional<Path> existing(IOException cause) {
    if (cause instanceof FileSystemException named && named.getFile() != null) {
      Path file = Path.of(named.getFile());
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
