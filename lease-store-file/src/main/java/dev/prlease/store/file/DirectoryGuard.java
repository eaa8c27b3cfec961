package dev.prlease.store.file;

import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Lets only a directory pass that belongs to this user and that nobody else may write. What does
 * not is refused with the command that mends it, and never changed (lesson L17). Where the
 * directory is in the home of prlease, that is judged alike, since whoever may write there can put
 * another directory in its place; what is further up is not.
 */
final class DirectoryGuard {
  private final Path directory;
  private final Optional<Path> home;
  private final CurrentUser user;

  /**
   * Guards {@code directory}.
   *
   * @param home the home of prlease, if the directory is in it
   */
  DirectoryGuard(Path directory, Optional<Path> home, CurrentUser user) {
    this.directory = directory;
    this.home = home;
    this.user = user;
  }

  /** The directory as it is now, if it is there, and fit for use. */
  Optional<Entry> look() throws IOException {
    if (home.isPresent()) {
      look(home.get());
    }
    return look(directory);
  }

  private Optional<Entry> look(Path path) throws IOException {
    Optional<Entry> found = Entry.behind(path);
    if (found.isPresent()) {
      check(path, found.get());
    }
    return found;
  }

  /** The directory, fit for use; made with its parents if it is not there. */
  Entry ensure() throws IOException {
    Optional<Entry> found = look();
    if (found.isPresent()) {
      return found.get();
    }
    make();
    Optional<Entry> made = look();
    if (made.isEmpty()) {
      throw new IOException("it vanished as soon as it was made");
    }
    return made.get();
  }

  private void make() throws IOException {
    try {
      Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    } catch (FileSystemException e) {
      throw new FileSystemException(
          directory.toString(), null, directory + " could not be made: " + StoreTrouble.reason(e));
    }
  }

  private void check(Path path, Entry found) {
    if (!found.isDirectory()) {
      throw refusal(
          path + " is " + found.kindText() + ", not a directory",
          "Move it away, or name another directory.");
    }
    if (found.uid() != user.uid()) {
      throw refusal(
          path + " belongs to user " + found.uid() + ", and this is user " + user.uid(),
          "Name a directory of your own, or run as that user.");
    }
    if (found.isWritableByOthers()) {
      // A directory that is shared on purpose, such as /tmp, would be broken by a change of mode.
      throw refusal(
          path + " may be written by other users",
          found.isShared()
              ? "Name a directory of your own."
              : "Keep others out: chmod 700 " + ShellWord.of(path));
    }
  }

  private static LeaseStoreException refusal(String what, String nextStep) {
    return new LeaseStoreException(Optional.empty(), what, nextStep, null);
  }
}
