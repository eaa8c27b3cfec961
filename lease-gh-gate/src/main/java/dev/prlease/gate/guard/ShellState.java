package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a shell would know at some point of a script, as far as it can be told. */
final class ShellState {
  /** Of so many the values are followed. */
  private static final int MOST_VARIABLES = 256;

  /** So many are told apart. */
  private static final int MOST_STATES = 4;

  private static final String HOLE = String.valueOf(Marks.HOLE);

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
    if (variables.size() < MOST_VARIABLES || variables.containsKey(name)) {
      variables.put(name, value);
    }
  }

  /** Takes over what {@code other} knows. */
  void become(ShellState other) {
    directory = other.directory;
    previous = other.previous;
    if (other.variables != variables) {
      variables.clear();
      variables.putAll(other.variables);
    }
  }

  private boolean isAs(ShellState other) {
    return directory.equals(other.directory)
        && previous.equals(other.previous)
        && variables.equals(other.variables);
  }

  static List<ShellState> copies(List<ShellState> states) {
    return states.stream().map(ShellState::copy).toList();
  }

  /** All of both, each once; if they are too many, one in their place. */
  static List<ShellState> union(List<ShellState> some, List<ShellState> more) {
    if (some.isEmpty() || more.isEmpty() || some == more) {
      return distinct(some.isEmpty() ? more : some);
    }
    List<ShellState> all = new ArrayList<>(some);
    all.addAll(more);
    return distinct(all);
  }

  private static List<ShellState> distinct(List<ShellState> all) {
    if (all.size() < 2) {
      return all;
    }
    List<ShellState> different = new ArrayList<>();
    for (ShellState state : all) {
      if (different.stream().noneMatch(state::isAs)) {
        different.add(state);
      }
    }
    return different.size() > MOST_STATES ? List.of(merge(different)) : different;
  }

  static boolean same(List<ShellState> some, List<ShellState> others) {
    return some.size() == others.size()
        && some.stream().allMatch(state -> others.stream().anyMatch(state::isAs));
  }

  /** What all of {@code states} have in common; the rest only the shell will know. */
  static ShellState merge(List<ShellState> states) {
    ShellState merged = states.get(0).copy();
    for (ShellState state : states.subList(1, states.size())) {
      merged.directory = merged.directory.filter(at -> state.directory.equals(Optional.of(at)));
      merged.previous = merged.previous.filter(at -> state.previous.equals(Optional.of(at)));
      state.variables.keySet().forEach(name -> merged.variables.putIfAbsent(name, HOLE));
      merged.variables.replaceAll(
          (name, value) -> value.equals(state.variables.get(name)) ? value : HOLE);
    }
    return merged;
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
