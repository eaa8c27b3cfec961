package dev.prlease.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this build. */
public final class Version {
  private Version() {}

  /** Its text, such as {@code 0.1.0-SNAPSHOT}. */
  public static String read() {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the version cannot be read", e);
    }
  }
}
