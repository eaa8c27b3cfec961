package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How {@code bin/test} comes by gh on a machine without it. Programs that it would install with,
 * and build with, are played by scripts.
 */
@Timeout(120)
class TestScriptTest {
  /** All but what is played, or absent. */
  private static final List<String> REAL =
      List.of(
          "awk", "bash", "cat", "chmod", "dirname", "env", "git", "grep", "head", "java", "mkdir",
          "mktemp", "mv", "python3", "rm", "sed", "sh", "tail");

  private static final String BUILDS = "building\n";

  @TempDir Path top = Path.of("");
  private Processing processing;
  private Path bin = Path.of("");

  @BeforeEach
  void prepare() throws Exception {
    processing = new Processing(top);
    bin = Files.createDirectories(top.toRealPath().resolve("bin"));
    for (String program : REAL) {
      Files.createSymbolicLink(bin.resolve(program), real(program));
    }
    play("mvn", "echo building >>\"$LOG\"; exit 1");
    play("etcd", ":");
  }

  private static Path real(String program) {
    for (String place : ("/usr/bin:" + System.getenv("PATH")).split(":", -1)) {
      Path file = Path.of(place, program);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AssertionError("there is no " + program);
  }

  private void play(String program, String script) throws IOException {
    Path file = Files.writeString(bin.resolve(program), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void playInstaller(String when) throws IOException {
    playInstaller(when, "gh");
  }

  /** A packet manager that installs {@code program}, if {@code when} is true. */
  private void playInstaller(String when, String program) throws IOException {
    String file = "\"$BIN/" + program + "\"";
    play(
        "apt-get",
        "echo \"apt-get $*\" >>\"$LOG\"\nif "
            + when
            + "; then echo '#!/bin/sh' >"
            + file
            + " && chmod +x "
            + file
            + "; else exit 100; fi");
  }

  private Answer test(int user) throws Exception {
    play("id", "echo " + user);
    Path script = Path.of("..", "bin", "test").toRealPath();
    Map<String, String> environment =
        Map.of("PATH", bin.toString(), "BIN", bin.toString(), "LOG", top.resolve("log").toString());
    try (Processing.Running running =
        processing.start(
            processing.directory, environment, List.of("bash", script.toString(), "--quick"))) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  private String log() throws IOException {
    Path log = top.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  @Test
  @DisplayName("Root installs it, and goes on")
  void installs() throws Exception {
    playInstaller("true");
    Answer answer = test(0);
    assertThat(log()).isEqualTo("apt-get install -y -q gh\n" + BUILDS);
    assertThat(answer.err()).isEqualTo("bin/test: installing gh\n");
    assertThat(answer.out()).contains("nothing was tested, since the build failed");
  }

  @Test
  @DisplayName("So it does with the engine of a store")
  void installsEtcd() throws Exception {
    play("gh", ":");
    Files.delete(bin.resolve("etcd"));
    playInstaller("true", "etcd");
    Answer answer = test(0);
    assertThat(log()).isEqualTo("apt-get install -y -q etcd-server\n" + BUILDS);
    assertThat(answer.err()).isEqualTo("bin/test: installing etcd-server\n");
  }

  @Test
  @DisplayName("Where packages are not known yet they are looked up first")
  void looksUp() throws Exception {
    playInstaller("grep -q update \"$LOG\"");
    var unused = test(0);
    assertThat(log())
        .isEqualTo(
            "apt-get install -y -q gh\napt-get update -q\napt-get install -y -q gh\n" + BUILDS);
  }

  @Test
  @DisplayName("Where it cannot be installed nothing is tested, and it says why: 69")
  void fails() throws Exception {
    playInstaller("false");
    Answer answer = test(0);
    assertThat(answer.code()).isEqualTo(69);
    assertThat(answer.err()).contains("bin/test: needs gh; on Debian: apt-get install gh");
    assertThat(log()).doesNotContain(BUILDS);
  }

  @Test
  @DisplayName("Who is not root is told what to install, and installs nothing")
  void notRoot() throws Exception {
    playInstaller("true");
    Answer answer = test(1000);
    assertThat(answer.code()).isEqualTo(69);
    assertThat(answer.err()).isEqualTo("bin/test: needs gh; on Debian: apt-get install gh\n");
    assertThat(log()).isEmpty();
  }

  private Answer newer() throws Exception {
    Path script = Path.of("..", "bin", "lib", "newer-gh.sh").toRealPath();
    Map<String, String> environment =
        Map.of("PATH", bin.toString(), "LOG", top.resolve("log").toString());
    try (Processing.Running running =
        processing.start(
            processing.directory,
            environment,
            List.of("bash", script.toString(), top.resolve("newer").toString()))) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }

  @Test
  @DisplayName("A newer one is fetched once, installed nowhere, and its absence has a reason")
  void newerOne() throws Exception {
    assertThat(newer()).isEqualTo(new Answer(1, "there is no apt-get\n", ""));
    play("apt-get", "exit 100");
    assertThat(newer()).isEqualTo(new Answer(1, "there is no dpkg-deb\n", ""));
    play(
        "dpkg-deb",
        "mkdir -p \"$3/usr/bin\"; echo '#!/bin/sh' >\"$3/usr/bin/gh\"; chmod +x \"$3/usr/bin/gh\"");
    assertThat(newer())
        .isEqualTo(new Answer(1, "apt-get does not say where packages come from\n", ""));
    play(
        "apt-get",
        "echo \"apt-get $*\" >>\"$LOG\"\ncase \"$*\" in indextargets*) echo 'Packages main bookworm"
            + " http://packages.example/' ;; *download*) : >gh_2.deb ;; esac");
    Answer there = new Answer(0, top.resolve("newer/usr/bin") + "\n", "");
    assertThat(newer()).isEqualTo(there);
    assertThat(log().lines().filter(line -> line.contains(" update"))).hasSize(1);
    assertThat(log()).doesNotContain("install");
    assertThat(newer()).isEqualTo(there);
    assertThat(log().lines().filter(line -> line.contains(" download gh"))).hasSize(1);
  }
}
