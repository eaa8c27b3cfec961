package dev.prlease.store.etcd;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A location of the scheme {@code etcd}: {@code //host:port,…[/prefix][?option=value&…]}.
 *
 * <p>Errors show it only up to the question mark, and not at all if it has an at sign: somebody may
 * have put a password there.
 */
final class EtcdLocation {
  static final String USER = "PRLEASE_ETCD_USER";
  static final String PASSWORD = "PRLEASE_ETCD_PASSWORD";

  private static final Set<String> OPTIONS =
      Set.of("timeout", "maxClockSkew", "tls", "ca", "cert", "key", "user", "passwordFile");
  private static final String EXAMPLE =
      "Write, for instance,"
          + " etcd://etcd1.example.com:2379,etcd2.example.com:2379/prlease?timeout=5s.";

  private final String shown;
  private final Map<String, String> environment;
  private final Map<String, String> given = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();

  private EtcdLocation(String shown, Map<String, String> environment) {
    this.shown = shown;
    this.environment = environment;
  }

  /**
   * Reads what follows {@code etcd:}.
   *
   * @throws LeaseConfigurationException naming everything that is wrong with it
   */
  static EtcdStoreOptions parse(String location, Map<String, String> environment) {
    int question = location.indexOf('?');
    String place = question < 0 ? location : location.substring(0, question);
    if (place.indexOf('@') >= 0) {
      throw new LeaseConfigurationException(
          "a store etcd: has something before an at sign, as if it were a password",
          "Locations are shown: give the user as option user or in "
              + USER
              + ", the password in "
              + PASSWORD
              + " or in the file that passwordFile names.",
          null);
    }
    EtcdLocation read = new EtcdLocation("etcd:" + place, environment);
    if (question >= 0) {
      read.take(location.substring(question + 1));
    }
    return read.options(place);
  }

  private void take(String options) {
    for (String option : options.split("&", -1)) {
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      if (name.equals("password")) {
        wrong.add(
            "a password does not belong in it, since it is shown: set "
                + PASSWORD
                + ", or passwordFile");
      } else if (equals < 0 || !OPTIONS.contains(name)) {
        wrong.add(
            "'"
                + name
                + "' is no option: there are timeout, maxClockSkew, tls, ca, cert, key, user and"
                + " passwordFile, each with a value");
      } else if (given.putIfAbsent(name, option.substring(equals + 1)) != null) {
        wrong.add(name + " is given twice");
      }
    }
  }

  private EtcdStoreOptions options(String place) {
    if (!place.startsWith("//")) {
      wrong.add("it must begin with etcd://");
      throw refusal(null);
    }
    String rest = place.substring(2);
    int slash = rest.indexOf('/');
    List<EtcdEndpoint> endpoints = endpoints(slash < 0 ? rest : rest.substring(0, slash));
    String prefix = slash < 0 ? "" : rest.substring(slash + 1);
    if (prefix.endsWith("/")) {
      prefix = prefix.substring(0, prefix.length() - 1);
    }
    Optional<EtcdTls> tls = tls();
    Optional<EtcdLogin> login = login();
    if (login.isPresent() && tls.isEmpty() && !isPlainFine(endpoints)) {
      wrong.add(
          "user and password would be sent unencrypted: give tls=true, or say tls=false if they"
              + " may be");
    }
    Duration timeout = duration("timeout").orElse(EtcdStoreOptions.DEFAULT_TIMEOUT);
    Optional<Duration> skew = duration("maxClockSkew");
    if (!wrong.isEmpty()) {
      throw refusal(null);
    }
    try {
      return new EtcdStoreOptions(
          endpoints,
          prefix.isEmpty() ? EtcdStoreOptions.DEFAULT_PREFIX : prefix,
          timeout,
          skew,
          tls,
          login);
    } catch (IllegalArgumentException refused) {
      wrong.add(String.valueOf(refused.getMessage()));
      throw refusal(refused);
    }
  }

  private LeaseConfigurationException refusal(@Nullable Throwable cause) {
    return new LeaseConfigurationException(
        "the store " + shown + " is wrong: " + String.join("; ", wrong), EXAMPLE, cause);
  }

  private List<EtcdEndpoint> endpoints(String text) {
    List<EtcdEndpoint> endpoints = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      try {
        endpoints.add(EtcdEndpoint.parse(each));
      } catch (IllegalArgumentException none) {
        wrong.add(String.valueOf(none.getMessage()));
      }
    }
    return endpoints;
  }

  private Optional<Duration> duration(String name) {
    String text = given.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(DurationText.parse(text));
    } catch (IllegalArgumentException none) {
      wrong.add(name + " must be a duration such as 2s or 500ms, not '" + text + "'");
      return Optional.empty();
    }
  }

  /** Whether somebody said so, or nothing leaves this machine. */
  private boolean isPlainFine(List<EtcdEndpoint> endpoints) {
    return given.containsKey("tls") || endpoints.stream().allMatch(EtcdEndpoint::isLoopback);
  }

  private Optional<EtcdTls> tls() {
    Optional<Path> authorities = path("ca");
    Optional<Path> certificate = path("cert");
    Optional<Path> key = path("key");
    boolean files = authorities.isPresent() || certificate.isPresent() || key.isPresent();
    boolean wanted = files;
    String tls = given.get("tls");
    if (tls != null) {
      wanted = tls.equals("true");
      if (!wanted && !tls.equals("false")) {
        wrong.add("tls must be true or false, not '" + tls + "'");
      } else if (!wanted && files) {
        wrong.add("with tls=false there is no use for ca, cert and key");
      }
    }
    if (certificate.isPresent() != key.isPresent()) {
      wrong.add("cert and key belong together");
      return Optional.empty();
    }
    if (!wanted) {
      return Optional.empty();
    }
    return Optional.of(
        new EtcdTls(
            authorities,
            certificate.isPresent() && key.isPresent()
                ? Optional.of(new EtcdTls.Identity(certificate.get(), key.get()))
                : Optional.empty()));
  }

  private Optional<Path> path(String name) {
    String text = given.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(home(text));
      if (path.isAbsolute()) {
        return Optional.of(path);
      }
      wrong.add(name + " must be an absolute path or start with ~/, not '" + text + "'");
    } catch (InvalidPathException none) {
      wrong.add(name + " is no path: " + none.getReason());
    }
    return Optional.empty();
  }

  private String home(String text) {
    String home = environment.getOrDefault("HOME", "");
    return text.startsWith("~/") && !home.isEmpty() ? home + text.substring(1) : text;
  }

  private Optional<EtcdLogin> login() {
    String user = given.getOrDefault("user", environment.getOrDefault(USER, ""));
    String password = environment.getOrDefault(PASSWORD, "");
    Optional<Path> file = path("passwordFile");
    if (file.isPresent()) {
      password = content(file.get());
    }
    if (user.isEmpty() && password.isEmpty()) {
      return Optional.empty();
    }
    if (user.isEmpty() || password.isEmpty()) {
      wrong.add(
          user.isEmpty()
              ? "there is a password and no user: set " + USER + ", or the option user"
              : "there is a user and no password: set " + PASSWORD + ", or passwordFile");
      return Optional.empty();
    }
    return Optional.of(new EtcdLogin(user, password));
  }

  private String content(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      wrong.add("passwordFile cannot be read: " + unreadable);
      return "";
    }
  }

  /** The location in words that {@link #parse} reads, without user and password. */
  static String text(EtcdStoreOptions options) {
    StringBuilder text = new StringBuilder("etcd://");
    for (int i = 0; i < options.endpoints().size(); i++) {
      text.append(i == 0 ? "" : ",").append(options.endpoints().get(i));
    }
    text.append('/').append(options.prefix());
    List<String> given = new ArrayList<>();
    if (!options.timeout().equals(EtcdStoreOptions.DEFAULT_TIMEOUT)) {
      given.add("timeout=" + options.timeout());
    }
    options.maxClockSkew().ifPresent(skew -> given.add("maxClockSkew=" + skew));
    options.tls().ifPresent(tls -> addTls(tls, given));
    if (options.tls().isEmpty() && options.login().isPresent()) {
      given.add("tls=false"); // so that it is read by another process as it was by this one
    }
    return given.isEmpty() ? text.toString() : text + "?" + String.join("&", given);
  }

  private static void addTls(EtcdTls tls, List<String> given) {
    if (tls.equals(EtcdTls.DEFAULTS)) {
      given.add("tls=true");
    }
    tls.authorities().ifPresent(file -> given.add("ca=" + file));
    tls.identity()
        .ifPresent(
            identity -> {
              given.add("cert=" + identity.certificate());
              given.add("key=" + identity.key());
            });
  }
}
