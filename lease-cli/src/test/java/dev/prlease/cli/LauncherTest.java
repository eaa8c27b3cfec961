package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/prlease} in a checkout of its own, with a Java and a Maven that the test plays. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {
  @TempDir Path top = Path.of("");
  private Processing processing;
  private Checkout checkout;

  @BeforeEach
  void makeCheckout() throws Exception {
    processing = new Processing(top);
    checkout = new Checkout(processing, top);
  }

  @Test
  @DisplayName("It builds once, makes an archive, and then starts Java and nothing else")
  void builds() throws Exception {
    Map<String, String> prlease = Map.of("PRLEASE_IS", "echo answer; exit 3");
    Answer first = checkout.run(prlease);
    assertThat(first.code()).isEqualTo(3);
    assertThat(first.out()).isEqualTo("answer\n");
    assertThat(first.err()).startsWith("prlease: building the command");
    Files.delete(checkout.top.resolve("java.log"));
    assertThat(checkout.run(prlease)).isEqualTo(new Answer(3, "answer\n", ""));
    assertThat(Files.readAllLines(checkout.top.resolve("java.log")))
        .singleElement()
        .asString()
        .contains("-XX:SharedArchiveFile=" + checkout.launcherHome());
    checkout.touchSource();
    assertThat(checkout.run(prlease).err()).startsWith("prlease: building the command");
  }

  @Test
  @DisplayName("The build before the current one stays: somebody may just have read its name")
  void previousBuildStays() throws Exception {
    checkout.run(Map.of());
    String first = checkout.currentBuild();
    checkout.touchSource();
    checkout.run(Map.of());
    String second = checkout.currentBuild();
    assertThat(second).isNotEqualTo(first);
    assertThat(checkout.built()).contains(first, second);
    checkout.touchSource();
    checkout.run(Map.of());
    assertThat(checkout.built()).contains(second, checkout.currentBuild()).doesNotContain(first);
  }

  @Test
  @DisplayName(
      "A copy of a checkout runs the build that it brought along, with an archive of its own")
  void copiedCheckout() throws Exception {
    checkout.run(Map.of());
    Path copy = checkout.top.resolveSibling("copy");
    try (Running copying = checkout.start(Map.of("COPY", copy.toString()), "cp -a $TOP $COPY")) {
      assertThat(copying.end().code()).isZero();
    }
    Files.delete(copy.resolve("java.log"));
    Map<String, String> there = Map.of("TOP", copy.toString(), "PRLEASE_IS", "echo answer");
    assertThat(checkout.run(there)).isEqualTo(new Answer(0, "answer\n", ""));
    assertThat(Files.readAllLines(copy.resolve("java.log")))
        .noneMatch(call -> call.contains(checkout.top + "/target"))
        .anyMatch(call -> call.contains("-Xshare:dump"))
        .last()
        .asString()
        .contains("-cp " + copy + "/target/launcher/" + checkout.currentBuild());
    Files.delete(copy.resolve("java.log"));
    assertThat(checkout.run(there)).isEqualTo(new Answer(0, "answer\n", ""));
    assertThat(Files.readAllLines(copy.resolve("java.log"))).hasSize(1);
  }

  @Test
  @DisplayName("A missing tool is named, rather than taken for a directory that may not be written")
  void missingTool() throws Exception {
    Path few = Files.createDirectories(checkout.top.resolve("few"));
    Files.createSymbolicLink(few.resolve("bash"), Path.of("/bin/bash"));
    assertThat(checkout.run(Map.of("PATH", few.toString())).err())
        .startsWith("prlease: cannot be built or looked at without awk");
  }

  @Test
  @DisplayName("A build whose jar is gone is made anew")
  void jarGone() throws Exception {
    checkout.run(Map.of());
    Files.delete(checkout.launcherHome().resolve(checkout.currentBuild()).resolve("prlease.jar"));
    assertThat(checkout.run(Map.of("PRLEASE_IS", "echo answer")).out()).isEqualTo("answer\n");
  }

  @ParameterizedTest
  @CsvSource({"<&-, 0", ">&-, 1", "2>&-, 2"})
  @DisplayName("A standard stream that is closed is none of Java's files, and fails as it would")
  void closedStream(String closed, int descriptor) throws Exception {
    checkout.run(Map.of());
    String look =
        """
        exec 9>"$TOP/seen"
        for fd in 0 1 2; do echo "$fd $(readlink /proc/$$/fd/$fd)" >&9; done
        read -r line; echo "read $? $line" >&9
        echo out; echo "out $?" >&9
        echo err >&2; echo "err $?" >&9
        """;
    try (Running shell =
        checkout.start(
            Map.of("PRLEASE_IS", look),
            "echo in | { prlease status " + closed + "; } >\"$TOP/out\" 2>\"$TOP/err\"")) {
      assertThat(shell.end().code()).isZero();
    }
    String seen = Files.readString(checkout.top.resolve("seen"));
    for (int fd = 0; fd < 3; fd++) {
      String line = fd + " /dev/null\n";
      if (fd == descriptor) {
        assertThat(seen).contains(line);
      } else {
        assertThat(seen).doesNotContain(line);
      }
    }
    assertThat(seen)
        .contains(descriptor == 0 ? "read 1 \n" : "read 0 in\n")
        .contains(descriptor == 1 ? "out 1\n" : "out 0\n")
        .contains(descriptor == 2 ? "err 1\n" : "err 0\n");
    assertThat(Files.readString(checkout.top.resolve("out")))
        .isEqualTo(descriptor == 1 ? "" : "out\n");
  }

  @Test
  @DisplayName("All standard streams may be closed at once")
  void allStreamsClosed() throws Exception {
    checkout.run(Map.of());
    try (Running shell =
        checkout.start(
            Map.of(
                "PRLEASE_IS",
                "exec 9>\"$TOP/seen\"; "
                    + "for fd in 0 1 2; do readlink /proc/$$/fd/$fd >&9; done; exit 4"),
            "prlease status <&- >&- 2>&-")) {
      assertThat(shell.end().code()).isEqualTo(4);
    }
    assertThat(Files.readString(checkout.top.resolve("seen"))).isEqualTo("/dev/null\n".repeat(3));
  }

  @ParameterizedTest
  @CsvSource({
    "LC_ALL=xx_XX.UTF-8, C.UTF-8 +xx_XX.UTF-8",
    "LC_CTYPE=xx_XX.UTF-8, C.UTF-8 -",
    "LANG=xx_XX.UTF-8, C.UTF-8 -",
    "LANG=C.UTF-8 LC_TIME=xx_XX.UTF-8, C.UTF-8 -",
    "LC_ALL=C, C.UTF-8 +C",
    "LANG=C.UTF-8 LC_TIME=C.UTF-8, unset unset",
    "LC_ALL=C.UTF-8 LC_TIME=xx_XX.UTF-8, C.UTF-8 unset"
  })
  @DisplayName("Java has UTF-8 in a locale that is not installed, or has no UTF-8; others are left")
  void locale(String locale, String expected) throws Exception {
    checkout.run(Map.of());
    try (Running shell =
        checkout.start(
            Map.of("PRLEASE_IS", "echo ${LC_ALL-unset} ${PRLEASE_OUTER_LC_ALL-unset}"),
            "exec env -u LC_ALL -u LC_CTYPE -u LC_TIME -u LANG "
                + locale
                + " \"$TOP/bin/prlease\" status")) {
      assertThat(shell.end().out()).isEqualTo(expected + "\n");
    }
  }

  @Test
  @DisplayName("Paths and arguments with umlauts are what they are, though the locale is missing")
  void umlauts() throws Exception {
    checkout.installReal();
    String script =
        "mkdir $'m\\xc3\\xbcde' && cd $'m\\xc3\\xbcde' && "
            + "LC_ALL=xx_XX.UTF-8 \"$TOP/bin/prlease\" run --key acme/app#42 -- "
            + "bash -c 'echo \"${PWD##*/} $0 $LC_ALL\"' $'gr\\xc3\\xb6\\xc3\\x9fer' 2>/dev/null";
    try (Running running =
        checkout.start(Map.of("JAVA_HOME", System.getProperty("java.home")), script)) {
      assertThat(running.end()).isEqualTo(new Answer(0, "müde größer xx_XX.UTF-8\n", ""));
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
  @DisplayName("A signal while it builds ends the build, and leaves nothing behind")
  void signalWhileBuilding(String signal, int code) throws Exception {
    Path pipe = checkout.top.resolve("held");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Map<String, String> maven =
        Map.of("MAVEN_DOES", "exec 9>\"$TOP/held\"; sleep 1000 & echo up >&9; wait");
    try (Running running = checkout.start(maven, "exec \"$TOP/bin/prlease\" status");
        BufferedReader held = Files.newBufferedReader(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      running.signal(signal);
      // The end of the pipe is the end of all that Maven has started.
      assertThat(held.readLine()).isNull();
      Answer answer = running.end();
      assertThat(answer.code()).isEqualTo(code);
      assertThat(answer.err().lines()).hasSize(1);
    }
    assertThat(checkout.built()).containsExactly("build.lock", "build.log");
    Process lock =
        new ProcessBuilder(
                "flock", "-n", checkout.launcherHome().resolve("build.lock").toString(), "true")
            .start();
    assertThat(lock.waitFor()).isZero();
    assertThat(checkout.run(Map.of("PRLEASE_IS", "echo answer")).out()).isEqualTo("answer\n");
  }

  @Test
  @DisplayName("A build that fails is told of, with the end of Maven's words, and is 78")
  void buildFails() throws Exception {
    Answer answer = checkout.run(Map.of("MAVEN_DOES", "echo a reason; false"));
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("prlease: the build failed", "a reason");
    assertThat(checkout.built()).containsExactly("build.lock", "build.log");
  }

  @Test
  @DisplayName("A checkout that may not be written is told of in one line, and is 78")
  void notWritable() throws Exception {
    // A file stands where a directory is needed: root may write everywhere else.
    Files.writeString(checkout.top.resolve("target"), "");
    Answer answer = checkout.run(Map.of());
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .startsWith("prlease: must be built, and this user may not write " + checkout.top)
        .contains("\n  next: ")
        .doesNotContain("build.sh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8", "9", "11", "16"})
  @DisplayName("A Java that is too old is told of, before a build and after it, and is 78")
  void oldJava(String version) throws Exception {
    assertOld(checkout.run(Map.of("JAVA_IS", version)), version);
    checkout.run(Map.of());
    Path other = checkout.jdk("other", Files.readString(checkout.jdk.resolve("bin/java")));
    assertOld(checkout.run(Map.of("JAVA_IS", version, "JAVA_HOME", other.toString())), version);
  }

  private static void assertOld(Answer answer, String version) {
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .contains("/bin/java is of Java " + version + ", and 17 or newer is needed\n  next: ");
    assertThat(answer.err().lines()).hasSize(2);
  }

  @Test
  @DisplayName("A Java that does not run is told of, and is 78")
  void brokenJava() throws Exception {
    checkout.run(Map.of());
    Path broken = checkout.jdk("broken", "#!/bin/bash\necho 'no such library' >&2\nexit 127\n");
    Answer answer = checkout.run(Map.of("JAVA_HOME", broken.toString()));
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .isEqualTo(
            "prlease: "
                + broken
                + "/bin/java does not work: no such library\n"
                + "  next: Set JAVA_HOME to a JDK 17 or newer.\n");
  }

  @Test
  @DisplayName("A JAVA_HOME that names no JDK is told of, and the java of the PATH is taken")
  void javaHomeOfNoJdk() throws Exception {
    checkout.run(Map.of());
    String path = checkout.jdk.resolve("bin") + ":" + System.getenv("PATH");
    Map<String, String> wrong =
        Map.of("JAVA_HOME", "/nowhere", "PATH", path, "PRLEASE_IS", "echo answer");
    assertThat(checkout.run(wrong))
        .isEqualTo(
            new Answer(
                0,
                "answer\n",
                "prlease: warning: JAVA_HOME names no JDK: /nowhere has no bin/java; "
                    + checkout.jdk
                    + "/bin/java is taken\n"));
  }

  @Test
  @DisplayName("Options that Java does not start with are told of, and are 78; others are kept")
  void badOptions() throws Exception {
    checkout.run(Map.of());
    Answer answer = checkout.run(Map.of("PRLEASE_JAVA_OPTS", "-XX:BadOption"));
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .isEqualTo(
            "prlease: Java does not start with PRLEASE_JAVA_OPTS='-XX:BadOption': Unrecognized VM"
                + " option 'BadOption'\n  next: Mend PRLEASE_JAVA_OPTS, or unset it.\n");
    Map<String, String> good = Map.of("PRLEASE_JAVA_OPTS", "-Dgood=1", "PRLEASE_IS", "echo \"$*\"");
    assertThat(checkout.run(good).out()).contains(" -Dgood=1 ");
    Files.delete(checkout.top.resolve("java.log"));
    checkout.run(good);
    assertThat(Files.readAllLines(checkout.top.resolve("java.log"))).hasSize(1);
  }

  @Test
  @DisplayName("SIGQUIT to prlease shows the JVM's threads on standard error, and ends nothing")
  void quit() throws Exception {
    checkout.installReal();
    String script =
        "exec \"$TOP/bin/prlease\" run --key acme/app#42 -- "
            + "bash -c 'echo ready; read -r line; echo \"$line\"; exit 7'";
    try (Running running =
        checkout.start(Map.of("JAVA_HOME", System.getProperty("java.home")), script)) {
      assertThat(running.line()).isEqualTo("ready");
      running.signal("QUIT");
      running.awaitError("Full thread dump");
      running.send("go");
      Answer answer = running.end();
      assertThat(answer.code()).isEqualTo(7);
      assertThat(answer.out()).isEqualTo("go\n");
    }
  }
}
