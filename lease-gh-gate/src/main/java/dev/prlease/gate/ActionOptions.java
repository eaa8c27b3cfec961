package dev.prlease.gate;

import dev.prlease.api.forge.MergeMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The words behind an action's name: {@code --flag}, {@code --option VALUE}, {@code
 * --option=VALUE}.
 */
final class ActionOptions {
  private final String action;
  private final Map<String, String> given = new LinkedHashMap<>();

  /**
   * Reads {@code words}.
   *
   * @param flags the options without a value
   * @param options those with one
   * @throws IllegalArgumentException if there is a word that is neither
   */
  ActionOptions(String action, List<String> words, Set<String> flags, Set<String> options) {
    this.action = action;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      int equals = word.indexOf('=');
      String name = word.startsWith("--") && equals > 0 ? word.substring(0, equals) : word;
      boolean isFlag = flags.contains(name) && equals < 0;
      if (!isFlag && !options.contains(name)) {
        throw new IllegalArgumentException(
            action + " does not know " + shown(word) + "; it knows " + all(flags, options));
      }
      String value = "";
      if (!isFlag && equals > 0) {
        value = word.substring(equals + 1);
      } else if (!isFlag) {
        i++;
        if (i == words.size()) {
          throw wrong(name + " needs a value");
        }
        value = words.get(i);
      }
      if (given.put(name, value) != null) {
        throw wrong(name + " is given twice");
      }
    }
  }

  private static String shown(String word) {
    return word.isEmpty() ? "''" : word;
  }

  private static String all(Set<String> flags, Set<String> options) {
    Set<String> all = new TreeSet<>(flags);
    all.addAll(options);
    return all.isEmpty() ? "no option" : String.join(", ", all);
  }

  boolean has(String flag) {
    return given.containsKey(flag);
  }

  Optional<String> value(String option) {
    return Optional.ofNullable(given.get(option));
  }

  /** How to merge; squashed, unless something else is said. */
  MergeMethod method() {
    Optional<MergeMethod> chosen = Optional.empty();
    for (MergeMethod method : MergeMethod.values()) {
      if (has(flag(method))) {
        if (chosen.isPresent()) {
          throw wrong(flag(chosen.get()) + " and " + flag(method) + " exclude each other");
        }
        chosen = Optional.of(method);
      }
    }
    return chosen.orElse(MergeMethod.SQUASH);
  }

  static String flag(MergeMethod method) {
    return "--" + method.name().toLowerCase(Locale.ROOT);
  }

  /** A commit, all of its digits. */
  Optional<String> commit(String option) {
    Optional<String> sha = value(option);
    if (sha.isPresent() && !sha.get().matches("[0-9a-f]{40}|[0-9a-f]{64}")) {
      throw wrong(
          option + " needs all 40 lower-case hexadecimal digits of a commit, not " + sha.get());
    }
    return sha;
  }

  IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(action + ": " + what);
  }
}
