package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The file names that the Rust program in fact uses: each character of the repository outside
 * {@code [A-Za-z0-9_-]} becomes one underscore, case is kept, and {@code __pr-N.json} follows.
 *
 * <p>Keys are equal whatever their case, names are not (lesson L7). So an entry whose name differs
 * in case only is found and used; a new one is spelled as its key is. Where several are there (that
 * program was started with both spellings), the first in order that is not vacant counts, so that a
 * lease under any spelling blocks.
 *
 * <p>Since two of our processes may spell a new name differently, they first lock the sidecar of
 * the lower-case name, which all of them agree on, and then those of all files of the slot, which
 * the other program locks. Always in one order, so they cannot wait for each other. Where the file
 * system folds case all of these are one file, which {@link SlotLocks} locks once.
 */
final class AmplihackNames implements SlotNames {
  /** With {@code .lock} behind it a name must fit into the 255 bytes of a file system. */
  private static final int MAX_LENGTH = 250;

  private final Path directory;

  AmplihackNames(Path directory) {
    this.directory = directory;
  }

  @Override
  public String of(LeaseKey key) {
    return name(key);
  }

  /** Several keys may share the name, so it tells none. */
  @Override
  public Optional<LeaseKey> key(String name) {
    return Optional.empty();
  }

  /** Nearly every name is that of some key. */
  @Override
  public boolean isSlot(String name) {
    return true;
  }

  /** What ends like the name of a key; longer names, which end in a digest, stay. */
  @Override
  public boolean mayCollect(String name) {
    if (!name.endsWith(Slug.SUFFIX) || name.startsWith(".")) {
      return false;
    }
    int end = name.length() - Slug.SUFFIX.length();
    int digits = end;
    while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
      digits--;
    }
    String stem = Ascii.fold(name.substring(0, digits));
    return digits < end && (stem.endsWith("__pr-") || stem.endsWith("__issue-"));
  }

  @Override
  public String mutexName(String name) {
    return Ascii.fold(name);
  }

  @Override
  public boolean placesMove() {
    return true;
  }

  @Override
  public Path file(String name, InterruptShield shield) throws IOException {
    return place(name, shield).file();
  }

  @Override
  public Place place(String name, InterruptShield shield) throws IOException {
    String folded = Ascii.fold(name);
    List<Path> spellings = spellings(folded);
    Path file =
        switch (spellings.size()) {
          case 0 -> directory.resolve(name);
          case 1 -> spellings.get(0);
          default -> firstInUse(spellings, shield);
        };
    TreeSet<Path> locks = new TreeSet<>();
    spellings.forEach(spelling -> locks.add(Place.lockOf(spelling)));
    locks.add(Place.lockOf(file));
    Path common = Place.lockOf(directory.resolve(folded));
    locks.remove(common);
    List<Path> inOrder = new ArrayList<>(locks.size() + 1);
    inOrder.add(common);
    inOrder.addAll(locks);
    return new Place(file, inOrder);
  }

  /** The name of a new file for {@code key}. */
  static String name(LeaseKey key) {
    StringBuilder name = new StringBuilder();
    if (!key.onDefaultHost()) {
      flatten(name, key.host() + "/");
    }
    flatten(name, key.repo());
    name.append(key.kind() == LeaseKey.Kind.ISSUE ? "__issue-" : "__pr-").append(key.number());
    // That program cannot hold a lease under a longer name, so what is cut is for us alone.
    boolean isTooLong = name.length() + Slug.SUFFIX.length() > MAX_LENGTH;
    return Slug.withSuffix(isTooLong ? Ascii.fold(name.toString()) : name.toString(), MAX_LENGTH);
  }

  private static void flatten(StringBuilder name, String text) {
    text.codePoints()
        .forEach(
            c -> {
              boolean kept =
                  Ascii.isLowerOrDigit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
              name.append(kept ? (char) c : '_');
            });
  }

  /** The files whose names differ from {@code folded} in case only, in order. */
  private List<Path> spellings(String folded) throws IOException {
    List<Path> found = Listing.of(directory, name -> Ascii.fold(name).equals(folded));
    Collections.sort(found);
    return found;
  }

  private static Path firstInUse(List<Path> spellings, InterruptShield shield) throws IOException {
    for (Path file : spellings) {
      if (!(SlotFile.read(file, Optional.empty(), shield) instanceof LeaseSlot.Vacant)) {
        return file;
      }
    }
    return spellings.get(0);
  }
}
