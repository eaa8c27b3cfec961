package dev.prlease.process;

import java.util.Map;
import java.util.Set;

/** Gives a process exactly the variables that it should have. */
final class Environments {
  /**
   * A shell that finds these in its environment turns them into its own options, and hands its own
   * options on through them: the command would run with the script's.
   */
  private static final Set<String> SHELL_OPTIONS = Set.of("SHELLOPTS", "BASHOPTS");

  private Environments() {}

  /**
   * Changes only what differs: variables that are passed on unchanged keep their very bytes, which
   * need not be text in this JVM's charset.
   */
  static void apply(ProcessBuilder builder, Map<String, String> wanted) {
    Map<String, String> present = builder.environment();
    present.keySet().removeIf(name -> !wanted.containsKey(name));
    for (Map.Entry<String, String> variable : wanted.entrySet()) {
      if (!variable.getValue().equals(present.get(variable.getKey()))) {
        present.put(variable.getKey(), variable.getValue());
      }
    }
  }

  /** As {@link #apply}, for a command that a shell script starts. */
  static void applyBehindShell(ProcessBuilder builder, Map<String, String> wanted) {
    apply(builder, wanted);
    builder.environment().keySet().removeAll(SHELL_OPTIONS);
  }
}
