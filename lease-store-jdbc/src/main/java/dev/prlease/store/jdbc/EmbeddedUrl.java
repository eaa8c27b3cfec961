package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Reads the URL of SQLite or H2: a file that has one name for all sessions of the machine, whatever
 * directory they are in (lesson L8), or H2's server on this machine. Settings of the driver follow,
 * which may have a password among them.
 */
final class EmbeddedUrl {
  /** Settings that leases rest on; what the URL says would win over what is set here. */
  private static final Set<String> OURS =
      Set.of(
          "BUSY_TIMEOUT",
          "JOURNAL_MODE",
          "READ_UNCOMMITTED",
          "SYNCHRONOUS",
          "AUTO_SERVER", // which would be a server for any machine that reaches the file
          "FILE_LOCK",
          "LOCK_MODE",
          "LOCK_TIMEOUT",
          "WRITE_DELAY");

  private final Engine engine;
  private final String place;
  private final String settings;

  private EmbeddedUrl(Engine engine, String rest) {
    this.engine = engine;
    int end = rest.length();
    for (char separator : new char[] {';', '?'}) {
      int at = rest.indexOf(separator);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    this.place = rest.substring(engine.prefix().length(), end);
    this.settings = rest.substring(end);
  }

  /**
   * The location in {@code rest}, which begins with the prefix of {@code engine}.
   *
   * @param environment has {@code HOME}
   * @param properties what else it says
   */
  static JdbcLocation parse(
      Engine engine,
      String rest,
      Map<String, String> environment,
      Properties properties,
      Secrets secrets) {
    EmbeddedUrl url = new EmbeddedUrl(engine, rest);
    url.hide(secrets);
    String shown = "jdbc:" + engine.prefix() + url.place(environment);
    url.checkSettings();
    return new JdbcLocation(
        engine, shown + url.settings, shown, properties, Duration.ZERO, secrets);
  }

  private void hide(Secrets secrets) {
    String lower = settings.toLowerCase(Locale.ROOT);
    if (lower.contains("pass") || lower.contains("key")) {
      secrets.add(settings.substring(1));
      for (String setting : settings()) {
        int equals = setting.indexOf('=');
        secrets.add(equals < 0 ? null : setting.substring(equals + 1));
      }
    }
  }

  private String[] settings() {
    return settings.split("[;&?]", -1);
  }

  private void checkSettings() {
    for (String setting : settings()) {
      int equals = setting.indexOf('=');
      String name = equals < 0 ? setting : setting.substring(0, equals);
      if (OURS.contains(name.strip().toUpperCase(Locale.ROOT))) {
        throw refused("has the setting " + name + ", which leases rest on", "Leave it out.");
      }
    }
  }

  private String place(Map<String, String> environment) {
    if (place.isEmpty()) {
      throw refused("names no file", example());
    }
    if (isInMemory()) {
      throw refused(
          "lives in memory, and its leases end with it",
          example() + " For sessions that are threads of one program there is memory:.");
    }
    if (engine == Engine.H2 && (place.startsWith("tcp:") || place.startsWith("ssl:"))) {
      if (!isThisMachine(host())) {
        throw refused(
            "may be on another machine, and H2 is for the sessions of one",
            "Write localhost if it is this one; for several there is jdbc:postgresql:.");
      }
      return place;
    }
    boolean isFile = engine == Engine.H2 && place.startsWith("file:");
    return path(isFile ? place.substring("file:".length()) : place, environment);
  }

  private boolean isInMemory() {
    return engine == Engine.SQLITE
        ? place.startsWith(":memory:")
        : place.startsWith("mem:") || place.contains("/mem:");
  }

  private String host() {
    String server = place.substring("tcp:".length());
    String plain = server.startsWith("//") ? server.substring(2) : server;
    int slash = plain.indexOf('/');
    return slash < 0 ? plain : plain.substring(0, slash);
  }

  /** With or without a port; several, separated by commas, are no one machine. */
  private static boolean isThisMachine(String host) {
    return host.matches("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d{1,5})?");
  }

  private String path(String text, Map<String, String> environment) {
    String path = text;
    if (text.startsWith("~/")) {
      String home = environment.getOrDefault("HOME", "");
      if (home.isEmpty()) {
        throw refused(
            "is in the home directory, and HOME is not set", "Set HOME, or write the whole path.");
      }
      path = home + text.substring(1);
    }
    try {
      if (Path.of(path).isAbsolute()) {
        return path;
      }
    } catch (InvalidPathException noPath) {
      // told below
    }
    throw refused("is no absolute path", example());
  }

  private String example() {
    String file = engine == Engine.SQLITE ? "leases.db" : "leases";
    return "Write, for instance, jdbc:" + engine.prefix() + "/srv/prlease/" + file + ".";
  }

  private LeaseConfigurationException refused(String why, String nextStep) {
    return new LeaseConfigurationException(
        "the store jdbc:" + engine.prefix() + place + " " + why, nextStep, null);
  }
}
