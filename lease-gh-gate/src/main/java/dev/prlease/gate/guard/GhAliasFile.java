package dev.prlease.gate.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Aliases in gh's own file: the part {@code aliases:} of {@code config.yml}, a name and a text
 * each.
 */
final class GhAliasFile implements GhAliases {
  private static final int LONGEST = 1 << 18;

  private final Map<String, String> environment;
  private Optional<Map<String, String>> read = Optional.empty();

  GhAliasFile(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Optional<String> find(String name) {
    if (read.isEmpty()) {
      read = Optional.of(parse(text()));
    }
    return Optional.ofNullable(read.get().get(name));
  }

  private String text() {
    try {
      Path file = directory().resolve("config.yml");
      return Files.isRegularFile(file) && Files.size(file) < LONGEST
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
          : "";
    } catch (IOException | InvalidPathException unreadable) {
      return "";
    }
  }

  private Path directory() {
    String own = environment.getOrDefault("GH_CONFIG_DIR", "");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    String all = environment.getOrDefault("XDG_CONFIG_HOME", "");
    return all.isEmpty()
        ? Path.of(environment.getOrDefault("HOME", "/")).resolve(".config/gh")
        : Path.of(all).resolve("gh");
  }

  /** Texts over several lines stand below their names, further to the right. */
  static Map<String, String> parse(String text) {
    Map<String, String> aliases = new HashMap<>();
    boolean inside = false;
    int indent = 0;
    String name = "";
    for (String line : (Iterable<String>) text.lines()::iterator) {
      String bare = line.strip();
      int at = line.length() - line.stripLeading().length();
      if (bare.isEmpty() || (bare.startsWith("#") && at == 0)) {
        continue;
      }
      if (at == 0) {
        inside = bare.equals("aliases:");
        indent = 0;
      } else if (inside) {
        indent = indent == 0 ? at : indent;
        int colon = bare.indexOf(':');
        if (at == indent && colon > 0) {
          name = unquoted(bare.substring(0, colon));
          aliases.put(name, value(bare.substring(colon + 1).strip()));
        } else if (at > indent) {
          aliases.merge(
              name, bare, (before, more) -> before.isEmpty() ? more : before + "\n" + more);
        }
      }
    }
    return aliases;
  }

  /** Behind a vertical bar or angle the text stands on the lines below. */
  private static String value(String text) {
    return text.startsWith("|") || text.startsWith(">") ? "" : unquoted(text);
  }

  private static String unquoted(String text) {
    int end = text.length() - 1;
    if (end > 0 && text.charAt(0) == '\'' && text.charAt(end) == '\'') {
      return text.substring(1, end).replace("''", "'");
    }
    return end > 0 && text.charAt(0) == '"' && text.charAt(end) == '"'
        ? text.substring(1, end).replace("\\\"", "\"").replace("\\\\", "\\")
        : text;
  }
}
