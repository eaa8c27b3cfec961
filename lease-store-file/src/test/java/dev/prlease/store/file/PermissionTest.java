package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.store.file.Forked.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user may not do, and a disk cannot hold: told clearly, and nothing is lost. */
class PermissionTest {
  private static final String NOTHING_LEFT =
      "left: [" + Records.FILE + ", " + Records.FILE + ".lock]";

  private final Path readable;
  private final Path own;

  PermissionTest() throws IOException, InterruptedException {
    readable = Forked.readableDirectory();
    own = Forked.directoryOfUnprivileged(readable);
  }

  @AfterEach
  void delete() throws IOException, InterruptedException {
    Forked.delete(readable);
  }

  private List<String> probe(String what) throws IOException, InterruptedException {
    Result result =
        Forked.runUnprivileged(readable, PermissionProbe.class, List.of(what, own.toString()));
    assertThat(result.exitCode()).as(result.output()).isZero();
    return result.output().lines().toList();
  }

  @Test
  void a_read_only_directory_is_told() throws IOException, InterruptedException {
    Path leases = own.resolve("leases");
    assertThat(probe("read-only-directory"))
        .containsExactly(
            "write: NOT_WRITTEN: could not write the lease of rysweet/amplihack-rs#1051:"
                + " permission denied",
            "next: See to it that this user may read and write " + leases + ", and try again.",
            "then: first",
            NOTHING_LEFT);
  }

  @Test
  void LS_10_a_slot_that_may_not_be_read_is_an_error_and_not_reclaimed()
      throws IOException, InterruptedException {
    Path slot = own.resolve("leases").resolve(Records.FILE);
    List<String> lines = probe("unreadable-slot");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("next: "))
        .hasSize(3)
        .containsOnly(
            "next: See to it that this user may read and write " + slot + ", and try again.");
    assertThat(lines)
        .filteredOn(line -> !line.startsWith("next: "))
        .containsExactly(
            "load: NOT_WRITTEN: could not read the lease of rysweet/amplihack-rs#1051:"
                + " permission denied",
            "write: NOT_WRITTEN: could not write the lease of rysweet/amplihack-rs#1051:"
                + " permission denied",
            "listed "
                + Records.FILE
                + ": NOT_WRITTEN: could not read "
                + slot
                + ": permission denied",
            "then: first",
            NOTHING_LEFT);
  }

  @Test
  void a_lock_file_that_may_not_be_opened_is_told() throws IOException, InterruptedException {
    assertThat(probe("unreadable-lock"))
        .first()
        .isEqualTo(
            "write: NOT_WRITTEN: could not write the lease of rysweet/amplihack-rs#1051:"
                + " permission denied");
  }

  /** How a disk is filled without filling it. */
  enum FullDisk {
    /** A limit on the size of files; works for everybody. */
    FILE_LIMIT {
      @Override
      List<String> wrap(Path directory) {
        return List.of("bash", "-c", "ulimit -f 8; exec \"$@\"", "limited");
      }
    },
    /** A file system in memory of 64 KiB, in a mount namespace of its own. */
    SMALL_FILE_SYSTEM {
      @Override
      List<String> wrap(Path directory) throws IOException, InterruptedException {
        String namespaces = Forked.isRoot() ? "-m" : "-rm";
        String mount = "mount -t tmpfs -o size=64k,mode=700 none '" + directory + "'";
        List<String> allowed = List.of("unshare", namespaces, "bash", "-c", mount);
        if (Forked.run(allowed).exitCode() != 0) {
          // Not allowed here, as in most containers: the same code meets the same failure there.
          return FILE_LIMIT.wrap(directory);
        }
        return List.of("unshare", namespaces, "bash", "-c", mount + " && exec \"$@\"", "mounted");
      }
    };

    abstract List<String> wrap(Path directory) throws IOException, InterruptedException;
  }

  @ParameterizedTest
  @EnumSource(FullDisk.class)
  void a_full_disk_is_told_and_the_lease_stays(FullDisk disk)
      throws IOException, InterruptedException {
    Path place = java.nio.file.Files.createDirectory(readable.resolve("place"));
    List<String> command = new ArrayList<>(disk.wrap(place));
    command.addAll(
        Forked.java(Forked.classPath(), PermissionProbe.class, List.of("full", place.toString())));
    List<String> lines = Forked.run(command).output().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0))
        .startsWith("write: NOT_WRITTEN: could not write the lease of rysweet/amplihack-rs#1051: ");
    assertThat(lines.get(1)).startsWith("next: Free some space for " + place.resolve("leases"));
    assertThat(Stream.of(lines.get(2), lines.get(3))).containsExactly("then: first", NOTHING_LEFT);
  }
}
