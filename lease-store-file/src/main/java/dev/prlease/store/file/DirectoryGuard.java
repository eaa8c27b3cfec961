package dev.prlease.store.file;

import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lets only a directory pass that belongs to this user and that nobody else may write. What does
 * not is refused with the command that mends it, and never changed (lesson L17); the directory's
 * parents are not judged.
 */
final class DirectoryGuard {

  private final Path directory;
  private final CurrentUser user;

  DirectoryGuard(Path directory, CurrentUser user) {
    this.directory = directory;
    this.user = user;
  }

  /** The directory as it is now, if it is there, and fit for use. */
  Optional<Entry> look() throws IOException {
    Optional<Entry> found = Entry.behind(directory);
    if (found.isPresent()) {
      check(found.get());
    }
    return found;
  }

  /** The directory, fit for use; made with its parents if it is not there. */
  Entry ensure() throws IOException {
    Optional<Entry> found = look();
    if (found.isPresent()) {
      return found.get();
    }
    Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    Optional<Entry> made = look();
    if (made.isEmpty()) {
      throw new IOException("it vanished as soon as it was made");
    }
    return made.get();
  }

  private void check(Entry found) throws IOException {
    if (!found.isDirectory()) {
      throw new LeaseStoreException(
          Optional.empty(),
          directory + " is " + found.kindText() + ", not a directory",
          "Move it away, or name another directory for the leases.",
          null);
    }
    if (found.uid() != user.uid()) {
      throw new LeaseStoreException(
          Optional.empty(),
          directory + " belongs to user " + found.uid() + ", and this is user " + user.uid(),
          "Run as that user, name another directory, or give it to this one: chown -R "
              + user.uid()
              + " "
              + ShellWord.of(directory),
          null);
    }
    if (found.isWritableByOthers()) {
      throw new LeaseStoreException(
          Optional.empty(),
          directory + " may be written by other users",
          "Keep others out: chmod 700 " + ShellWord.of(directory),
          null);
    }
  }
}
