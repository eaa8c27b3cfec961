package dev.prlease.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A checkout with the launcher in it, and in the place of Java and Maven scripts that the test
 * plays.
 */
final class Checkout {
  /** Tells its version, makes archives, and runs what the test wants in the place of prlease. */
  private static final String JAVA =
      """
      #!/bin/bash
      home=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd -P)
      echo "$*" >>"$TOP/java.log"
      case " $* " in
        *' -XX:BadOption '*) echo "Unrecognized VM option 'BadOption'" >&2; exit 1 ;;
        *' -version ')
          echo "    java.home = $home"
          echo "    java.specification.version = ${JAVA_IS-17}"
          ;;
        *' -Xshare:dump '*)
          for word in "$@"; do
            case $word in -XX:SharedArchiveFile=*) echo archive >"${word#*=}" ;; esac
          done
          ;;
        *' -XX:DumpLoadedClassList='*) ;;
        *) eval "${PRLEASE_IS-}" ;;
      esac
      """;

  /** Builds a jar, after what the test wants it to do first. */
  private static final String MAVEN =
      """
      #!/bin/bash
      eval "${MAVEN_DOES-}" || exit
      for word in "$@"; do
        case $word in -Dbuild.tree=*) tree=lease-cli/${word#*=} ;; esac
      done
      mkdir -p "$tree" && echo jar >"$tree/prlease.jar"
      """;

  final Path top;
  final Path jdk;
  private final Processing processing;

  Checkout(Processing processing, Path top) throws IOException {
    this.processing = processing;
    this.top = Files.createDirectories(top.toRealPath().resolve("checkout"));
    copy(Path.of("..", "bin"), this.top.resolve("bin"));
    Files.createDirectories(this.top.resolve("lease-cli/src/main"));
    Files.writeString(this.top.resolve("lease-cli/pom.xml"), "");
    Files.writeString(this.top.resolve("pom.xml"), "");
    this.jdk = jdk("jdk", JAVA);
    program(this.top.resolve("tools/mvn"), MAVEN);
  }

  /** A place for {@code JAVA_HOME}. */
  Path jdk(String name, String java) throws IOException {
    Path home = top.resolve(name);
    program(home.resolve("bin/java"), java);
    Files.writeString(home.resolve("release"), "JAVA_RUNTIME_VERSION=\"" + name + "\"\n");
    return home;
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /** A source that is newer than every build so far. */
  void touchSource() throws IOException {
    Files.writeString(Files.createTempFile(top.resolve("lease-cli/src/main"), "New", ".java"), "");
  }

  /** Makes the command under test the current build, for this JVM, and without an archive. */
  void installReal() throws IOException {
    Path build = Files.createDirectories(launcherHome().resolve("1-1"));
    Path jar = build.resolve("prlease.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    List<String> places = new ArrayList<>();
    for (String place :
        System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
      places.add(Path.of(place).toUri().toString());
    }
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", places));
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    Path home = Path.of(System.getProperty("java.home"));
    StringBuilder runtime = new StringBuilder();
    for (String line : Files.readAllLines(home.resolve("release"))) {
      if (line.startsWith("JAVA_RUNTIME_VERSION=") || line.startsWith("IMPLEMENTOR_VERSION=")) {
        runtime.append(line);
      }
    }
    Files.writeString(
        build.resolve("prlease.jsa.failed"), home + "\n" + runtime + "\n" + jar + "\n");
    Files.writeString(launcherHome().resolve("current"), "1-1\n");
  }

  Path launcherHome() {
    return top.resolve("target/launcher");
  }

  /** The names of what stands in the launcher's directory. */
  List<String> built() throws IOException {
    try (Stream<Path> entries = Files.list(launcherHome())) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  String currentBuild() throws IOException {
    return Files.readString(launcherHome().resolve("current")).strip();
  }

  /** Starts {@code script} in a shell, for which {@code prlease} is the launcher. */
  Processing.Running start(Map<String, String> more, String script) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("TOP", top.toString());
    environment.put("JAVA_HOME", jdk.toString());
    environment.put("PATH", top.resolve("tools") + ":" + System.getenv("PATH"));
    environment.putAll(more);
    return processing.start(
        processing.directory,
        environment,
        List.of("bash", "-c", "prlease() { \"$TOP/bin/prlease\" \"$@\"; }; " + script));
  }

  /** Runs the launcher to its end. */
  Answer run(Map<String, String> more) throws IOException, InterruptedException {
    try (Processing.Running running = start(more, "exec \"$TOP/bin/prlease\" status")) {
      running.process.getOutputStream().close();
      return running.end();
    }
  }
}
