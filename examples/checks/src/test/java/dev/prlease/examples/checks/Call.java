package dev.prlease.examples.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a process answered: its exit code, and both outputs as one. */
record Call(int code, String text) {
  /** Runs {@code words} to their end. */
  static Call of(Path directory, Map<String, String> more, List<String> words) throws Exception {
    Path out = Files.createTempFile("call", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(out.toFile());
      // What tells a Maven or a prlease around this test of itself is none of theirs.
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.startsWith("MAVEN_") || name.startsWith("PRLEASE_"));
      builder.environment().putAll(more);
      int code = builder.start().waitFor();
      return new Call(code, Files.readString(out));
    } finally {
      Files.delete(out);
    }
  }

  /** Runs the command as it is packaged. */
  static Call prlease(Path directory, Map<String, String> more, String... words) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", command()));
    all.addAll(List.of(words));
    return of(directory, more, all);
  }

  /** The Java that runs this. */
  static String java() {
    return Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
  }

  private static String command() throws IOException {
    Path jar = Layout.moduleTree("lease-cli").resolve("prlease.jar");
    assertThat(jar).as("the packaged command").isRegularFile();
    return jar.toRealPath().toString();
  }
}
