package dev.prlease.gate.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What must not be shown: passwords and tokens of the environment, and whatever looks like one.
 * What other programs say goes through it before it becomes a message, an audit detail or a log.
 *
 * <p>Immutable; safe for use by several threads at once.
 */
public final class Secrets {
  private static final String HIDDEN = "***";

  /** A shorter value would be found in half of all texts, and guards nothing. */
  private static final int SHORTEST = 8;

  private static final Set<String> NAMES = Set.of("TOKEN", "SECRET", "PASSWORD");
  private static final List<String> ENDINGS =
      List.of("_TOKEN", "_SECRET", "_PASSWORD", "_PASS", "_PAT", "_API_KEY");

  private static final Pattern TOKEN = Pattern.compile("(?<!\\w)(?:gh[a-z]_|github_pat_)\\w{10,}");

  /** User and password of a URL; {@code git@} alone is none. */
  private static final Pattern USER_INFO = Pattern.compile("://(?!git@)[^/\\s]*@");

  private static final Pattern HEADER =
      Pattern.compile(
          "(authorization['\"]?\\s{0,2}[:=]\\W{0,3}(?:(?:token|bearer|basic)\\s+)?)[^\\s'\"]+",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PARAMETER =
      Pattern.compile(
          "([?&;][a-z_-]{0,40}(?:token|secret|password)=)[^&\\s'\"]+", Pattern.CASE_INSENSITIVE);

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  /** Those that {@code environment} has. */
  public static Secrets of(Map<String, String> environment) {
    List<String> values = new ArrayList<>();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String value = variable.getValue().strip();
      if (value.length() >= SHORTEST && isSecret(variable.getKey())) {
        values.add(value);
      }
    }
    // The longest first: one may be the beginning of another.
    values.sort(Comparator.comparingInt(String::length).reversed());
    return new Secrets(List.copyOf(values));
  }

  private static boolean isSecret(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    return NAMES.contains(name) || ENDINGS.stream().anyMatch(name::endsWith);
  }

  /** {@code text} with stars where a secret stands. */
  public String redact(String text) {
    String safe = text;
    for (String value : values) {
      safe = safe.replace(value, HIDDEN);
    }
    safe = TOKEN.matcher(safe).replaceAll(HIDDEN);
    safe = USER_INFO.matcher(safe).replaceAll("://" + HIDDEN + "@");
    safe = HEADER.matcher(safe).replaceAll("$1" + HIDDEN);
    return PARAMETER.matcher(safe).replaceAll("$1" + HIDDEN);
  }

  /** How many secrets there are, without any of them. */
  @Override
  public String toString() {
    return "Secrets[" + values.size() + "]";
  }
}
