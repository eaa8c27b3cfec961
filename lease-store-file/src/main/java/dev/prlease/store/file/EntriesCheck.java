package dev.prlease.store.file;

import dev.prlease.spi.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Whether anything lies in the directory that does not belong there. What slots hold is not looked
 * at here: a listing tells that, of every store.
 */
final class EntriesCheck implements StoreCheck {
  private static final int MOST_TOLD = 10;

  /** What the Rust program writes beside a slot before it renames it: not to be touched. */
  private static final String OLDER_PROGRAMS_TEMPORARY = ".tmp";

  private final Path directory;
  private final SlotNames names;
  private final Disk disk;

  EntriesCheck(Path directory, SlotNames names, Disk disk) {
    this.directory = directory;
    this.names = names;
    this.disk = disk;
  }

  @Override
  public String subject() {
    return "entries";
  }

  @Override
  public List<Finding> look() throws IOException {
    int slots = 0;
    List<String> odd = new ArrayList<>();
    for (Path file : Listing.of(directory, name -> true)) {
      String name = file.getFileName().toString();
      if (isSlot(name)) {
        slots++;
      } else if (!isKnown(name)) {
        odd.add(name);
      }
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(subject(), slots + (slots == 1 ? " slot in " : " slots in ") + directory));
    tellOdd(odd, findings);
    tellLeftOver(findings);
    return findings;
  }

  private boolean isSlot(String name) {
    return name.endsWith(Slug.SUFFIX) && !name.startsWith(".") && names.isSlot(name);
  }

  private boolean isKnown(String name) {
    boolean lock =
        name.endsWith(Place.LOCK_SUFFIX)
            && isSlot(name.substring(0, name.length() - Place.LOCK_SUFFIX.length()));
    return lock
        || name.equals(Quarantine.NAME)
        || TemporaryFiles.isOurs(name)
        || name.startsWith(OLDER_PROGRAMS_TEMPORARY)
        || PrleaseHome.isOurs(name);
  }

  private void tellOdd(List<String> odd, List<Finding> findings) {
    Collections.sort(odd);
    for (String name : odd.subList(0, Math.min(MOST_TOLD, odd.size()))) {
      Path file = directory.resolve(name);
      findings.add(
          Finding.warning(
              subject(),
              file + " is nothing of prlease's",
              "If another program keeps its files there, give the leases a directory of their own;"
                  + " if nobody needs it, move it away: mv -- "
                  + ShellWord.of(file)
                  + " ~/"));
    }
    if (odd.size() > MOST_TOLD) {
      findings.add(
          Finding.warning(
              subject(),
              (odd.size() - MOST_TOLD) + " more entries are nothing of prlease's",
              "See what they are: ls -la " + ShellWord.of(directory)));
    }
  }

  private void tellLeftOver(List<Finding> findings) throws IOException {
    int aged = new TemporaryFiles(directory, disk, TemporaryFiles.AGE).aged().size();
    if (aged > 0) {
      findings.add(
          Finding.warning(
              subject(),
              aged
                  + (aged == 1 ? " temporary file was" : " temporary files were")
                  + " left behind by processes that died",
              "Remove them: prlease gc"));
    }
    Optional<Entry> quarantine = Entry.at(directory.resolve(Quarantine.NAME));
    if (quarantine.isPresent()) {
      int kept = Listing.of(directory.resolve(Quarantine.NAME), name -> true).size();
      findings.add(
          Finding.ok(
              subject(),
              kept + (kept == 1 ? " record is" : " records are") + " kept in quarantine"));
    }
  }
}
