package dev.prlease.process;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether words can be handed to a process as they are. */
final class Arguments {
  private Arguments() {}

  static void requireNoNul(List<String> words, Map<String, String> environment) {
    for (String word : words) {
      requireNoNul(word, "an argument");
    }
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      requireNoNul(variable.getKey(), "the name of a variable");
      requireNoNul(variable.getValue(), "variable " + variable.getKey());
    }
  }

  private static void requireNoNul(String text, String what) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(what + " contains a NUL character");
    }
  }

  /**
   * Why {@code words} would not arrive as they are. In the {@code C} locale the JDK silently writes
   * a question mark for what is not ASCII: another branch, another file.
   */
  static Optional<String> distorted(List<String> words) {
    for (String word : words) {
      if (!isAscii(word)) {
        Charset charset = charset();
        CharsetEncoder encoder = charset.newEncoder();
        if (!encoder.canEncode(word)) {
          return Optional.of(
              "an argument has characters that "
                  + charset.name()
                  + " cannot write; set LC_ALL=C.UTF-8 and try again");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isAscii(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** What the JDK encodes arguments with: the default charset until 17, the platform's since 18. */
  private static Charset charset() {
    return Runtime.version().feature() < 18
        ? Charset.defaultCharset()
        : Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
  }
}
