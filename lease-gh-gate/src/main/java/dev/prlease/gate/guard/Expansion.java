package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import dev.prlease.gate.guard.shell.Part;
import dev.prlease.gate.guard.shell.Part.Quoting;
import dev.prlease.gate.guard.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes of written words what a program would be called with, with marks for what is not known. */
final class Expansion {
  /** Longer values are not followed: nothing that matters here is longer, and copies add up. */
  static final int LONGEST_VALUE = 512;

  private Expansion() {}

  static List<String> expand(List<Word> words, ShellState state) {
    List<String> all = new ArrayList<>(words.size());
    for (Word word : words) {
      expand(word, state, all);
    }
    return all;
  }

  private static void expand(Word word, ShellState state, List<String> to) {
    StringBuilder current = new StringBuilder();
    boolean present = word.parts().isEmpty();
    for (Part part : word.parts()) {
      if (part instanceof Part.Variable variable && variable.quoting() == Quoting.BARE) {
        Optional<String> value = state.get(variable.name());
        if (value.isPresent()) {
          present |= split(value.get(), current, to);
          continue;
        }
      }
      String value = value(part, state);
      current.append(value);
      present |= !value.isEmpty() || part.quoting() == Quoting.QUOTED;
    }
    if (present) {
      to.add(hasBraces(word) ? withHole(current.toString()) : current.toString());
    }
  }

  /** The words that an unquoted value makes; the last one stays open. */
  private static boolean split(String value, StringBuilder current, List<String> to) {
    boolean present = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ' ' || c == '\t' || c == '\n') {
        if (current.length() > 0) {
          to.add(current.toString());
          current.setLength(0);
        }
        present = false;
      } else {
        current.append(c);
        present = true;
      }
    }
    return present;
  }

  /** The whole word as one piece. */
  static String join(Word word, ShellState state) {
    StringBuilder all = new StringBuilder();
    for (Part part : word.parts()) {
      all.append(value(part, state));
    }
    return all.toString();
  }

  private static String value(Part part, ShellState state) {
    if (part instanceof Part.Text text) {
      return text.value();
    }
    if (part instanceof Part.Variable variable) {
      Optional<String> value = state.get(variable.name());
      if (value.isPresent() && value.get().length() <= LONGEST_VALUE) {
        return value.get();
      }
      return variable.name().equals("PWD") ? String.valueOf(Marks.TOP) : hole();
    }
    return hole();
  }

  /** Whether the shell makes several words of it: {@code a{b,c}}. */
  private static boolean hasBraces(Word word) {
    for (Part part : word.parts()) {
      if (part instanceof Part.Text text && text.quoting() == Quoting.BARE) {
        String value = text.value();
        int open = value.indexOf('{');
        if (open >= 0
            && (value.indexOf(',', open) > 0 || value.indexOf("..", open) > 0)
            && !value.startsWith("@{")) {
          return true;
        }
      }
    }
    return false;
  }

  private static String withHole(String text) {
    return text.substring(0, Math.max(0, text.indexOf('{'))) + Marks.HOLE;
  }

  private static String hole() {
    return String.valueOf(Marks.HOLE);
  }
}
