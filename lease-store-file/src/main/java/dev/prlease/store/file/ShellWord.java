package dev.prlease.store.file;

import java.nio.file.Path;

/** A path as one word of a command that a user may copy. */
final class ShellWord {
  private ShellWord() {}

  static String of(Path path) {
    String text = path.toString();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          Ascii.isLowerOrDigit(c) || (c >= 'A' && c <= 'Z') || "/._-+@%:,".indexOf(c) >= 0;
      if (!plain) {
        return "'" + text.replace("'", "'\\''") + "'";
      }
    }
    return text;
  }
}
