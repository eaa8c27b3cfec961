package dev.prlease.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text that a field had last. Slots that are read one after another often say the same: then
 * they share one string, and none is made.
 */
final class LastText {
  private byte[] bytes = {};
  private String text = "";

  /** The text of plain ASCII in {@code found} from {@code from} to {@code to}. */
  String or(byte[] found, int from, int to) {
    if (!Arrays.equals(bytes, 0, bytes.length, found, from, to)) {
      bytes = Arrays.copyOfRange(found, from, to);
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    return text;
  }
}
