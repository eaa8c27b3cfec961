package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a command gets, and what is told of its end, with a watchdog and without one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandRunTest {
  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));

  @BeforeEach
  void scratch() {
    scratch = new Scratch(directory);
  }

  @AfterEach
  void endAll() throws IOException {
    scratch.endAll();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The command's exit code is passed on; a death by signal n is 128 + n")
  void exitCodes(Supervision supervision) {
    assertThat(scratch.run(supervision, scratch.bash("exit 0")))
        .isEqualTo(new CommandEnd.Exited(0));
    assertThat(scratch.run(supervision, scratch.bash("exit 3")))
        .isEqualTo(new CommandEnd.Exited(3));
    assertThat(scratch.run(supervision, scratch.bash("exit 126")))
        .isEqualTo(new CommandEnd.Exited(126));
    assertThat(scratch.run(supervision, scratch.bash("exit 127")))
        .isEqualTo(new CommandEnd.Exited(127));
    assertThat(scratch.run(supervision, scratch.bash("exit 148")))
        .isEqualTo(new CommandEnd.Exited(148));
    for (int signal : new int[] {1, 2, 6, 9, 13, 15}) {
      assertThat(scratch.run(supervision, scratch.bash("kill -" + signal + " $$")))
          .isEqualTo(new CommandEnd.Exited(128 + signal));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A command that is not there is told apart from one that itself exits with 127")
  void notFound(Supervision supervision) {
    for (String program : List.of("no-such-program-anywhere", "./nowhere", "", "-x")) {
      CommandEnd end = scratch.run(supervision, scratch.command(List.of(program, "argument")));
      assertThat(end).isInstanceOf(CommandEnd.NotStarted.class);
      assertThat(end.exitCode()).isEqualTo(127);
      assertThat(((CommandEnd.NotStarted) end).message())
          .isEqualTo((program.isEmpty() ? "''" : program) + ": command not found");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A directory and a file without the right to run cannot be run")
  void cannotRun(Supervision supervision) throws Exception {
    Path file = Files.writeString(directory.resolve("plain"), "text");
    for (String program : List.of("/tmp", file.toString(), "./plain")) {
      CommandEnd end = scratch.run(supervision, scratch.command(List.of(program)));
      assertThat(end.exitCode()).isEqualTo(126);
      assertThat(((CommandEnd.NotStarted) end).message()).startsWith(program + ": cannot run");
    }
    CommandEnd end =
        scratch
            .supervisor(supervision)
            .start(
                new Command(List.of("true"), scratch.environment(), directory.resolve("nowhere")),
                FixedDeadline.far())
            .await();
    assertThat(end).isInstanceOf(CommandEnd.NotStarted.class);
    assertThat(end.exitCode()).isEqualTo(126);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Arguments arrive as they are: blanks, quotes, newlines, nothing, dashes, wildcards")
  void argumentsArriveAsTheyAre(Supervision supervision) throws Exception {
    String[] odd = {
      "a b",
      "",
      "-n",
      "--",
      "\"q'",
      "$HOME `id` $(id)",
      "new\nline\n",
      "*",
      "~",
      "\\",
      "a=b",
      "!",
      ";&|"
    };
    CommandEnd end =
        scratch.run(
            supervision,
            scratch.bash("to=$1; shift; printf '%s\\0' \"$@\" >\"$to/arguments\"", odd));
    assertThat(end.exitCode()).isZero();
    assertThat(scratch.text("arguments")).isEqualTo(String.join("\0", odd) + "\0");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The command gets exactly its environment, whatever shells do with some of it")
  void environment(Supervision supervision) throws Exception {
    Map<String, String> wanted = new HashMap<>();
    wanted.put("PATH", System.getenv("PATH"));
    wanted.put("PWD", directory.toRealPath().toString());
    wanted.put("SHLVL", "7");
    for (String name :
        List.of(
            "line", "up", "wall", "left", "grace", "proc", "group", "part", "reason", "fields")) {
      wanted.put(name, "the user's");
    }
    wanted.put("BASH_ENV", "/no/such/file");
    wanted.put("ENV", "/no/such/file");
    wanted.put("BASH_FUNC_exec%%", "() { touch mischief; }");
    wanted.put("BASH_FUNC_kill%%", "() { touch mischief; }");
    wanted.put("BASH_FUNC_read%%", "() { touch mischief; }");
    wanted.put("not-an.identifier", "1");
    wanted.put("POSIXLY_CORRECT", "1");
    wanted.put("CDPATH", "/tmp");
    wanted.put("GLOBIGNORE", "*");
    wanted.put("multi", "line one\nline two");
    Path out = scratch.pipe("out");
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                new Command(
                    List.of("dd", "status=none", "if=/proc/self/environ", "of=" + out),
                    wanted,
                    directory),
                FixedDeadline.far());
    String text = Files.readString(out);
    assertThat(process.await()).isEqualTo(new CommandEnd.Exited(0));
    Map<String, String> seen = new HashMap<>();
    for (String variable : text.split("\0", -1)) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        seen.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    seen.remove("_");
    seen.remove("OLDPWD");
    assertThat(seen).isEqualTo(wanted);
    assertThat(directory.resolve("mischief")).doesNotExist();
  }

  @Test
  @DisplayName("The command gets no descriptor but its own three, and no ignored or blocked signal")
  void cleanDescriptorsAndSignals() throws Exception {
    CommandEnd end =
        scratch.run(
            Supervision.WATCHDOG,
            scratch.bash(
                """
                exec python3 -c '
                import os, sys
                there = [f for f in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + f)]
                open(sys.argv[1] + "/fds", "w").write(" ".join(sorted(there)))
                ' "$1"
                """));
    assertThat(end.exitCode()).isZero();
    assertThat(scratch.text("fds")).isEqualTo("0 1 2");
    String show = "grep -E '^Sig(Blk|Ign)' /proc/self/status >\"$1/%s\"";
    scratch.run(Supervision.WATCHDOG, scratch.bash(show.replace("%s", "mask")));
    assertThat(scratch.text("mask")).contains("SigBlk:\t0000000000000000\n");
    scratch.run(Supervision.IN_PROCESS, scratch.bash(show.replace("%s", "bare")));
    assertThat(ignored("mask")).isEqualTo(ignored("bare"));
  }

  private String ignored(String file) throws Exception {
    String text = scratch.text(file);
    return text.substring(text.indexOf("SigIgn:"));
  }

  @Test
  @DisplayName("SIGQUIT ends the command, though this JVM blocks it")
  void quit() {
    // Not bash: that ignores it.
    Command command =
        scratch.command(
            List.of("python3", "-c", "import os, signal; os.kill(os.getpid(), signal.SIGQUIT)"));
    assertThat(scratch.run(Supervision.WATCHDOG, command))
        .isEqualTo(new CommandEnd.Exited(128 + 3));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A script whose interpreter is not there cannot be run, and it is said why")
  void noInterpreter(Supervision supervision) throws Exception {
    Path script = scratch.executable("script", "#! /no/such/interpreter -x\necho never\n");
    CommandEnd end = scratch.run(supervision, scratch.command(List.of(script.toString())));
    assertThat(end.exitCode()).isEqualTo(126);
    assertThat(((CommandEnd.NotStarted) end).message())
        .isEqualTo(
            script
                + ": cannot run: "
                + (supervision == Supervision.WATCHDOG
                    ? "its interpreter /no/such/interpreter is missing, or not executable"
                    : "No such file or directory"));
  }

  @Test
  @DisplayName("Interpreters are found as the system finds them; line ends of Windows are shown")
  void interpreters() throws Exception {
    scratch.executable("dos", "#!/bin/sh\r\nexit 0\r\n");
    Map<String, String> environment = new HashMap<>(scratch.environment());
    environment.put("PATH", directory + ":" + environment.get("PATH"));
    CommandEnd dos =
        scratch.run(Supervision.WATCHDOG, new Command(List.of("dos"), environment, Path.of("/")));
    assertThat(((CommandEnd.NotStarted) dos).message()).contains("interpreter $'/bin/sh\\r' is");
    for (String first :
        List.of("#!/bin/sh", "#! /bin/sh", "#!\t/bin/sh -e", "#!/usr/bin/env sh", "#!", "")) {
      Path script = scratch.executable("fine", first + "\nexit 3\n");
      assertThat(scratch.run(Supervision.WATCHDOG, scratch.command(List.of(script.toString()))))
          .as(first)
          .isEqualTo(new CommandEnd.Exited(3));
    }
    scratch.executable("inter", "#!/bin/sh\nexit 4\n");
    Path relative = scratch.executable("relative", "#!./inter\n");
    assertThat(scratch.run(Supervision.WATCHDOG, scratch.command(List.of(relative.toString()))))
        .isEqualTo(new CommandEnd.Exited(4));
  }
}
