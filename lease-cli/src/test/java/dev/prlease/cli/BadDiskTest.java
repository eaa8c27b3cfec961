package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.output.ShellQuote;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory of leases that cannot be written: 74, a clear line, and nothing is lost. */
@Timeout(60)
class BadDiskTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;
  private byte[] before = {};

  @BeforeEach
  void holdALease() throws Exception {
    processing = new Processing(top);
    assertThat(processing.here("acquire", "--key", KEY, "--session", "alpha").code()).isZero();
    before = Files.readAllBytes(processing.record());
  }

  @AfterEach
  void allowAgain() throws Exception {
    setMode("rwx------");
  }

  private void setMode(String mode) throws Exception {
    Files.setPosixFilePermissions(
        processing.record().getParent(), PosixFilePermissions.fromString(mode));
  }

  private void checkTold(Answer answer, String next) throws Exception {
    assertThat(answer.code()).as(answer.out()).isEqualTo(74);
    assertThat(answer.out()).contains("could not write the lease of acme/app#4").contains(next);
    assertThat(answer.out()).doesNotContain("Exception");
    assertThat(Files.readAllBytes(processing.record())).isEqualTo(before);
    try (var files = Files.list(processing.record().getParent())) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  /** Root may write everywhere, unless the capability is taken away. */
  private Answer asOneWhoMayNot(String... words) throws Exception {
    List<String> all = new ArrayList<>();
    if (Integer.valueOf(0).equals(Files.getAttribute(top, "unix:uid"))) {
      all.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
    }
    all.addAll(Processing.command(words));
    return end("exec " + quoted(all) + " 2>&1");
  }

  private Answer onAFullDisk(String... words) throws Exception {
    return end("exec 2>&1; ulimit -f 0; exec " + quoted(Processing.command(words)));
  }

  private Answer end(String script) throws Exception {
    try (Processing.Running running =
        processing.start(processing.directory, Map.of(), List.of("bash", "-c", script))) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  private static String quoted(List<String> words) {
    return String.join(" ", words.stream().map(ShellQuote::always).toList());
  }

  @Test
  void one_that_may_only_be_read() throws Exception {
    setMode("r-x------");
    checkTold(
        asOneWhoMayNot("acquire", "--key", "acme/app#43", "--session", "beta"),
        "permission denied");
    checkTold(asOneWhoMayNot("release", "--key", KEY, "--session", "alpha"), "permission denied");
    Answer ran = asOneWhoMayNot("run", "--key", "acme/app#43", "--", "echo", "acting");
    checkTold(ran, "permission denied");
    assertThat(ran.out()).doesNotContain("acting\n");
    Answer status = asOneWhoMayNot("status", "--key", KEY);
    assertThat(status.code()).isZero();
    assertThat(status.out()).startsWith("acme/app#42: held by session alpha\n");
  }

  @Test
  void one_that_is_full() throws Exception {
    checkTold(
        onAFullDisk("acquire", "--key", "acme/app#43", "--session", "beta"), "Free some space");
    checkTold(onAFullDisk("renew", "--key", KEY, "--session", "alpha"), "Free some space");
    checkTold(onAFullDisk("release", "--key", KEY, "--session", "alpha"), "Free some space");
    Answer ran = onAFullDisk("run", "--key", "acme/app#43", "--", "echo", "acting");
    checkTold(ran, "Free some space");
    assertThat(ran.out()).doesNotContain("acting\n");
    Answer status = onAFullDisk("status", "--key", KEY);
    assertThat(status.code()).isZero();
    assertThat(status.out()).startsWith("acme/app#42: held by session alpha\n");
  }
}
