package dev.prlease.gate.guard;

import dev.prlease.gate.guard.JsonText.Malformed;
import dev.prlease.gate.guard.JsonText.Member;
import dev.prlease.gate.guard.JsonText.Value;
import java.util.List;
import java.util.Optional;

/**
 * Puts an entry into an array of a JSON document, or takes it out, and leaves all else as it is
 * written. What is put in follows the layout of what is there.
 */
final class JsonEdit {
  private JsonEdit() {}

  /**
   * {@code document} with {@code entry} as the last item of the array that {@code path} leads to,
   * which is made if need be.
   *
   * @param entry an item in one line
   * @throws Malformed if something else stands in the way
   */
  static String append(String document, List<String> path, String entry) throws Malformed {
    String text = document.isBlank() ? "{}\n" : document;
    Value at = JsonText.read(text);
    for (int i = 0; i < path.size(); i++) {
      if (!at.isObject()) {
        throw new Malformed(where(path, i) + " is no object");
      }
      Optional<Value> next = at.get(path.get(i));
      if (next.isEmpty()) {
        String content = "[" + entry + "]";
        for (int inner = path.size() - 1; inner > i; inner--) {
          content = "{\"" + path.get(inner) + "\": " + content + "}";
        }
        Layout layout = Layout.of(text, at);
        return insert(text, at, "\"" + path.get(i) + "\": " + content, layout);
      }
      at = next.get();
    }
    if (!at.isArray()) {
      throw new Malformed(where(path, path.size()) + " is no array");
    }
    Layout layout = Layout.of(text, at);
    return insert(text, at, entry, layout);
  }

  private static String where(List<String> path, int count) {
    return count == 0 ? "it" : "\"" + String.join(".", path.subList(0, count)) + "\"";
  }

  private static String insert(String text, Value into, String content, Layout layout) {
    int end = lastEnd(into);
    if (end < 0) {
      return text.substring(0, into.start() + 1)
          + layout.opening()
          + content
          + layout.closing()
          + text.substring(into.end() - 1);
    }
    return text.substring(0, end) + "," + layout.between() + content + text.substring(end);
  }

  private static int lastEnd(Value value) {
    int end = -1;
    for (Member member : value.members().values()) {
      end = member.value().end();
    }
    for (Value item : value.items()) {
      end = item.end();
    }
    return end;
  }

  /**
   * {@code document} without the item {@code index} of the array that {@code path} leads to, and
   * without what is empty then.
   */
  static String remove(String document, List<String> path, int index) throws Malformed {
    Value root = JsonText.read(document);
    Value array = root;
    for (String name : path) {
      array = array.get(name).orElseThrow(() -> new Malformed("it has no \"" + name + "\""));
    }
    if (array.items().size() > 1) {
      return without(document, array, index);
    }
    // The array would be empty: it goes, and so does what would be empty without it.
    for (int length = path.size() - 1; length >= 0; length--) {
      Value holder = root;
      for (String name : path.subList(0, length)) {
        holder = holder.get(name).orElseThrow();
      }
      if (holder.members().size() > 1 || length == 0) {
        return without(document, holder, path.get(length));
      }
    }
    return document;
  }

  /** {@code document} without one of the several items of {@code array}. */
  static String without(String document, Value array, int index) {
    List<Value> items = array.items();
    int from = index > 0 ? items.get(index - 1).end() : items.get(0).start();
    int to = index > 0 ? items.get(index).end() : items.get(1).start();
    return document.substring(0, from) + document.substring(to);
  }

  private static String without(String document, Value holder, String name) {
    Member gone = holder.members().get(name);
    int previousEnd = -1;
    int nextStart = -1;
    boolean passed = false;
    for (Member member : holder.members().values()) {
      if (member.equals(gone)) {
        passed = true;
      } else if (!passed) {
        previousEnd = member.value().end();
      } else if (nextStart < 0) {
        nextStart = member.start();
      }
    }
    if (gone == null) {
      return document;
    }
    if (previousEnd >= 0) {
      return document.substring(0, previousEnd) + document.substring(gone.value().end());
    }
    if (nextStart >= 0) {
      return document.substring(0, gone.start()) + document.substring(nextStart);
    }
    return document.substring(0, holder.start()) + "{}" + document.substring(holder.end());
  }

  /** How a document is laid out at one place. */
  private record Layout(String newline, String indent, String outer) {
    private static final String UNIT = "  ";

    /** That of what is put into {@code value}; no newline where it is all in one line. */
    static Layout of(String text, Value value) {
      String newline = text.contains("\r\n") ? "\r\n" : "\n";
      int first = firstStart(value);
      String outer = indentOf(text, value.start());
      if (first < 0) {
        return new Layout(newline, outer + unit(text), outer);
      }
      boolean spread = text.substring(value.start(), first).contains("\n");
      return spread ? new Layout(newline, indentOf(text, first), outer) : new Layout("", "", "");
    }

    private static int firstStart(Value value) {
      if (!value.members().isEmpty()) {
        return value.members().values().iterator().next().start();
      }
      return value.items().isEmpty() ? -1 : value.items().get(0).start();
    }

    private static String indentOf(String text, int at) {
      int line = text.lastIndexOf('\n', at - 1) + 1;
      int end = line;
      while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
        end++;
      }
      return text.substring(line, Math.min(end, Math.max(line, at)));
    }

    /** The indentation of the document's first line that has any. */
    private static String unit(String text) {
      int at = text.indexOf('\n') + 1;
      int end = at;
      while (at > 0
          && end < text.length()
          && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
        end++;
      }
      return end > at ? text.substring(at, end) : UNIT;
    }

    String opening() {
      return newline + indent;
    }

    String closing() {
      return newline + outer;
    }

    String between() {
      return newline.isEmpty() ? " " : newline + indent;
    }
  }
}
