package dev.prlease.mcp.tool;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands speak of their options; a model knows the arguments that they were made of. */
final class OptionNames {
  private static final Pattern OPTION = Pattern.compile("--([a-z]+(?:-[a-z]+)*)");

  private static final Map<String, String> OTHERS =
      Map.of(
          "expect", "expected_commit",
          "required", "required_checks_only",
          "repo", "repository",
          "pr", "pull_request",
          "key", "repository");

  private OptionNames() {}

  /** The same text about arguments. */
  static String toArguments(String text) {
    return OPTION
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    "'"
                        + OTHERS.getOrDefault(found.group(1), found.group(1).replace('-', '_'))
                        + "'"));
  }
}
