package dev.prlease.cli;

import java.util.HashMap;
import java.util.Map;

/**
 * Undoes in the environment what the launcher had to do to it.
 *
 * <p>A JVM that starts in a locale without UTF-8 turns every other character of its arguments,
 * environment and file names into the same one, so that two sessions or keys could look alike. The
 * launcher therefore starts it under {@code C.UTF-8} and leaves the caller's own {@code LC_ALL} in
 * {@value #KEPT}: behind a {@code +} if it was set, and {@code -} if it was not.
 */
final class OuterLocale {
  private static final String KEPT = "PRLEASE_OUTER_LC_ALL";
  private static final String CHANGED = "LC_ALL";

  private OuterLocale() {}

  /** {@code environment} as the caller of the launcher had it. */
  static Map<String, String> restore(Map<String, String> environment) {
    String kept = environment.get(KEPT);
    if (kept == null) {
      return environment;
    }
    Map<String, String> restored = new HashMap<>(environment);
    restored.remove(KEPT);
    if (kept.startsWith("+")) {
      restored.put(CHANGED, kept.substring(1));
    } else {
      restored.remove(CHANGED);
    }
    return restored;
  }
}
