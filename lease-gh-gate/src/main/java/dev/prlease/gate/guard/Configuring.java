package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a script has git configure on its way: aliases, remotes, and where pushes go. It holds for
 * what comes behind it, in whatever repository, as {@code git -c} would say it: looking at too much
 * errs on the safe side.
 */
final class Configuring {
  /** Under this, and the name of a setting, its value is noted; no shell knows such variables. */
  private static final String MARK = "git -c ";

  /** Sections of the configuration that say where a push goes, or where more of it is. */
  private static final List<String> ROUTING =
      List.of("push.", "remote.", "branch.", "url.", "include.", "includeif.");

  private static final String HOLE = String.valueOf(Marks.HOLE);

  private Configuring() {}

  /** Whether a setting of that name, in lower case, says where pushes go. */
  static boolean isRouting(String name) {
    return ROUTING.stream().anyMatch(name::startsWith) || name.indexOf(Marks.HOLE) >= 0;
  }

  /** What was noted in {@code state}, as {@code NAME=VALUE}. */
  static List<String> settings(ShellState state) {
    List<String> settings = new ArrayList<>();
    new TreeMap<>(state.variables())
        .forEach(
            (name, value) -> {
              if (name.startsWith(MARK)) {
                settings.add(name.substring(MARK.length()) + "=" + value);
              }
            });
    return settings;
  }

  /** The URL that {@code settings} give a remote of that name to push to. */
  static Optional<String> url(List<String> settings, String remote) {
    Optional<String> found = Optional.empty();
    for (String variable : List.of("url=", "pushurl=")) {
      String start = "remote." + remote + "." + variable;
      for (String setting : settings) {
        if (setting.startsWith(start)) {
          found = Optional.of(setting.substring(start.length()));
        }
      }
    }
    return found;
  }

  /** Whether {@code setting} may say where a push to {@code remote} goes. */
  static boolean isOf(String setting, Optional<String> remote) {
    boolean named = remote.filter(Marks::isKnown).isPresent();
    String name = setting.substring(0, Math.max(0, setting.indexOf('=')));
    boolean other =
        named
            && Marks.isKnown(name)
            && name.startsWith("remote.")
            && !name.startsWith("remote." + remote.get() + ".");
    return !other;
  }

  /** Notes in {@code state} what {@code words}, a subcommand of git and what follows it, set. */
  static void note(List<String> words, ShellState state) {
    if (words.get(0).equals("config")) {
      config(words, state);
    } else if (words.get(0).equals("remote")) {
      remote(words, state);
    }
  }

  private static void set(ShellState state, String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith("alias.") || isRouting(lower)) {
      state.set(MARK + name, value);
    }
  }

  private static void config(List<String> words, ShellState state) {
    List<String> operands = new ArrayList<>();
    boolean unset = false;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "-f", "--file", "--blob", "--type", "--default", "--value", "--comment" -> i++;
        case "--unset", "--unset-all", "--remove-section", "--rename-section" -> unset = true;
        default -> {
          if (word.startsWith("--get") || word.equals("--list") || word.equals("-l")) {
            return;
          }
          if (!word.startsWith("-")) {
            operands.add(word);
          }
        }
      }
    }
    // Newer versions of git have words for what is done; names of settings have dots in them.
    String verb = operands.isEmpty() ? "" : operands.get(0);
    switch (verb) {
      case "get", "list", "edit" -> operands.clear();
      case "set" -> operands.remove(0);
      case "unset", "remove-section", "rename-section" -> {
        operands.remove(0);
        unset = true;
      }
      default -> {}
    }
    if (unset) {
      // What counts then, only git will know.
      operands.stream()
          .filter(name -> !name.startsWith("alias."))
          .forEach(name -> gone(name, state));
    } else if (operands.size() > 1) {
      set(state, operands.get(0), operands.get(1));
    }
  }

  private static void gone(String name, ShellState state) {
    set(state, name.indexOf('.') < 0 ? name + "." : name, HOLE);
  }

  private static void remote(List<String> words, ShellState state) {
    List<String> operands = new ArrayList<>();
    boolean push = false;
    boolean mirror = false;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-t") || word.equals("-m")) {
        i++;
      } else if (word.startsWith("-")) {
        push |= word.equals("--push");
        mirror |= word.startsWith("--mirror") && !word.equals("--mirror=fetch");
      } else {
        operands.add(word);
      }
    }
    String verb = operands.isEmpty() ? "" : operands.get(0);
    if (verb.equals("rename") && operands.size() > 2) {
      // Where the former name leads is for git to know.
      set(state, "remote." + operands.get(2) + ".url", HOLE);
    } else if ((verb.equals("add") || verb.equals("set-url")) && operands.size() > 2) {
      String section = "remote." + operands.get(1) + ".";
      set(state, section + (push ? "pushurl" : "url"), operands.get(2));
      if (mirror && verb.equals("add")) {
        set(state, section + "mirror", "true");
      }
    }
  }
}
