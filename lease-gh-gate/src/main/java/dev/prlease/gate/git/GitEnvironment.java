package dev.prlease.gate.git;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The variables that git gets: the user's, made so that answers are stable and nothing waits. */
final class GitEnvironment {
  /**
   * They say where a repository is, and are set where git runs hooks: the directory alone is to say
   * it. Configuration by variables ({@code git -c}) stays.
   */
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

  private GitEnvironment() {}

  /** A credential that is missing is an error, unless the user's own variables say otherwise. */
  static Map<String, String> of(Map<String, String> users) {
    Map<String, String> environment = new HashMap<>(users);
    environment
        .keySet()
        .removeIf(
            name -> WHERE.contains(name) || LOUD.contains(name) || name.startsWith("GIT_TRACE"));
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("GIT_PAGER", "cat");
    environment.put("GIT_EDITOR", ":");
    environment.put("GIT_SEQUENCE_EDITOR", ":");
    environment.put("GIT_MERGE_AUTOEDIT", "no");
    environment.putIfAbsent("GIT_TERMINAL_PROMPT", "0");
    environment.putIfAbsent("GCM_INTERACTIVE", "never");
    return Map.copyOf(environment);
  }
}
