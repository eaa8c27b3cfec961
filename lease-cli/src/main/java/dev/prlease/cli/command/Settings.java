package dev.prlease.cli.command;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.Printable;
import dev.prlease.api.Ttl;
import dev.prlease.cli.syntax.Nearest;
import dev.prlease.spi.StoreLocation;
import dev.prlease.store.file.AuditLimits;
import dev.prlease.store.file.ConfigFile;
import dev.prlease.store.file.ConfigFile.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user has settled in {@code config.properties}, all of it checked. Options and variables
 * win over it, and where they say it all it is not read.
 *
 * <p>There is no setting for what a script relies on from call to call, such as how long it waits
 * or what it exits with: a line in a file far away must not change that.
 */
final class Settings {
  static final String STORE = "store";
  static final String TTL = "ttl";
  static final String PROFILE = "profile";

  /** In the order of the manual. */
  static final List<String> NAMES =
      List.of(
          STORE,
          TTL,
          PROFILE,
          ConfigFile.PLUGINS,
          ConfigFile.AUDIT_MAX_BYTES,
          ConfigFile.AUDIT_KEEP);

  private final ConfigFile file;
  private final Ttl ttl;
  private final AuditLimits auditLimits;

  private Settings(ConfigFile file, Ttl ttl, AuditLimits auditLimits) {
    this.file = file;
    this.ttl = ttl;
    this.auditLimits = auditLimits;
  }

  /**
   * Those of the user whose environment this is.
   *
   * @throws LeaseConfigurationException if the file cannot be read, has a setting that there is
   *     not, or one with a value that it cannot have
   */
  static Settings of(Map<String, String> environment) {
    ConfigFile file = ConfigFile.of(environment);
    Ttl ttl = Ttl.DEFAULT;
    for (Setting setting : file.settings()) {
      switch (setting.name()) {
        case STORE -> checkStore(file, setting);
        case TTL -> ttl = ttl(file, setting);
        case PROFILE -> checkProfile(file, setting);
        case ConfigFile.PLUGINS ->
            checkNotEmpty(file, setting, "Give it a directory, or leave it out.");
        case ConfigFile.AUDIT_MAX_BYTES, ConfigFile.AUDIT_KEEP -> {
          // Both are looked at together, below.
        }
        default -> throw unknown(file, setting);
      }
    }
    return new Settings(file, ttl, file.auditLimits());
  }

  /** Where leases are kept. */
  Optional<String> store() {
    return value(STORE);
  }

  /** How long a lease lasts for which nothing else was asked. */
  Ttl ttl() {
    return ttl;
  }

  /** In which profile this user claims issues. */
  Profile profile() {
    Optional<Setting> setting = file.find(PROFILE);
    if (setting.isPresent()) {
      return new Profile(setting.get().value(), file.at(setting.get()));
    }
    return new Profile("", file.path().map(Path::toString).orElse("no home") + ": none");
  }

  /** How much of the audit is kept. */
  AuditLimits auditLimits() {
    return auditLimits;
  }

  /** The file. */
  ConfigFile file() {
    return file;
  }

  private Optional<String> value(String name) {
    Optional<Setting> setting = file.find(name);
    return setting.isPresent() ? Optional.of(setting.get().value()) : Optional.empty();
  }

  private static void checkNotEmpty(ConfigFile file, Setting setting, String nextStep) {
    if (setting.value().isEmpty()) {
      throw file.wrong(setting, "there is no value", nextStep);
    }
  }

  private static void checkProfile(ConfigFile file, Setting setting) {
    checkNotEmpty(file, setting, "Give it a name such as author, or leave it out.");
    String value = setting.value();
    if (value.length() > Profile.MAX_LENGTH || !value.codePoints().allMatch(Printable::is)) {
      throw file.wrong(
          setting,
          "it is longer than " + Profile.MAX_LENGTH + " characters, or some do not print",
          "Give it a name such as author.");
    }
  }

  private static void checkStore(ConfigFile file, Setting setting) {
    checkNotEmpty(file, setting, "Give it a location such as file:~/leases, or leave it out.");
    try {
      StoreLocation.parse(setting.value());
    } catch (IllegalArgumentException malformed) {
      throw file.wrong(
          setting, String.valueOf(malformed.getMessage()), "Write it as file:~/leases.");
    }
  }

  private static Ttl ttl(ConfigFile file, Setting setting) {
    Duration duration;
    try {
      duration = DurationText.parse(setting.value());
    } catch (IllegalArgumentException malformed) {
      throw file.wrong(
          setting,
          "'" + setting.value() + "' is no duration",
          "Write it as 90s, 15m, 2h, 1h30m or PT15M.");
    }
    if (duration.compareTo(Ttl.MIN) < 0 || duration.compareTo(Ttl.MAX) > 0) {
      throw file.wrong(
          setting,
          "'" + setting.value() + "' is not between one second and one day",
          "Write it as 90s, 15m, 2h, 1h30m or PT15M.");
    }
    return Ttl.of(duration);
  }

  private static LeaseConfigurationException unknown(ConfigFile file, Setting setting) {
    List<String> near = Nearest.to(setting.name(), NAMES);
    String hint = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    return new LeaseConfigurationException(
        file.at(setting) + ": there is no setting '" + setting.name() + "'" + hint,
        "There are: " + String.join(", ", NAMES) + ".",
        null);
  }
}
