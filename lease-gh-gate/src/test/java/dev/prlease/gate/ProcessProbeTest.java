package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Holder;
import dev.prlease.api.ProcessIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessProbeTest {
  @TempDir Path directory = Path.of("");

  /** Real processes of this machine. */
  @Nested
  class RealProcesses {
    private final ProcessProbe probe = new ProcessProbe();
    private final String host = probe.holder("", "").host();

    @Test
    @DisplayName("This process is alive, and fully identified")
    void self() {
      Holder holder = probe.holder("prlease run", "label");
      ProcessIdentity identity = holder.process().orElseThrow();
      assertThat(holder.host()).isNotEmpty();
      assertThat(holder.program()).isEqualTo("prlease run");
      assertThat(holder.label()).isEqualTo("label");
      assertThat(identity.pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(identity.startTicks()).isPresent();
      assertThat(identity.bootId()).isPresent();
      assertThat(identity.pidNamespace()).isPresent();
      assertThat(probe.judge(holder)).isEqualTo(Liveness.ALIVE);
    }

    @Test
    @DisplayName(
        "L48 another process is alive until it is gone, then dead; so is one with its id but another start")
    void another() throws Exception {
      Process process = new ProcessBuilder("sleep", "1000").start();
      ProcessIdentity identity = probe.identify(process.pid());
      assertThat(probe.judge(host, identity)).isEqualTo(Liveness.ALIVE);
      ProcessIdentity earlier =
          new ProcessIdentity(
              identity.pid(),
              OptionalLong.of(identity.startTicks().orElseThrow() - 1),
              identity.bootId(),
              identity.pidNamespace());
      assertThat(probe.judge(host, earlier)).isEqualTo(Liveness.DEAD);
      process.destroyForcibly().waitFor();
      assertThat(probe.judge(host, identity)).isEqualTo(Liveness.DEAD);
      assertThat(probe.identify(process.pid()).startTicks()).isEmpty();
      assertThat(probe.judge(host, probe.identify(process.pid()))).isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    @DisplayName("A program named like fields of its own is alive all the same")
    void oddName() throws Exception {
      Path odd = directory.resolve("x) Z 1 (y");
      Files.copy(Path.of("/bin/sleep").toRealPath(), odd);
      Process process = new ProcessBuilder(odd.toString(), "1000").start();
      try {
        assertThat(probe.judge(host, probe.identify(process.pid()))).isEqualTo(Liveness.ALIVE);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }

    @Test
    @DisplayName("A process that ended but was not waited for is not called dead, nor alive")
    void zombie() throws Exception {
      // A program that never waits for the child that it inherits from the shell.
      Process process =
          new ProcessBuilder("bash", "-c", "bash -c 'read -r' <&0 & echo $!; exec sleep 1000")
              .start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        long child = Long.parseLong(out.readLine());
        ProcessIdentity identity = probe.identify(child);
        assertThat(probe.judge(host, identity)).isEqualTo(Liveness.ALIVE);
        Path program = Path.of("/proc", Long.toString(process.pid()), "comm");
        while (!Files.readString(program).strip().equals("sleep")) {
          Thread.onSpinWait(); // a shell that is still there would wait for its child
        }
        ProcessHandle handle = ProcessHandle.of(child).orElseThrow();
        handle.destroyForcibly();
        while (probe.judge(host, identity) == Liveness.ALIVE) {
          Thread.onSpinWait();
        }
        assertThat(probe.judge(host, identity)).isEqualTo(Liveness.UNKNOWN);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }

    @Test
    @DisplayName(
        "L48 another host, boot or pid namespace is unknown, whether its pid is used here or not")
    void elsewhere() {
      ProcessIdentity self = probe.holder("", "").process().orElseThrow();
      for (long pid : new long[] {self.pid(), Integer.MAX_VALUE}) {
        ProcessIdentity process =
            new ProcessIdentity(pid, self.startTicks(), self.bootId(), self.pidNamespace());
        assertThat(probe.judge(host + "-other", process)).isEqualTo(Liveness.UNKNOWN);
        assertThat(probe.judge("", process)).isEqualTo(Liveness.UNKNOWN);
        assertThat(
                probe.judge(
                    host,
                    new ProcessIdentity(
                        pid, self.startTicks(), Optional.of("other-boot"), self.pidNamespace())))
            .isEqualTo(Liveness.UNKNOWN);
        assertThat(
                probe.judge(
                    host,
                    new ProcessIdentity(
                        pid, self.startTicks(), Optional.empty(), self.pidNamespace())))
            .isEqualTo(Liveness.UNKNOWN);
        assertThat(
                probe.judge(
                    host,
                    new ProcessIdentity(pid, self.startTicks(), self.bootId(), OptionalLong.of(1))))
            .isEqualTo(Liveness.UNKNOWN);
        assertThat(
                probe.judge(
                    host,
                    new ProcessIdentity(
                        pid, self.startTicks(), self.bootId(), OptionalLong.empty())))
            .isEqualTo(Liveness.UNKNOWN);
        assertThat(
                probe.judge(
                    host,
                    new ProcessIdentity(
                        pid, OptionalLong.empty(), self.bootId(), self.pidNamespace())))
            .isEqualTo(Liveness.UNKNOWN);
      }
      assertThat(probe.judge(Holder.ofProgram("x"))).isEqualTo(Liveness.UNKNOWN);
    }
  }

  /** A made-up {@code /proc}, for what cannot be arranged with real ones. */
  @Nested
  class MadeUpProc {
    private static final long PID = 4242;
    private static final ProcessIdentity IDENTITY =
        new ProcessIdentity(
            PID, OptionalLong.of(1000), Optional.of("boot"), OptionalLong.of(4026531836L));

    private void proc(long self, String mountOptions) throws IOException {
      write("sys/kernel/hostname", "machine\n");
      write("sys/kernel/random/boot_id", "boot\n");
      write("self/stat", stat(self, 'S', 1));
      write(
          "self/mountinfo",
          "22 27 0:21 / " + directory + " rw,relatime - proc proc " + mountOptions + "\n");
      Files.createDirectories(directory.resolve("self/ns"));
      Files.createSymbolicLink(directory.resolve("self/ns/pid"), Path.of("pid:[4026531836]"));
    }

    private void write(String name, String text) throws IOException {
      Path file = directory.resolve(name);
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, text);
    }

    private static String stat(long pid, char state, long ticks) {
      return pid + " (x) " + state + " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " + ticks + " 0 0\n";
    }

    private Liveness judge() {
      return new ProcessProbe(directory).judge("machine", IDENTITY);
    }

    private static long me() {
      return ProcessHandle.current().pid();
    }

    @Test
    @DisplayName("The same id and start is alive; another start or no such process is dead")
    void plain() throws IOException {
      proc(me(), "rw");
      assertThat(judge()).isEqualTo(Liveness.DEAD);
      write(PID + "/stat", stat(PID, 'S', 1000));
      assertThat(judge()).isEqualTo(Liveness.ALIVE);
      write(PID + "/stat", stat(PID, 'S', 1001));
      assertThat(judge()).isEqualTo(Liveness.DEAD);
      write(PID + "/stat", stat(PID, 'Z', 1000));
      assertThat(judge()).isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    @DisplayName("L49 an absent process is unknown where /proc hides processes")
    void hidepid() throws IOException {
      for (String hiding : new String[] {"hidepid=2", "gid=5,hidepid=invisible", "hidepid=1"}) {
        Files.deleteIfExists(directory.resolve("self/ns/pid"));
        proc(me(), "rw," + hiding);
        assertThat(judge()).as(hiding).isEqualTo(Liveness.UNKNOWN);
      }
      for (String open : new String[] {"hidepid=0", "hidepid=off"}) {
        Files.deleteIfExists(directory.resolve("self/ns/pid"));
        proc(me(), "rw," + open);
        assertThat(judge()).as(open).isEqualTo(Liveness.DEAD);
      }
    }

    @Test
    @DisplayName("L49 a look that is denied, or shows nonsense, is unknown")
    void denied() throws IOException {
      proc(me(), "rw");
      // A directory in the file's place cannot be read, by root neither.
      Files.createDirectories(directory.resolve(PID + "/stat"));
      assertThat(judge()).isEqualTo(Liveness.UNKNOWN);
      Files.delete(directory.resolve(PID + "/stat"));
      write(PID + "/stat", "nonsense");
      assertThat(judge()).isEqualTo(Liveness.UNKNOWN);
    }

    @Test
    @DisplayName("Where /proc shows another pid namespace, or is not there, nothing is known")
    void foreignProc() throws IOException {
      proc(me() + 1, "rw");
      assertThat(judge()).isEqualTo(Liveness.UNKNOWN);
      assertThat(new ProcessProbe(directory).identify(me()))
          .isEqualTo(
              new ProcessIdentity(
                  me(), OptionalLong.empty(), Optional.empty(), OptionalLong.empty()));
      ProcessProbe nowhere = new ProcessProbe(directory.resolve("nowhere"));
      assertThat(nowhere.judge("machine", IDENTITY)).isEqualTo(Liveness.UNKNOWN);
      assertThat(nowhere.holder("p", "").host()).isEmpty();
    }
  }
}
