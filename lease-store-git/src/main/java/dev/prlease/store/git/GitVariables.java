package dev.prlease.store.git;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The variables that git gets: the user's, made so that answers are stable and nothing waits. */
final class GitVariables {
  /** They say where a repository is, and are set where git runs hooks. */
  private static final Set<String> WHERE =
      Set.of(
          "GIT_DIR",
          "GIT_WORK_TREE",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_QUARANTINE_PATH",
          "GIT_COMMON_DIR",
          "GIT_NAMESPACE",
          "GIT_PREFIX",
          "GIT_INTERNAL_SUPER_PREFIX",
          "GIT_GRAFT_FILE",
          "GIT_SHALLOW_FILE",
          "GIT_REFLOG_ACTION",
          "GIT_CONFIG");

  /** With these git says more than is understood here; traces of requests hold credentials. */
  private static final Set<String> LOUD =
      Set.of("LANGUAGE", "GIT_CURL_VERBOSE", "GIT_REDACT_COOKIES", "GIT_PROGRESS_DELAY");

  private GitVariables() {}

  /** A credential that is missing is an error, unless the user's own variables say otherwise. */
  static Map<String, String> of(Map<String, String> users) {
    Map<String, String> variables = new HashMap<>(users);
    variables
        .keySet()
        .removeIf(
            name -> WHERE.contains(name) || LOUD.contains(name) || name.startsWith("GIT_TRACE"));
    variables.put("LC_ALL", "C.UTF-8");
    variables.putIfAbsent("GIT_TERMINAL_PROMPT", "0");
    variables.putIfAbsent("GCM_INTERACTIVE", "never");
    return variables;
  }

  /** The same for a repository of ours. */
  static Map<String, String> in(Map<String, String> variables, Path repository, Path objects) {
    Map<String, String> more = new HashMap<>(variables);
    more.put("GIT_DIR", repository.toString());
    more.put("GIT_OBJECT_DIRECTORY", objects.toString());
    return more;
  }

  /** Whether the user's variables say how to call ssh. */
  static boolean namesSsh(Map<String, String> variables) {
    return variables.containsKey("GIT_SSH_COMMAND") || variables.containsKey("GIT_SSH");
  }
}
