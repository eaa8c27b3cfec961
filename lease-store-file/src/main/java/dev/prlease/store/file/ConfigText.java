package dev.prlease.store.file;

import dev.prlease.api.LeaseConfigurationException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the lines of a configuration file: {@code NAME = VALUE} in UTF-8, blank lines, and comments
 * that begin with {@code #} or {@code !}. Blanks around name and value do not count.
 *
 * <p>What it accepts means the same to every reader of Java properties. What would not (an escape
 * or a continued line, both with a backslash; a colon or a blank for the equals sign) is refused,
 * and so are a name that is there twice and bytes that are no text.
 */
final class ConfigText {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private ConfigText() {}

  /**
   * The settings in {@code bytes}.
   *
   * @param file for messages
   * @throws LeaseConfigurationException naming each line that is no setting
   */
  static List<ConfigFile.Setting> parse(Path file, byte[] bytes) {
    List<ConfigFile.Setting> settings = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    int number = 0;
    int from = 0;
    while (from < bytes.length) {
      int end = from;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      number++;
      String trouble = take(bytes, from, end, number, settings);
      if (!trouble.isEmpty()) {
        wrong.add("line " + number + ": " + trouble);
      }
      from = end + 1;
    }
    if (!wrong.isEmpty()) {
      throw new LeaseConfigurationException(
          file + " " + String.join("; ", wrong),
          "Write one setting a line, NAME = VALUE, in UTF-8; # begins a comment.",
          null);
    }
    return settings;
  }

  /** Adds what the line says; returns what is wrong with it, or nothing. */
  private static String take(
      byte[] bytes, int from, int end, int number, List<ConfigFile.Setting> settings) {
    String line;
    try {
      line =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes, from, end - from))
              .toString();
    } catch (CharacterCodingException e) {
      return "it is not text in UTF-8";
    }
    if (number == 1 && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK) {
      line = line.substring(1);
    }
    line = line.strip();
    if (line.isEmpty() || line.charAt(0) == '#' || line.charAt(0) == '!') {
      return "";
    }
    int equals = line.indexOf('=');
    String name = equals < 0 ? line : line.substring(0, equals).strip();
    if (equals < 0 || !isName(name)) {
      return "it is no NAME = VALUE";
    }
    if (line.indexOf('\\') >= 0) {
      return name + ": a backslash means nothing here";
    }
    for (ConfigFile.Setting other : settings) {
      if (other.name().equals(name)) {
        return name + " is there already, on line " + other.line();
      }
    }
    settings.add(new ConfigFile.Setting(name, line.substring(equals + 1).strip(), number));
    return "";
  }

  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c == ':' || c == '\\' || c == '=') {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
