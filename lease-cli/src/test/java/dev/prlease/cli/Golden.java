package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that users see, frozen in files. To accept new ones run the tests with {@code
 * -Dtest.jvm.args=-Dgolden.update=true} and look at the difference before you commit it.
 */
final class Golden {
  private Golden() {}

  static void check(String name, String text) {
    String file = "golden/" + name + ".txt";
    if (Boolean.getBoolean("golden.update")) {
      Desktop.write(Path.of("src/test/resources", file), text);
      return;
    }
    assertThat(text).as(file).isEqualTo(read(file));
  }

  private static String read(String file) {
    Path path = Path.of("src/test/resources", file);
    try (InputStream in = Files.newInputStream(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("no golden text " + path, e);
    }
  }
}
