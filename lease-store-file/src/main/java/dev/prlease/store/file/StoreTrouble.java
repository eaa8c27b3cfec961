package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts what went wrong with files into the words of the API. */
final class StoreTrouble {
  private StoreTrouble() {}

  /** {@code what} is a clause that names the file, such as {@code could not read /x/y}. */
  static LeaseStoreException of(
      Optional<LeaseKey> key, String what, Path directory, IOException cause) {
    return new LeaseStoreException(
        key, what + ": " + reason(cause), nextStep(reason(cause), cause, directory), cause);
  }

  /** A record is refused that nobody could read back. */
  static LeaseStoreException tooLarge(LeaseKey key, int bytes) {
    return new LeaseStoreException(
        Optional.of(key),
        "the record of "
            + key
            + " would take "
            + bytes
            + " bytes, and more than "
            + SlotFile.MAX_BYTES
            + " are not read",
        "Shorten what it says of its holder or session.",
        null);
  }

  /** An entry that nobody may use as a slot or lock. */
  static LeaseStoreException notRegular(Optional<LeaseKey> key, Path path, Entry found) {
    return new LeaseStoreException(
        key,
        path + " is " + found.kindText() + ", not a regular file, and was not opened",
        "Find out who put it there, and move it away: nothing is acquired while it stands there.",
        null);
  }

  /** The write was made, or was not: what follows the rename failed. */
  static LeaseStoreException unknown(LeaseKey key, Path path, IOException cause) {
    return LeaseStoreException.outcomeUnknown(
        key, path + " was replaced, but whether that lasts is not known: " + reason(cause), cause);
  }

  /** In the words of the operating system. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    @Nullable String reason =
        e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    return reason == null || reason.isBlank() ? e.getClass().getSimpleName() : reason;
  }

  private static String nextStep(String reason, IOException cause, Path directory) {
    if (reason.contains("No space left")
        || reason.contains("quota exceeded")
        || reason.contains("too large")) {
      return "Free some space for " + directory + ", and try again: nothing was lost.";
    }
    if (cause instanceof AccessDeniedException
        || reason.contains("Read-only")
        || reason.contains("not permitted")
        || reason.contains("denied")) {
      return "See to it that this user may read and write " + directory + ", and try again.";
    }
    return "See to it that " + directory + " can be read and written, and try again.";
  }
}
