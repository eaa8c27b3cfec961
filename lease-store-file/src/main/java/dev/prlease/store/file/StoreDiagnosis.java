package dev.prlease.store.file;

import dev.prlease.api.LeaseException;
import dev.prlease.spi.Finding;
import dev.prlease.spi.StoreContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a directory of leases. A check that fails is a finding, and stops no other.
 */
final class StoreDiagnosis {
  private final Path directory;
  private final List<StoreCheck> checks;

  private StoreDiagnosis(Path directory, List<StoreCheck> checks) {
    this.directory = directory;
    this.checks = checks;
  }

  static StoreDiagnosis of(
      Path directory, FileStoreOptions options, SlotNames names, StoreContext context, Disk disk) {
    return new StoreDiagnosis(
        directory,
        List.of(
            new FileSystemCheck(directory, options),
            new FileTimeCheck(directory, context.clock(), disk),
            new HeldLocksCheck(directory, Path.of("/proc"), context.scheduler(), disk),
            new EntriesCheck(directory, names, disk)));
  }

  List<Finding> diagnose() throws IOException {
    if (Entry.behind(directory).isEmpty()) {
      return List.of(
          Finding.ok("store", directory + " is not there yet: the first lease makes it"));
    }
    List<Finding> findings = new ArrayList<>();
    for (StoreCheck check : checks) {
      findings.addAll(look(check));
    }
    return findings;
  }

  private List<Finding> look(StoreCheck check) {
    try {
      return check.look();
    } catch (LeaseException found) {
      return List.of(
          Finding.error(check.subject(), String.valueOf(found.getMessage()), found.nextStep()));
    } catch (IOException e) {
      LeaseException told =
          StoreTrouble.of(Optional.empty(), "could not look at " + directory, directory, e);
      return List.of(
          Finding.error(check.subject(), String.valueOf(told.getMessage()), told.nextStep()));
    }
  }
}
