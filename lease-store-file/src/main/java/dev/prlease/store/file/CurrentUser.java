package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Who runs this process.
 *
 * @param uid the user's number
 */
record CurrentUser(int uid) {
  /**
   * The owner of the process as Linux shows it; elsewhere the owner of the home directory. User
   * names are no help: a container often has none.
   */
  static CurrentUser find() throws IOException {
    Optional<Entry> found = Entry.behind(Path.of("/proc/self"));
    if (found.isEmpty()) {
      found = Entry.behind(Path.of(System.getProperty("user.home", "/")));
    }
    if (found.isEmpty()) {
      throw new IOException("nothing tells who runs this process");
    }
    return new CurrentUser(found.get().uid());
  }
}
