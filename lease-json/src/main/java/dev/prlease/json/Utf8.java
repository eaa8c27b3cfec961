package dev.prlease.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes that claim to be UTF-8. */
final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /** Whether all are characters of ASCII, and none is zero. */
  static boolean isAscii(byte[] bytes) {
    for (byte each : bytes) {
      if (each <= 0) {
        return false;
      }
    }
    return true;
  }

  /** The text, or nothing if the bytes are not UTF-8 to the last one. */
  static Optional<String> decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) {
      return Optional.of(text);
    }
    // Either the replacement character itself is in the text, or it stands for bytes that are none.
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }
}
