package dev.prlease.store.file;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A location of the scheme {@code file}: {@code
 * [path][?layout=prlease|amplihack][&maxClockSkew=2s]}.
 *
 * <p>The path is taken as it stands up to the first question mark; nothing in it is decoded. It is
 * absolute or starts with {@code ~/}; without one it is {@code leases} below the home of prlease.
 *
 * @param directory absolute and normal
 * @param home that of prlease, if the directory is in it
 * @param options what follows the question mark
 */
record FileLocation(Path directory, Optional<Path> home, FileStoreOptions options) {
  private static final String LAYOUT = "layout";
  private static final String SKEW = "maxClockSkew";

  /**
   * Reads what follows {@code file:}.
   *
   * @throws LeaseConfigurationException naming everything that is wrong with the options, or what
   *     is wrong with the path
   */
  static FileLocation parse(String location, Map<String, String> environment) {
    int question = location.indexOf('?');
    String path = question < 0 ? location : location.substring(0, question);
    FileStoreOptions options =
        question < 0
            ? FileStoreOptions.DEFAULTS
            : options(location, location.substring(question + 1));
    Path directory = directory(path, environment);
    return new FileLocation(directory, homeOf(directory, environment), options);
  }

  /** The location in words that {@link #parse} reads. */
  static String text(Path directory, FileStoreOptions options) {
    List<String> given = new ArrayList<>(2);
    if (options.layout() == FileLayout.AMPLIHACK) {
      given.add(LAYOUT + "=amplihack");
    }
    if (options.maxClockSkew().isPresent()) {
      given.add(SKEW + "=" + options.maxClockSkew().get());
    }
    return "file:" + directory + (given.isEmpty() ? "" : "?" + String.join("&", given));
  }

  private static Optional<Path> homeOf(Path directory, Map<String, String> environment) {
    Optional<Path> home = PrleaseHome.ifKnown(environment);
    return home.isPresent() && directory.startsWith(home.get()) ? home : Optional.empty();
  }

  private static Path directory(String path, Map<String, String> environment) {
    if (path.isEmpty()) {
      return PrleaseHome.find(environment).resolve("leases");
    }
    String plain = path;
    if (path.startsWith("//")) {
      // file:///x is how a URL spells /x; in file://x/y the x would be a host.
      if (!path.startsWith("///")) {
        throw new LeaseConfigurationException(
            "the store file:" + path + " names a host",
            "Write file:/absolute/path or file:~/path.",
            null);
      }
      plain = path.substring(2);
    }
    try {
      return PrleaseHome.expand(plain, "the store file:" + path, environment);
    } catch (InvalidPathException e) {
      throw new LeaseConfigurationException(
          "the store file:" + path + " is no path: " + e.getReason(),
          "Write file:/absolute/path or file:~/path.",
          e);
    }
  }

  private static FileStoreOptions options(String location, String text) {
    FileStoreOptions options = FileStoreOptions.DEFAULTS;
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String option : text.split("&", -1)) {
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      String value = equals < 0 ? "" : option.substring(equals + 1);
      if (!seen.add(name)) {
        wrong.add(name + " is given twice");
      } else if (name.equals(LAYOUT)) {
        Optional<FileLayout> layout = layout(value);
        if (layout.isPresent()) {
          options = options.withLayout(layout.get());
        } else {
          wrong.add("layout must be prlease or amplihack, not '" + value + "'");
        }
      } else if (name.equals(SKEW)) {
        Optional<Duration> skew = skew(value);
        if (skew.isPresent()) {
          options = options.withMaxClockSkew(skew.get());
        } else {
          wrong.add("maxClockSkew must be a duration such as 2s or 500ms, not '" + value + "'");
        }
      } else {
        wrong.add("'" + option + "' is no option: there are layout and maxClockSkew");
      }
    }
    if (!wrong.isEmpty()) {
      throw new LeaseConfigurationException(
          "the store file:" + location + " has wrong options: " + String.join("; ", wrong),
          "Write, for instance, file:~/leases?layout=amplihack&maxClockSkew=2s.",
          null);
    }
    return options;
  }

  private static Optional<FileLayout> layout(String value) {
    return switch (value) {
      case "prlease" -> Optional.of(FileLayout.PRLEASE);
      case "amplihack" -> Optional.of(FileLayout.AMPLIHACK);
      default -> Optional.empty();
    };
  }

  private static Optional<Duration> skew(String value) {
    try {
      Duration skew = DurationText.parse(value);
      return skew.isNegative() || skew.compareTo(Duration.ofDays(1)) >= 0
          ? Optional.empty()
          : Optional.of(skew);
    } catch (IllegalArgumentException notADuration) {
      return Optional.empty();
    }
  }
}
