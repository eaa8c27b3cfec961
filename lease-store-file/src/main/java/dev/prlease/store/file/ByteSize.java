package dev.prlease.store.file;

import java.util.OptionalLong;

/** Sizes as people write them: {@code 1048576}, {@code 512KiB}, {@code 64MiB}, {@code 1GiB}. */
final class ByteSize {
  static final String FORMS = "64MiB, 512KiB, 1GiB, or in bytes.";

  /** Up to 999,999 GiB: no overflow. */
  private static final int MAX_DIGITS_WITH_UNIT = 6;

  private static final int MAX_DIGITS = 15;

  private ByteSize() {}

  /** In bytes; empty if {@code text} is no size. */
  static OptionalLong parse(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    int shift =
        switch (text.substring(digits)) {
          case "" -> 0;
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> -1;
        };
    int most = shift == 0 ? MAX_DIGITS : MAX_DIGITS_WITH_UNIT;
    return shift < 0 || digits == 0 || digits > most
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(text.substring(0, digits)) << shift);
  }
}
