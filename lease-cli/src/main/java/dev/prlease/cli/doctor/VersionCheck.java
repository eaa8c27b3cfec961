package dev.prlease.cli.doctor;

import dev.prlease.spi.Finding;
import java.util.List;

/** What runs here: worth knowing, whatever else is wrong. */
public final class VersionCheck implements Check {
  private static final int OLDEST_JAVA = 17;

  private final String version;

  /** Tells of prlease {@code version}. */
  public VersionCheck(String version) {
    this.version = version;
  }

  @Override
  public List<Finding> look() {
    return List.of(
        Finding.ok("version", "prlease " + version),
        java(Runtime.version().feature()),
        Finding.ok(
            "system",
            property("os.name") + " " + property("os.version") + ", " + property("os.arch")));
  }

  private static Finding java(int feature) {
    String what = "Java " + property("java.runtime.version") + " in " + property("java.home");
    return feature < OLDEST_JAVA
        ? Finding.error("java", what, "Install a JDK 17 or newer, or point JAVA_HOME to one.")
        : Finding.ok("java", what);
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }
}
