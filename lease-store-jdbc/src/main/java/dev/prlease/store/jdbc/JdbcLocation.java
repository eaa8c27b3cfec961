package dev.prlease.store.jdbc;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A location of the scheme {@code jdbc}: the URL of the driver, with options of our own in it.
 *
 * <p>User and password come from the URL, as parameters or before the host; else from {@code
 * PRLEASE_JDBC_USER} and {@code PRLEASE_JDBC_PASSWORD}; else the driver looks for them itself, as
 * PostgreSQL's does in {@code ~/.pgpass}. They are in nothing that is shown.
 *
 * @param engine which database
 * @param url for the driver, without our own options and without user and password before the host
 * @param shown for people: no parameters but the schema
 * @param credentials user and password, where they are not in the URL
 * @param maxClockSkew how far the clocks of servers that take each other's place may be apart
 * @param secrets what no error may tell
 */
record JdbcLocation(
    Engine engine,
    String url,
    String shown,
    Properties credentials,
    Duration maxClockSkew,
    Secrets secrets) {
  static final String USER = "PRLEASE_JDBC_USER";
  static final String PASSWORD = "PRLEASE_JDBC_PASSWORD";

  private static final String SKEW = "maxClockSkew";
  private static final String SCHEMA = "currentSchema";
  private static final String EXAMPLE = "jdbc:postgresql://db.example.com/prlease";

  /**
   * Reads what follows {@code jdbc:}.
   *
   * @throws LeaseConfigurationException if it is of no engine that is known here, or has options
   *     that are wrong
   */
  static JdbcLocation parse(String rest, Map<String, String> environment) {
    for (Engine engine : Engine.values()) {
      if (rest.startsWith(engine.prefix())) {
        Secrets secrets = new Secrets();
        Properties credentials = new Properties();
        put(credentials, "user", environment.get(USER));
        put(credentials, "password", environment.get(PASSWORD));
        secrets.add(environment.get(PASSWORD));
        return engine == Engine.POSTGRESQL
            ? postgres(rest, credentials, secrets)
            : embedded(engine, rest, credentials, secrets);
      }
    }
    int colon = rest.indexOf(':');
    throw new LeaseConfigurationException(
        "the store jdbc:"
            + (colon < 0 ? "" : rest.substring(0, colon) + ":")
            + " is of no database that is known here",
        "There are jdbc:postgresql:, jdbc:sqlite: and jdbc:h2:, for instance " + EXAMPLE + ".",
        null);
  }

  private static JdbcLocation postgres(String rest, Properties credentials, Secrets secrets) {
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    String plain = withoutUser(place, credentials, secrets);
    List<String> theirs = new ArrayList<>();
    Optional<String> schema = Optional.empty();
    Duration skew = Duration.ZERO;
    if (question >= 0) {
      String query = rest.substring(question + 1);
      for (String parameter : query.split("&", -1)) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        String value = equals < 0 ? "" : parameter.substring(equals + 1);
        if (name.equals(SKEW)) {
          skew = skew(value);
          continue;
        }
        if (name.toLowerCase(Locale.ROOT).contains("password")) {
          secrets.add(value);
          secrets.add(decode(value));
          secrets.add(query);
        }
        if (name.equals(SCHEMA)) {
          schema = Optional.of(value);
        }
        theirs.add(parameter);
      }
    }
    String url = "jdbc:" + plain + (theirs.isEmpty() ? "" : "?" + String.join("&", theirs));
    String shown = "jdbc:" + plain + (schema.isPresent() ? "?" + SCHEMA + "=" + schema.get() : "");
    return new JdbcLocation(Engine.POSTGRESQL, url, shown, credentials, skew, secrets);
  }

  /** Many write {@code //user:password@host}, which the driver does not know. */
  private static String withoutUser(String place, Properties credentials, Secrets secrets) {
    int start = place.indexOf("//");
    int at = place.lastIndexOf('@');
    if (start < 0 || at < 0) {
      return place;
    }
    String user = place.substring(start + 2, at);
    int colon = user.indexOf(':');
    put(credentials, "user", decode(colon < 0 ? user : user.substring(0, colon)));
    if (colon >= 0) {
      String password = user.substring(colon + 1);
      secrets.add(password);
      secrets.add(decode(password));
      put(credentials, "password", decode(password));
    }
    return place.substring(0, start + 2) + place.substring(at + 1);
  }

  /** What follows the place are settings, which may have a password among them. */
  private static JdbcLocation embedded(
      Engine engine, String rest, Properties credentials, Secrets secrets) {
    int end = rest.length();
    for (char separator : new char[] {';', '?'}) {
      int at = rest.indexOf(separator);
      end = at >= 0 ? Math.min(end, at) : end;
    }
    String place = rest.substring(0, end);
    if (end < rest.length()) {
      String settings = rest.substring(end + 1);
      if (settings.toLowerCase(Locale.ROOT).contains("pass")
          || settings.toLowerCase(Locale.ROOT).contains("key")) {
        secrets.add(settings);
        for (String setting : settings.split("[;&?]", -1)) {
          int equals = setting.indexOf('=');
          secrets.add(equals < 0 ? null : setting.substring(equals + 1));
        }
      }
    }
    if (place.length() == engine.prefix().length()) {
      throw new LeaseConfigurationException(
          "the store jdbc:" + place + " names no file",
          "Write, for instance, jdbc:sqlite:/srv/leases.db.",
          null);
    }
    return new JdbcLocation(
        engine, "jdbc:" + rest, "jdbc:" + place, credentials, Duration.ZERO, secrets);
  }

  private static Duration skew(String value) {
    try {
      Duration skew = DurationText.parse(value);
      if (!skew.isNegative() && skew.compareTo(Duration.ofDays(1)) < 0) {
        return skew;
      }
    } catch (IllegalArgumentException notADuration) {
      // told below
    }
    throw new LeaseConfigurationException(
        "maxClockSkew must be a duration such as 2s or 500ms, not '" + value + "'",
        "Write, for instance, " + EXAMPLE + "?maxClockSkew=500ms.",
        null);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException asItIs) {
      return text;
    }
  }

  private static void put(Properties properties, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      properties.setProperty(name, value);
    }
  }

  /** Without credentials. */
  @Override
  public String toString() {
    return shown;
  }
}
