package dev.prlease.store.git;

import dev.prlease.api.DurationText;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.Printable;
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
 * A location of the scheme {@code git}: {@code remote[?namespace=…][&history=…][&maxClockSkew=…]
 * [&timeout=…][&checkout=…]}.
 *
 * <p>The remote is taken as it stands up to the last question mark. In {@code checkout} {@code %25}
 * stands for a percent sign, {@code %26} for {@code &} and {@code %3F} for a question mark.
 *
 * @param remote a remote's name, a URL, or an absolute path
 * @param checkout the directory in whose checkout a name is looked up, if it is said
 * @param options what follows the question mark
 */
record GitLocation(String remote, Optional<Path> checkout, GitStoreOptions options) {
  private static final int SHOWN = 100;
  private static final String EXAMPLES =
      "Write git:origin, git:https://host/owner/name, git:git@host:owner/name or git:/srv/x.git.";

  /**
   * Reads what follows {@code git:}.
   *
   * @throws LeaseConfigurationException naming all that is wrong with the options, or what is wrong
   *     with the remote
   */
  static GitLocation parse(String location, Map<String, String> environment) {
    int question = location.lastIndexOf('?');
    String remote = question < 0 ? location : location.substring(0, question);
    if (question < 0) {
      return new GitLocation(
          remote(remote, environment), Optional.empty(), GitStoreOptions.DEFAULTS);
    }
    return new GitLocation(remote(remote, environment), Optional.empty(), GitStoreOptions.DEFAULTS)
        .with(Redaction.ofUrl(remote), location.substring(question + 1));
  }

  /** The location in words that {@link #parse} reads, but for credentials. */
  static String text(String remote, GitStoreOptions options) {
    GitStoreOptions usual = GitStoreOptions.DEFAULTS;
    List<String> given = new ArrayList<>(2);
    if (!options.namespace().equals(usual.namespace())) {
      given.add("namespace=" + options.namespace());
    }
    if (options.history() != usual.history()) {
      given.add("history=" + options.history());
    }
    if (!options.maxClockSkew().equals(usual.maxClockSkew())) {
      given.add("maxClockSkew=" + options.maxClockSkew());
    }
    if (!options.timeout().equals(usual.timeout())) {
      given.add("timeout=" + options.timeout());
    }
    return "git:"
        + Redaction.ofUrl(remote)
        + (given.isEmpty() ? "" : "?" + String.join("&", given));
  }

  /** Whether {@code remote} is a name, to be looked up in a checkout. */
  static boolean isName(String remote) {
    return remote.indexOf('/') < 0 && remote.indexOf(':') < 0;
  }

  private static String remote(String text, Map<String, String> environment) {
    String remote = text;
    if (text.equals("~") || text.startsWith("~/")) {
      String home = environment.getOrDefault("HOME", "");
      if (!home.startsWith("/")) {
        throw new LeaseConfigurationException(
            "the store git:" + text + " is in the home directory, and HOME is not set",
            "Set HOME, or write the whole path.",
            null);
      }
      remote = home + text.substring(1);
    }
    Optional<String> wrong = wrong(remote);
    if (wrong.isPresent()) {
      throw new LeaseConfigurationException(
          "the store git:" + shown(text) + " " + wrong.get(), EXAMPLES, null);
    }
    return remote;
  }

  private static Optional<String> wrong(String remote) {
    if (remote.isEmpty()) {
      return Optional.of("names no remote");
    }
    if (!remote.codePoints().allMatch(Printable::is) || remote.indexOf(' ') >= 0) {
      return Optional.of("has white space or characters that do not print");
    }
    if (remote.startsWith("-")) {
      return Optional.of("begins with a hyphen, as git's options do");
    }
    if (remote.contains("::")) {
      // ext::sh runs a command, and other helpers do what they like.
      return Optional.of("names a remote helper of git's, which are not supported");
    }
    if (remote.startsWith("./") || remote.startsWith("../") || isBare(remote)) {
      return Optional.of("is a relative path");
    }
    if (remote.startsWith("file:") && !remote.startsWith("file:///")) {
      return Optional.of("is no file:///absolute/path");
    }
    return Optional.empty();
  }

  /** A path that does not begin with a slash, and no {@code host:path} either. */
  private static boolean isBare(String remote) {
    return !remote.startsWith("/") && remote.indexOf('/') >= 0 && remote.indexOf(':') < 0;
  }

  private GitLocation with(String shownRemote, String text) {
    GitLocation found = this;
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String option : text.split("&", -1)) {
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      String value = equals < 0 ? "" : option.substring(equals + 1);
      if (!seen.add(name)) {
        wrong.add(shown(name) + " is given twice");
        continue;
      }
      try {
        found = found.withOption(name, value);
      } catch (IllegalArgumentException e) {
        wrong.add(String.valueOf(e.getMessage()));
      }
    }
    if (!wrong.isEmpty()) {
      throw new LeaseConfigurationException(
          "the store git:" + shownRemote + " has wrong options: " + String.join("; ", wrong),
          "Write, for instance, git:origin?namespace=refs/heads/prlease&maxClockSkew=2s.",
          null);
    }
    return found;
  }

  private GitLocation withOption(String name, String value) {
    return switch (name) {
      case "namespace" -> with(options.withNamespace(value));
      case "history" -> with(options.withHistory(count(value)));
      case "maxClockSkew" -> with(options.withMaxClockSkew(duration(name, value)));
      case "timeout" -> with(options.withTimeout(duration(name, value)));
      case "checkout" -> new GitLocation(remote, Optional.of(checkout(remote, value)), options);
      default ->
          throw new IllegalArgumentException(
              shown(name)
                  + " is no option: there are namespace, history, maxClockSkew, timeout and"
                  + " checkout");
    };
  }

  private GitLocation with(GitStoreOptions other) {
    return new GitLocation(remote, checkout, other);
  }

  private static Path checkout(String remote, String value) {
    String path = value.replace("%3F", "?").replace("%26", "&").replace("%25", "%");
    if (!isName(remote)) {
      throw new IllegalArgumentException("checkout is for names of remotes, and that is a URL");
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "checkout must be an absolute path, not " + Printable.quote(path, SHOWN));
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("checkout " + e.getMessage(), e);
    }
  }

  private static int count(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("history must be a number, not " + shown(value), e);
    }
  }

  private static Duration duration(String name, String value) {
    try {
      return DurationText.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          name + " must be a duration such as 2s or 500ms, not " + shown(value), e);
    }
  }

  private static String shown(String text) {
    return Printable.quote(Redaction.of(text), SHOWN);
  }
}
