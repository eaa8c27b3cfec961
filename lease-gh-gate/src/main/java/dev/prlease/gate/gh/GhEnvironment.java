package dev.prlease.gate.gh;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The variables that gh gets: the user's, made so that answers are stable and nothing waits. */
final class GhEnvironment {
  /** They change what is written, or write more; traces hold credentials. */
  private static final List<String> UNWANTED =
      List.of(
          "GH_FORCE_TTY",
          "GH_PAGER",
          "PAGER",
          "GH_DEBUG",
          "DEBUG",
          "GH_REPO",
          "CLICOLOR",
          "CLICOLOR_FORCE",
          "LANGUAGE");

  private GhEnvironment() {}

  static Map<String, String> of(Map<String, String> users) {
    Map<String, String> environment = new HashMap<>(users);
    environment.keySet().removeAll(UNWANTED);
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("NO_COLOR", "1");
    environment.put("GH_PROMPT_DISABLED", "1");
    environment.put("GH_NO_UPDATE_NOTIFIER", "1");
    environment.put("GH_NO_EXTENSION_UPDATE_NOTIFIER", "1");
    environment.put("GH_SPINNER_DISABLED", "1");
    return environment;
  }
}
