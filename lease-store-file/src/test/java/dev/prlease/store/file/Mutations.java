package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes the bytes of slots as failing disks, other programs and people would, and worse. Bytes
 * are handled as Latin-1 text, in which each byte is a character.
 */
final class Mutations {
  private static final Pattern NUMBER = Pattern.compile("(?<=: )\\d+");
  private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"");
  private static final Pattern NAME = Pattern.compile("\"[a-z_]+\"(?=:)");
  private static final Pattern FIELD = Pattern.compile("\"[a-z_]+\": (?:\\d+|\"[^\"]*\"),?");
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-1",
          "1",
          "0.5",
          "1e3",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551616",
          "1e308",
          "1e309",
          "-1e999999999",
          "1E400",
          "123456789012345678901234567890123456789012345678901234567890",
          "NaN",
          "Infinity",
          "0x10",
          "01",
          "+1",
          "1_000",
          "true",
          "null",
          "\"900\"",
          "[900]",
          "{}",
          "9".repeat(2_000));

  private static final List<String> STRINGS =
      List.of(
          "\"\"",
          "\" \"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\x\"",
          "\"\\u12\"",
          "\"\u00ff\u00fe\"",
          "\"\u00c0\u0080\"",
          "\"\u00f4\u0090\u0080\u0080\"",
          "\"a\nb\"",
          "'a'",
          "null",
          "1",
          "[]",
          "{}",
          "\"alice\"",
          "\"bob\"",
          "\"" + "x".repeat(300) + "\"",
          "\"" + "y".repeat(70_000) + "\"",
          "\"../../etc/passwd\"",
          "\"soak/other\"");

  private static final List<String> TIMES =
      List.of(
          "2999-01-01T00:00:00Z",
          "0000-00-00T00:00:00Z",
          "9999-12-31T23:59:60Z",
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "1970-01-01T00:00:00Z",
          "2026-02-30T00:00:00Z",
          "2026-06-30T23:59:60Z",
          "2026-06-30 23:59:59+14:00",
          "2026-06-30T23:59:59-23:59",
          "2026-06-30T23:59:59.999999999999999999Z",
          "now",
          "2026-06-30T24:00:00Z",
          "10000-01-01T00:00:00Z");

  private final Random random;
  private final List<byte[]> originals;

  /** Mutations of {@code originals}, with whose parts they are also spliced. */
  Mutations(Random random, List<byte[]> originals) {
    this.random = random;
    this.originals = originals;
  }

  /** A mutant of {@code bytes}. */
  byte[] of(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    int times = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
    for (int i = 0; i < times; i++) {
      text = once(text);
    }
    return text.getBytes(ISO_8859_1);
  }

  private String once(String text) {
    return switch (random.nextInt(20)) {
      case 0, 1 -> flipped(text);
      case 2 -> text.substring(0, at(text));
      case 3 -> text.substring(at(text));
      case 4 -> cut(text, "");
      case 5 -> cut(text, noise());
      case 6 -> repeated(text);
      case 7 -> spliced(text);
      case 8, 9 -> replaced(text, NUMBER, any(NUMBERS));
      case 10, 11 -> replaced(text, STRING, any(STRINGS));
      case 12 -> replaced(text, TIME, any(TIMES));
      case 13 ->
          replaced(text, NAME, "\"" + any(List.of("record", "key", "fence", "x", "")) + "\"");
      case 14 -> doubled(text, FIELD);
      case 15 -> replaced(text, FIELD, "");
      case 16 -> nested(text);
      case 17 ->
          text + any(List.of("\n", "\0", "{}", text, ",", "]", "}", "x", "\0".repeat(4_096)));
      case 18 -> any(List.of("\u00ef\u00bb\u00bf", " ", "\0", "//c\n", "[", "#")) + text;
      default -> whole(text);
    };
  }

  private int at(String text) {
    return random.nextInt(text.length() + 1);
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private String flipped(String text) {
    StringBuilder flipped = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      flipped.setCharAt(at, (char) (flipped.charAt(at) ^ (1 << random.nextInt(8))));
    }
    return flipped.toString();
  }

  private String noise() {
    byte[] noise = new byte[random.nextInt(40)];
    random.nextBytes(noise);
    return new String(noise, ISO_8859_1);
  }

  private String cut(String text, String instead) {
    int from = at(text);
    int to = Math.min(text.length(), from + random.nextInt(60));
    return text.substring(0, from) + instead + text.substring(to);
  }

  private String repeated(String text) {
    int from = at(text);
    int to = Math.min(text.length(), from + random.nextInt(200));
    return text.substring(0, to) + text.substring(from);
  }

  private String spliced(String text) {
    String other = new String(any(originals), ISO_8859_1);
    return random.nextBoolean()
        ? text.substring(0, at(text)) + other.substring(at(other))
        : other.substring(0, at(other)) + text.substring(at(text));
  }

  private String replaced(String text, Pattern what, String by) {
    List<int[]> found = found(text, what);
    if (found.isEmpty()) {
      return flipped(text);
    }
    int[] place = any(found);
    return text.substring(0, place[0]) + by + text.substring(place[1]);
  }

  private String doubled(String text, Pattern what) {
    List<int[]> found = found(text, what);
    if (found.isEmpty()) {
      return flipped(text);
    }
    int[] place = any(found);
    String field = text.substring(place[0], place[1]);
    return text.substring(0, place[0])
        + (field.endsWith(",") ? field : field + ",")
        + text.substring(place[0]);
  }

  private static List<int[]> found(String text, Pattern what) {
    List<int[]> found = new ArrayList<>();
    Matcher matcher = what.matcher(text);
    while (matcher.find()) {
      found.add(new int[] {matcher.start(), matcher.end()});
    }
    return found;
  }

  private String nested(String text) {
    int depth = any(List.of(2, 50, 999, 1_001, 20_000));
    String opening = any(List.of("[", "{\"record\":", "{\"x\":["));
    String closing = random.nextBoolean() ? "" : (opening.endsWith("[") ? "]" : "}").repeat(depth);
    String deep = opening.repeat(depth) + "1" + closing;
    return random.nextBoolean() ? deep : replaced(text, STRING, deep);
  }

  private String whole(String text) {
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> "\0".repeat(text.length());
      case 2 -> new String(text.getBytes(UTF_16), ISO_8859_1);
      case 3 -> new String(text.getBytes(UTF_8), ISO_8859_1);
      case 4 -> text.toUpperCase(java.util.Locale.ROOT);
      case 5 -> text.replace(" ", "").replace("\n", "");
      case 6 -> " ".repeat((1 << 20) - text.length() / 2) + text;
      default ->
          any(List.of("null", "{}", "[]", "\"x\"", "{\"record\": null}", " ", "{\"record\""));
    };
  }

  /** For messages: what the bytes are, printable. */
  static String show(byte[] bytes) {
    String text = new String(Arrays.copyOf(bytes, Math.min(bytes.length, 1_500)), ISO_8859_1);
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(
            c -> shown.append((c >= ' ' && c < 127) || c == '\n' ? "" + (char) c : "<" + c + ">"));
    return bytes.length + " bytes: " + shown;
  }
}
