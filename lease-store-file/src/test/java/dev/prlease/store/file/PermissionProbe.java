package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** Meets with what a user may not do, or a disk not hold, and prints what it is told. */
final class PermissionProbe {
  private PermissionProbe() {}

  /** Arguments: what to try, and an empty directory to do it in. */
  public static void main(String[] arguments) throws IOException {
    Path leases = Path.of(arguments[1]).resolve("leases");
    FileLeaseStore store = FileLeaseStore.open(leases, Contexts.real());
    LeaseRecord first = Records.record(KEY, "first");
    store.compareAndExchange(KEY, Expected.vacant(), Change.hold(first));
    switch (arguments[0]) {
      case "read-only-directory" -> {
        mode(leases, "r-x------");
        tell("write", () -> write(store, Records.record(KEY, "second")));
        mode(leases, "rwx------");
      }
      case "unreadable-slot" -> {
        mode(leases.resolve(Records.FILE), "---------");
        tell("load", () -> store.load(KEY));
        tell("write", () -> write(store, Records.record(KEY, "second")));
        store.list(LeaseFilter.ALL).forEach(PermissionProbe::tellOf);
        mode(leases.resolve(Records.FILE), "rw-------");
      }
      case "unreadable-lock" -> {
        mode(leases.resolve(Records.FILE + ".lock"), "---------");
        tell("write", () -> write(store, Records.record(KEY, "second")));
      }
      case "full" ->
          tell(
              "write",
              () -> write(store, Records.record(KEY, "second").withHead("x".repeat(100_000))));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.println("then: " + Records.owner(store.load(KEY)));
    try (Stream<Path> files = Files.list(leases)) {
      System.out.println("left: " + files.map(f -> f.getFileName().toString()).sorted().toList());
    }
  }

  private static void write(FileLeaseStore store, LeaseRecord next) {
    // The version of what is there cannot be had without reading it, so that of nothing is given:
    // every exchange reads before it compares.
    var expected = Expected.exactly(version(store));
    store.compareAndExchange(KEY, expected, Change.hold(next));
  }

  private static dev.prlease.api.SlotVersion version(FileLeaseStore store) {
    try {
      return store.load(KEY).version();
    } catch (LeaseStoreException unreadable) {
      return new dev.prlease.api.SlotVersion("unknown");
    }
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static void tellOf(ListedSlot listed) {
    tell(
        "listed " + listed.name(),
        () -> {
          if (listed instanceof ListedSlot.Troubled troubled) {
            throw troubled.trouble();
          }
        });
  }

  private static void tell(String what, Runnable attempt) {
    try {
      attempt.run();
      System.out.println(what + ": done");
    } catch (LeaseStoreException e) {
      System.out.println(what + ": " + e.outcome() + ": " + e.getMessage());
      System.out.println("next: " + e.nextStep());
    }
  }
}
