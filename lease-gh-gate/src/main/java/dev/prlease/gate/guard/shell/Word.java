package dev.prlease.gate.guard.shell;

import java.util.List;
import java.util.Optional;

/**
 * A word as it is written.
 *
 * @param parts its pieces, in order; none for an empty one in quotes
 */
public record Word(List<Part> parts) {
  /** Copies the parts. */
  public Word {
    parts = List.copyOf(parts);
  }

  /** The word, if it is plain text without any quotes: what the shell may take for its own. */
  public Optional<String> plain() {
    return parts.size() == 1
            && parts.get(0) instanceof Part.Text text
            && text.quoting() == Part.Quoting.BARE
        ? Optional.of(text.value())
        : Optional.empty();
  }

  /** The word, if it is text, quoted or not. */
  public Optional<String> literal() {
    StringBuilder all = new StringBuilder();
    for (Part part : parts) {
      if (!(part instanceof Part.Text text)) {
        return Optional.empty();
      }
      all.append(text.value());
    }
    return Optional.of(all.toString());
  }

  /** How many characters of the first part are {@code NAME=}; 0 if it is no assignment. */
  public int assignment() {
    if (parts.isEmpty()
        || !(parts.get(0) instanceof Part.Text text)
        || text.quoting() == Part.Quoting.QUOTED) {
      return 0;
    }
    String value = text.value();
    int at = 0;
    while (at < value.length() && isName(value.charAt(at), at)) {
      at++;
    }
    if (at > 0 && value.startsWith("+=", at)) {
      return at + 2;
    }
    return at > 0 && value.startsWith("=", at) ? at + 1 : 0;
  }

  static boolean isName(char c, int at) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (at > 0 && c >= '0' && c <= '9');
  }
}
