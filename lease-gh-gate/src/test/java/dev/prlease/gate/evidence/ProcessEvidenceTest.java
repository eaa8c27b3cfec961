package dev.prlease.gate.evidence;

import static dev.prlease.gate.evidence.Probes.known;
import static dev.prlease.gate.evidence.Probes.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.ProcessIdentity;
import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.process.Ancestor;
import dev.prlease.spi.ProcessProbe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which process is which, and whether it lives, with real processes. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessEvidenceTest {
  @TempDir Path directory = Path.of("");
  private final ProcessProbe probe = Probes.open(Map.of(), Path.of("/")).processes();

  private ClaimProcess identify(long pid) {
    return known(probe.identify(pid));
  }

  @Test
  @DisplayName("Our own pid and pid 1 are identified, and live")
  void alive() {
    long self = ProcessHandle.current().pid();
    for (long pid : List.of(self, 1L)) {
      ClaimProcess process = identify(pid);
      assertThat(process.identity().pid()).isEqualTo(pid);
      assertThat(process.host()).isNotEmpty();
      assertThat(process.identity().startTicks()).isPresent();
      assertThat(process.identity().bootId()).isPresent();
      assertThat(process.identity().pidNamespace()).isPresent();
      assertThat(known(probe.look(process))).isEqualTo(ProcessState.ALIVE);
    }
    assertThat(probe.identify(self).source()).isEqualTo("/proc/" + self);
  }

  @Test
  @DisplayName("L48 Dead is no such process, or a later one that was given its pid")
  void dead() throws Exception {
    Process child = new ProcessBuilder("sleep", "1000").start();
    ClaimProcess process = identify(child.pid());
    assertThat(known(probe.look(process))).isEqualTo(ProcessState.ALIVE);
    child.destroyForcibly().waitFor();
    assertThat(known(probe.look(process))).isEqualTo(ProcessState.DEAD);
    assertThat(unknown(probe.identify(child.pid()))).startsWith("there is no process");

    ProcessIdentity self = identify(ProcessHandle.current().pid()).identity();
    OptionalLong earlier = OptionalLong.of(self.startTicks().getAsLong() - 1);
    assertThat(known(probe.look(with(self.pid(), earlier, self.bootId(), self.pidNamespace()))))
        .isEqualTo(ProcessState.DEAD);
  }

  private ClaimProcess with(
      long pid, OptionalLong ticks, Optional<String> boot, OptionalLong namespace) {
    return new ClaimProcess(Probes.self().host(), new ProcessIdentity(pid, ticks, boot, namespace));
  }

  @Test
  @DisplayName("L49 Another namespace, boot or host, or a part that is not known, is unknown")
  void elsewhere() {
    ProcessIdentity self = Probes.self().identity();
    OptionalLong ticks = self.startTicks();
    Optional<String> boot = self.bootId();
    OptionalLong other = OptionalLong.of(self.pidNamespace().getAsLong() + 1);
    long nobody = 1L << 40;
    assertThat(unknown(probe.look(with(nobody, ticks, boot, other)))).contains("pid namespace");
    assertThat(unknown(probe.look(with(1, ticks, boot, other)))).contains("pid namespace");
    assertThat(unknown(probe.look(with(nobody, ticks, boot, OptionalLong.empty()))))
        .contains("pid namespace");
    assertThat(unknown(probe.look(with(nobody, ticks, Optional.of("x"), self.pidNamespace()))))
        .contains("another boot");
    assertThat(unknown(probe.look(with(nobody, ticks, Optional.empty(), self.pidNamespace()))))
        .contains("not known");
    assertThat(unknown(probe.look(with(nobody, OptionalLong.empty(), boot, self.pidNamespace()))))
        .isEqualTo("when it started is not known");
    assertThat(unknown(probe.look(new ClaimProcess("elsewhere.example", self))))
        .contains("elsewhere.example");
    assertThat(unknown(probe.look(new ClaimProcess("", self)))).contains("which host");
  }

  @ParameterizedTest
  @DisplayName("What is no process of this machine cannot be named as one")
  @ValueSource(longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40})
  void noProcess(long pid) {
    assertThat(unknown(probe.identify(pid))).startsWith("there is no process " + pid);
  }

  @Test
  @DisplayName(
      "A call acts for the nearest ancestor that is no shell, scripts and nested ones passed")
  void task() throws Exception {
    Path script = directory.resolve("agent-tool");
    Files.writeString(script, "#!/bin/sh\n\"$@\"\nexit $?\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", "\"$@\"; exit $?", "bash", script.toString()));
    words.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            TaskMain.class.getName()));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    ClaimProcess self = Probes.self();
    assertThat(said).isEqualTo("known " + self + " " + self.identity());
  }

  private static Ancestor nearest(Ancestor... ancestors) throws Unclear {
    return Tasks.nearest(List.of(ancestors));
  }

  @Test
  @DisplayName(
      "Without such an ancestor it has to be named; a container's first process may be one")
  void tasks() throws Exception {
    Ancestor bash = new Ancestor(30, "bash");
    Ancestor agent = new Ancestor(20, "node");
    assertThat(nearest(bash, new Ancestor(25, "zsh"), agent, new Ancestor(1, "systemd")))
        .isEqualTo(agent);
    Ancestor first = new Ancestor(1, "node");
    assertThat(nearest(bash, first)).isEqualTo(first);
    Ancestor other = new Ancestor(40, "systemd");
    assertThat(nearest(other)).as("a user's own").isEqualTo(other);
    for (List<Ancestor> none :
        List.of(
            List.<Ancestor>of(),
            List.of(bash),
            List.of(bash, new Ancestor(1, "bash")),
            List.of(bash, new Ancestor(1, "tini")),
            List.of(bash, new Ancestor(22, ""), agent))) {
      assertThatThrownBy(() -> Tasks.nearest(none))
          .as("%s", none)
          .isInstanceOf(Unclear.class)
          .hasMessageEndingWith("name the process: --holder-pid");
    }
  }
}
