package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a shell would know at some point of a script, as far as it can be told. */
final class ShellState {
  private Optional<Path> directory;
  private Optional<Path> previous = Optional.empty();
  private final Map<String, String> variables;

  ShellState(Optional<Path> directory, Map<String, String> variables) {
    this.directory = directory;
    this.variables = new HashMap<>(variables);
  }

  ShellState copy() {
    ShellState copy = new ShellState(directory, variables);
    copy.previous = previous;
    return copy;
  }

  Optional<Path> directory() {
    return directory;
  }

  /** Moves to where {@code path} leads from here. */
  void enter(String path, Optional<Path> home) {
    Optional<Path> before = directory;
    directory = path.equals("-") ? previous : resolve(directory, path, home);
    previous = before;
  }

  void leaveAll() {
    directory = Optional.empty();
  }

  void set(String name, String value) {
    variables.put(name, value);
  }

  void forget(String name) {
    variables.remove(name);
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(variables.get(name));
  }

  Map<String, String> variables() {
    return variables;
  }

  /** Where {@code path} leads from {@code base}; empty if only the shell will know. */
  static Optional<Path> resolve(Optional<Path> base, String path, Optional<Path> home) {
    try {
      if (path.isEmpty() || path.equals(String.valueOf(Marks.TOP))) {
        return base;
      }
      if (!Marks.isKnown(path) || path.indexOf(Marks.BRANCH) >= 0) {
        return Optional.empty();
      }
      if (path.equals("~") || path.startsWith("~/")) {
        String rest = path.length() > 2 ? path.substring(2) : "";
        return home.map(at -> at.resolve(rest).normalize());
      }
      if (path.startsWith("/")) {
        return Optional.of(Path.of(path).normalize());
      }
      return base.map(at -> at.resolve(path).normalize());
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }
}
