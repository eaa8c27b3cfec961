package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of leases that nothing can be written to: told with 74, and nothing is lost. */
class BadDiskTest {
  @TempDir Path top = Path.of("");

  /** Errors come on standard output, since they could not be written to a file either. */
  private Answer limited(Processing shell, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Processing.command(words));
    // The JVM's own file of counters would be the first victim.
    command.add(1, "-XX:-UsePerfData");
    command.addAll(0, List.of("bash", "-c", "ulimit -f 0; exec \"$@\" 2>&1", "limited"));
    try (Processing.Running running = shell.start(shell.directory, Map.of(), command)) {
      return running.end();
    }
  }

  /** No file may have a byte: what a full disk is to a writer. */
  @Test
  void a_full_directory_is_told_and_the_lease_there_stays() throws Exception {
    Processing shell = new Processing(top);
    String[] key = {"--key", "acme/app#42", "--session"};
    assertThat(shell.run("acquire", key[0], key[1], key[2], "alpha").code()).isZero();
    Path record = shell.home.resolve("leases/acme__app__pr-42.json");
    byte[] before = Files.readAllBytes(record);
    Answer renewed = limited(shell, "renew", key[0], key[1], key[2], "alpha");
    assertThat(renewed.code()).isEqualTo(74);
    assertThat(renewed.out())
        .startsWith("prlease renew: could not write the lease of acme/app#42: ")
        .contains("  next: Free some space for " + shell.home.resolve("leases"));
    assertThat(limited(shell, "acquire", "--key", "a/b#1", "--session", "x").code()).isEqualTo(74);
    assertThat(Files.readAllBytes(record)).isEqualTo(before);
    try (var left = Files.list(shell.home.resolve("leases"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".tmp"));
    }
    assertThat(shell.run("assert", key[0], key[1], key[2], "alpha").code()).isZero();
  }

  @Test
  void a_read_only_directory_is_told() throws Exception {
    Desktop desktop = new Desktop(top);
    Answer answer =
        desktop.prlease(
            "acquire", "--key", "acme/app#42", "--session", "a", "--store", "file:" + readOnly());
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.err())
        .startsWith("prlease acquire: could not write the lease of acme/app#42: ")
        .contains("  next: See to it that this user may read and write " + readOnly());
  }

  /** Permissions bind everybody but root, for whom the kernel's own directories are read-only. */
  private Path readOnly() throws IOException {
    Path own = Files.createDirectories(top.resolve("read-only"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("r-xr-xr-x"));
    return Files.isWritable(own) ? Path.of("/sys/kernel") : own;
  }
}
