package dev.prlease.store.file;

import dev.prlease.api.LeaseConfigurationException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the directory of everything that prlease keeps on this host. */
final class PrleaseHome {
  private static final String VARIABLE = "PRLEASE_HOME";
  private static final String HOME = "HOME";

  private static final Set<String> NAMES = Set.of("leases", "plugins", "hooks", ConfigFile.NAME);

  private PrleaseHome() {}

  /** Whether {@code name} is that of something which prlease keeps in its home. */
  static boolean isOurs(String name) {
    return NAMES.contains(name) || AuditFiles.isName(name);
  }

  /**
   * {@code PRLEASE_HOME}, else {@code ~/.prlease}.
   *
   * @throws LeaseConfigurationException if neither it nor {@code HOME} is set: a directory that
   *     others know of too, such as {@code /tmp}, is no place for leases
   */
  static Path find(Map<String, String> environment) {
    Optional<String> given = value(environment, VARIABLE);
    if (given.isPresent()) {
      return expand(given.get(), VARIABLE + " '" + given.get() + "'", environment);
    }
    return home(environment).resolve(".prlease");
  }

  /** The same; empty where that throws. */
  static Optional<Path> ifKnown(Map<String, String> environment) {
    try {
      return Optional.of(find(environment));
    } catch (LeaseConfigurationException unknown) {
      return Optional.empty();
    }
  }

  /**
   * The absolute path that {@code text} stands for; a leading {@code ~/} is the home directory.
   *
   * @param what names the text in an error message
   */
  static Path expand(String text, String what, Map<String, String> environment) {
    Path path;
    if (text.equals("~")) {
      path = home(environment);
    } else if (text.startsWith("~/")) {
      path = home(environment).resolve(withoutLeadingSlashes(text.substring(2)));
    } else if (text.startsWith("~")) {
      throw new LeaseConfigurationException(
          what + " names the home directory of another user",
          "Write that directory out, or ~/ for your own.",
          null);
    } else {
      path = Path.of(text);
    }
    if (!path.isAbsolute()) {
      // Each working directory would have leases of its own, and nobody would coordinate (L8).
      throw new LeaseConfigurationException(
          what + " is a relative path",
          "Write an absolute path, or one that starts with ~/.",
          null);
    }
    return path.normalize();
  }

  private static String withoutLeadingSlashes(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == '/') {
      start++;
    }
    return text.substring(start);
  }

  private static Path home(Map<String, String> environment) {
    Optional<String> home = value(environment, HOME);
    if (home.isEmpty() || !home.get().startsWith("/")) {
      throw new LeaseConfigurationException(
          home.map(text -> "HOME is '" + text + "', not an absolute path")
              .orElse("neither PRLEASE_HOME nor HOME is set"),
          "Set PRLEASE_HOME to a directory of your own, or name a store with its full path.",
          null);
    }
    return Path.of(home.get());
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    String text = environment.getOrDefault(name, "");
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
