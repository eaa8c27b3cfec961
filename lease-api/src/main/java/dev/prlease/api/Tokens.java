package dev.prlease.api;

import java.security.SecureRandom;

/** Random identifiers nobody can guess or meet by accident: 128 bits as 32 hexadecimal digits. */
final class Tokens {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final int BYTES = 16;

  private Tokens() {}

  static String random() {
    byte[] bytes = new byte[BYTES];
    Source.RANDOM.nextBytes(bytes);
    char[] text = new char[2 * BYTES];
    for (int i = 0; i < BYTES; i++) {
      text[2 * i] = HEX[(bytes[i] >> 4) & 0xf];
      text[2 * i + 1] = HEX[bytes[i] & 0xf];
    }
    return new String(text);
  }

  /** Made on first use: seeding costs milliseconds that a command which only reads need not pay. */
  private static final class Source {
    static final SecureRandom RANDOM = new SecureRandom();
  }
}
