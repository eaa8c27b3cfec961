package dev.prlease.store.jdbc;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;

/**
 * Reads the URL of a PostgreSQL.
 *
 * <p>The driver is handed hosts and database in the URL, and everything else beside it. It tells
 * the whole URL in its errors and its log, and the log of a Java program that says nothing about
 * logging is standard error; so there is no password in it. And what is beside the URL can be
 * decided here: what is in it would win over that.
 */
final class PostgresUrl {
  static final String EXAMPLE = "jdbc:postgresql://db.example.com/prlease";

  private static final String SKEW = "maxClockSkew";
  private static final String SCHEMA = "currentSchema";

  /** Names an entry of a file of the driver's, which it looks for in the URL alone. */
  private static final String SERVICE = "service";

  /** Other words for what stands before the question mark. */
  private static final Set<String> PLACES =
      Set.of("host", "port", "dbname", "pghost", "pgport", "pgdbname");

  private static final String HOST = "([^:/?@,\\[\\]\\s]*|\\[[^/?@,\\[\\]\\s]+\\])(:\\d{1,5})?";

  private final Properties properties;
  private final Secrets secrets;
  private final List<String> inUrl = new ArrayList<>();
  private final List<String> shown = new ArrayList<>();
  private Duration skew = Duration.ZERO;

  private PostgresUrl(Properties properties, Secrets secrets) {
    this.properties = properties;
    this.secrets = secrets;
  }

  /**
   * The location in {@code rest}, which begins with {@code postgresql:}.
   *
   * @param properties what the environment says; the URL's parameters are put over it
   */
  static JdbcLocation parse(String rest, Properties properties, Secrets secrets) {
    return new PostgresUrl(properties, secrets).parse(rest);
  }

  private JdbcLocation parse(String rest) {
    int question = rest.indexOf('?');
    String place = withoutUser(question < 0 ? rest : rest.substring(0, question));
    if (!isPlace(place.substring(Engine.POSTGRESQL.prefix().length()))) {
      throw misspelt();
    }
    if (question >= 0) {
      for (String parameter : rest.substring(question + 1).split("&", -1)) {
        take(parameter);
      }
    }
    return new JdbcLocation(
        Engine.POSTGRESQL,
        "jdbc:" + place + query(inUrl),
        "jdbc:" + place + query(shown),
        properties,
        skew,
        secrets);
  }

  private static String query(List<String> parameters) {
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }

  /** Many write {@code //user:password@host}, which the driver does not know. */
  private String withoutUser(String place) {
    int start = place.indexOf("//") + 2;
    int slash = place.indexOf('/', start);
    int at = place.lastIndexOf('@', slash < 0 ? place.length() : slash);
    if (start < 2 || at < start) {
      return place;
    }
    String user = place.substring(start, at);
    int colon = user.indexOf(':');
    JdbcLocation.put(properties, "user", decode(colon < 0 ? user : user.substring(0, colon)));
    if (colon >= 0) {
      String password = user.substring(colon + 1);
      secrets.add(password);
      secrets.add(decode(password));
      JdbcLocation.put(properties, "password", decode(password));
    }
    return place.substring(0, start) + place.substring(at + 1);
  }

  /**
   * Whether {@code text} is {@code //hosts/database}, or a database of this machine. A question
   * mark or a slash in a password that is not encoded leaves something else here.
   */
  private static boolean isPlace(String text) {
    if (!text.startsWith("//")) {
      return text.matches("[^:/?@]*");
    }
    int slash = text.indexOf('/', 2);
    if (slash < 0 || !text.substring(slash + 1).matches("[^/@]*")) {
      return false;
    }
    for (String host : text.substring(2, slash).split(",", -1)) {
      if (!host.matches(HOST)) {
        return false;
      }
    }
    return true;
  }

  private void take(String parameter) {
    if (parameter.isEmpty()) {
      return;
    }
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? parameter : parameter.substring(0, equals);
    String value = equals < 0 ? "" : parameter.substring(equals + 1);
    if (!name.matches("[\\w.-]+") || PLACES.contains(name.toLowerCase(Locale.ROOT))) {
      throw misspelt();
    }
    if (name.toLowerCase(Locale.ROOT).contains("password")) {
      secrets.add(value);
      secrets.add(decode(value));
    }
    switch (name) {
      case SKEW -> skew = skew(value);
      case SERVICE -> {
        inUrl.add(parameter);
        shown.add(parameter);
      }
      default -> {
        properties.setProperty(name, decode(value));
        if (name.equals(SCHEMA)) {
          shown.add(parameter);
        }
      }
    }
  }

  /** Tells nothing of what it is about: where a password begins and ends, nobody knows. */
  private static LeaseConfigurationException misspelt() {
    return new LeaseConfigurationException(
        "the location of the store jdbc:postgresql: is not of the form"
            + " //HOST:PORT/DATABASE?NAME=VALUE&… (it is not shown, since there may be a password"
            + " in it)",
        "Write, for instance, "
            + EXAMPLE
            + "; in user and password write %3F for ?, %2F for / and %40 for @.",
        null);
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
}
